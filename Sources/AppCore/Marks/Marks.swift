package import Cards

/// The cards that the next dismissal, snooze, vote or button is for. By name: a card that comes later is never among them.
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

    /// Whether another filter was set since the marks were compared with it.
    var mustMatchFilter = false

    package init() {}

    package var isEmpty: Bool { cards.isEmpty && rangeStart == nil && !isReading }
}

/// What can be done to many cards at once.
package enum BulkAction: Hashable, Sendable {
    case dismiss, snooze
    /// Vote. The container may offer the vote on cards whose publisher does not.
    case voteUp(isOfferedOnAll: Bool)
    case voteDown(isOfferedOnAll: Bool)
    /// Press the button with this text, which answers a card like this.
    case press(text: String, CardResponse)

    /// Whether a card's author allows it, be it by key or in the menu.
    package func isOffered(by body: CardBody) -> Bool {
        switch self {
        case .dismiss: body.actions.offersDismissing
        case .snooze: body.actions.offersSnoozing
        case .voteUp(let isOfferedOnAll): isOfferedOnAll || body.actions.voteUp.isEnabled
        case .voteDown(let isOfferedOnAll): isOfferedOnAll || body.actions.voteDown.isEnabled
        case .press(let text, let response):
            // A form is filled in card by card.
            (body.answered == nil || !response.kind.submits)
                // Each signature is a decision of its own.
                && body.ask?.isSigned != true
                && FocusTarget.inputs(in: body.components).isEmpty
                && FocusTarget.buttons(in: body.components).contains {
                    $0.text == text && $0.action.plainResponse == response
                }
        }
    }

    /// The answer that it is; nil where a time or a reason is to be chosen first.
    var response: CardResponse? {
        switch self {
        case .dismiss: .dismiss
        case .voteUp: .voteUp(message: nil)
        case .snooze, .voteDown: nil
        case .press(_, let response): response
        }
    }
}

extension Card.ButtonAction {
    /// Whether pressing answers the card.
    var answers: Bool {
        switch self {
        case .submit, .snooze, .dismiss, .voteUp, .voteDown: true
        case .doNothing, .openLink, .passPayload, .openSubview, .unknown: false
        }
    }

    /// The answer to a card that pressing comes to, where that is all it does and needs no entries; else nil.
    var plainResponse: CardResponse? {
        switch self {
        case .submit(let submission) where submission.then == nil && submission.confirm == nil:
            submission.response(with: submission.values)
        case .dismiss: .dismiss
        default: nil
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
