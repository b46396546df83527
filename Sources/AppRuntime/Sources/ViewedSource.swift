package import Cards

/// A source that wants to know what the viewer shows, because it decides itself when something comes up.
package protocol ViewedSource: Sendable {
    /// The viewer has opened.
    func opened() async
    /// The viewer closes. What has to be kept is on disk before anything is sent.
    func closed() async
    /// What the user looks at has changed.
    func attend(to attention: ViewerAttention) async
}

/// What the user looks at.
package struct ViewerAttention: Hashable, Sendable {
    /// The name of the screen.
    package var screen: String
    /// Whether the user types or has a sheet open: nothing may come up then.
    package var isBusy: Bool
    /// Whether the user answers the card that is up over the others, as by its form: then it must not go by itself.
    package var isAnswering: Bool
    /// Cards whose answers can still be undone, so that their sources do not have them yet. The answer counts: such a card
    /// must not go by itself either.
    package var answered: Set<CardID>

    package init(screen: String, isBusy: Bool, isAnswering: Bool = false, answered: Set<CardID> = []) {
        self.screen = screen
        self.isBusy = isBusy
        self.isAnswering = isAnswering
        self.answered = answered
    }
}
