package import Cards

/// The cards that the next dismissal or snooze is for. By name: a card that comes later is never among them.
package struct Marks: Equatable, Sendable {
    /// Those marked for good; may be all of a long stream.
    package var cards: Set<CardID> = []
    /// Where a range begins that reaches to the selection; nil while none is drawn.
    package var rangeStart: CardID?
    /// Whether that is before the selection, for when it is out of the window.
    var isStartBefore = true
    /// What to do once the marks that were asked for are there.
    var pending: BulkAction?
    /// Whether some have been asked for.
    var isReading = false

    package init() {}

    package var isEmpty: Bool { cards.isEmpty && rangeStart == nil && !isReading }
}

/// What can be done to many cards at once.
package enum BulkAction: Hashable, Sendable {
    case dismiss, snooze

    /// Whether a card's author allows it, be it by key or in the menu.
    package func isOffered(by actions: ActionProperties) -> Bool {
        switch self {
        case .dismiss: actions.offersDismissing
        case .snooze: actions.offersSnoozing
        }
    }
}

/// What would be done to the marked cards, to be confirmed.
package struct BulkPlan: Hashable, Sendable {
    package var action: BulkAction
    package var container: ContainerID
    package var stream: StreamID
    /// Those it can be done to.
    package var cards: [CardID]
    /// How many more are marked.
    package var skipped: Int

    package init(action: BulkAction, container: ContainerID, stream: StreamID, cards: [CardID], skipped: Int) {
        self.action = action
        self.container = container
        self.stream = stream
        self.cards = cards
        self.skipped = skipped
    }
}
