package import Cards

/// The cards that the next dismissal, snooze, vote or button applies to, by id, so that cards that arrive later are
/// never included.
package struct Marks: Equatable, Sendable {
    /// The marked cards, outside the current range. May be all cards of a long stream.
    package var cards: Set<CardID> = []
    /// The card at which the current range starts, which extends to the selection; nil without a range.
    package var rangeStart: CardID?
    /// Whether the range starts before the selection. Used when the start is outside the window.
    var isStartBefore = true
    /// The action to continue with after the requested marks have been read.
    var pending: BulkAction?
    /// Whether marks have been requested from the store.
    var isReading = false

    /// Whether the filter has changed since the marks were last matched with it.
    var mustMatchFilter = false

    package init() {}

    package var isEmpty: Bool { cards.isEmpty && rangeStart == nil && !isReading }
}

/// An action on many cards at once.
package enum BulkAction: Hashable, Sendable {
    case dismiss, snooze
    /// Vote. The container may offer the vote even on cards whose publisher does not.
    case voteUp(isOfferedOnAll: Bool)
    case voteDown(isOfferedOnAll: Bool)
    /// Press the button with this text, which answers a card with this response.
    case press(text: String, CardResponse)

    /// Whether the card's author allows the action, by key or in the menu.
    package func isOffered(by body: CardBody) -> Bool {
        switch self {
        case .dismiss: body.actions.offersDismissing
        case .snooze: body.actions.offersSnoozing
        case .voteUp(let isOfferedOnAll): isOfferedOnAll || body.actions.voteUp.isEnabled
        case .voteDown(let isOfferedOnAll): isOfferedOnAll || body.actions.voteDown.isEnabled
        case .press(let text, let response):
            // Forms must be filled in card by card.
            (body.answered == nil || !response.kind.submits)
                // Each signature is a separate decision.
                && body.ask?.isSigned != true
                && FocusTarget.inputs(in: body.components).isEmpty
                && FocusTarget.buttons(in: body.components).contains {
                    $0.text == text && $0.action.plainResponse == response
                }
        }
    }

    /// The response of the action; nil if the user must choose a time or reason first.
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
    /// Whether pressing the button answers the card.
    var answers: Bool {
        switch self {
        case .submit, .snooze, .dismiss, .voteUp, .voteDown: true
        case .doNothing, .openLink, .passPayload, .openSubview, .unknown: false
        }
    }

    /// The response that the button sends, if it does nothing else and needs no input; nil otherwise.
    var plainResponse: CardResponse? {
        switch self {
        case .submit(let submission) where submission.then == nil && submission.confirm == nil:
            submission.response(with: submission.values)
        case .dismiss: .dismiss
        default: nil
        }
    }
}

/// An action on the marked cards, to be confirmed by the user.
package struct BulkPlan: Hashable, Sendable {
    package var action: BulkAction
    package var container: ContainerID
    package var stream: StreamID
    /// The marked cards that allow the action.
    package var cards: [CardID]
    /// The number of marked cards that do not allow the action.
    package var skipped: Int

    package init(action: BulkAction, container: ContainerID, stream: StreamID, cards: [CardID], skipped: Int) {
        self.action = action
        self.container = container
        self.stream = stream
        self.cards = cards
        self.skipped = skipped
    }
}
