public import struct Foundation.Date

/// A user's action on a card. The same value goes from the key press through the outbox to the server.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CardResponse: Hashable, Sendable {
    /// Dismisses the card for good.
    case dismiss
    /// Submits the card. `values` holds the form's values by input name, merged over the button's own values.
    case submit(buttonName: String, values: JSONObject)
    /// Submits a form whose button keeps the card; otherwise like ``submit(buttonName:values:)``.
    case reply(buttonName: String, values: JSONObject)
    /// Snoozes the card until a time.
    case snooze(until: Date)
    /// Returns a snoozed card at once.
    case unsnooze
    /// Votes "This is useful", with feedback if the card asks for it.
    case voteUp(message: String?)
    /// Votes "This isn't useful", with a reason.
    case voteDown(reason: VoteReason, message: String?)

    /// The three documented reasons of a down vote.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum VoteReason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The card is not relevant for this user.
        case notRelevant = "not-relevant"
        /// There are too many similar cards.
        case tooOften = "too-often"
        /// Another reason, given in the message.
        case other
    }

    /// The kind of an action without its values. The raw value is its name in JSON.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// ``CardResponse/dismiss``.
        case dismiss
        /// ``CardResponse/submit(buttonName:values:)``.
        case submit
        /// ``CardResponse/reply(buttonName:values:)``.
        case reply
        /// ``CardResponse/snooze(until:)``.
        case snooze
        /// ``CardResponse/unsnooze``.
        case unsnooze
        /// ``CardResponse/voteUp(message:)``.
        case voteUp = "vote-up"
        /// ``CardResponse/voteDown(reason:message:)``.
        case voteDown = "vote-down"
    }

    /// The kind of the action.
    public var kind: Kind {
        switch self {
        case .dismiss: .dismiss
        case .submit: .submit
        case .reply: .reply
        case .snooze: .snooze
        case .unsnooze: .unsnooze
        case .voteUp: .voteUp
        case .voteDown: .voteDown
        }
    }

    /// The values of a submission or reply; nil for other responses.
    public var entries: JSONObject? {
        switch self {
        case .submit(_, let values), .reply(_, let values): values
        case .dismiss, .snooze, .unsnooze, .voteUp, .voteDown: nil
        }
    }

    /// The longest vote message, in characters (Atomic iOS SDK guide, `votingFeedbackValidationMessage`).
    public static let voteMessageLimit = 280

    /// The card's status once the response takes effect; nil if it is unchanged.
    public var resultingStatus: CardStatus? {
        switch self {
        case .dismiss: .dismissed
        case .submit: .completed
        case .snooze: .snoozed
        case .unsnooze: .active
        case .reply, .voteUp, .voteDown: nil
        }
    }

    /// Whether the response closes the card.
    package var closesCard: Bool { resultingStatus == .dismissed || resultingStatus == .completed }
}
