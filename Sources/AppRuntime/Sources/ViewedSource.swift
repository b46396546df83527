package import Cards

/// A source that needs to know what the viewer shows, because it decides itself when to show a card over others.
package protocol ViewedSource: Sendable {
    /// The viewer has opened.
    func opened() async
    /// The viewer is closing. State that must be kept is on disk before anything is sent.
    func closed() async
    /// The user looks at something else.
    func attend(to attention: ViewerAttention) async
}

/// What the user is looking at.
package struct ViewerAttention: Hashable, Sendable {
    /// The name of the screen.
    package var screen: String
    /// Whether the user is typing or has a sheet open. Nothing may be shown over the screen then.
    package var isBusy: Bool
    /// Whether the user is answering the modal card, for example in its form. The card must not disappear by itself
    /// then.
    package var isAnswering: Bool
    /// Cards whose answers can still be undone, so that their sources have not received them yet. Such a card must not
    /// disappear by itself either.
    package var answered: Set<CardID>

    package init(screen: String, isBusy: Bool, isAnswering: Bool = false, answered: Set<CardID> = []) {
        self.screen = screen
        self.isBusy = isBusy
        self.isAnswering = isAnswering
        self.answered = answered
    }
}
