public import struct Foundation.Date

/// What a user did with a card: the one value that travels from a key press through the outbox to the server.
public enum CardResponse: Hashable, Sendable {
    /// Away with it; it is final.
    case dismiss
    /// `values` holds the form's values by input name, merged over the button's own values.
    case submit(buttonName: String, values: JSONObject)
    /// Away until then.
    case snooze(until: Date)
    /// A snoozed card is wanted back at once.
    case unsnooze
    /// "This is useful", with the user's words where the card asked for them.
    case voteUp(message: String?)
    /// "This isn't useful", and why.
    case voteDown(reason: VoteReason, message: String?)

    /// The three documented reasons of a down vote.
    public enum VoteReason: String, Hashable, Sendable, CaseIterable {
        /// It is not for this user.
        case notRelevant = "not-relevant"
        /// There are too many of the kind.
        case tooOften = "too-often"
        /// Something else, said in the message.
        case other
    }

    /// The action without what goes with it. The raw value is its name in JSON.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// ``CardResponse/dismiss``.
        case dismiss
        /// ``CardResponse/submit(buttonName:values:)``.
        case submit
        /// ``CardResponse/snooze(until:)``.
        case snooze
        /// ``CardResponse/unsnooze``.
        case unsnooze
        /// ``CardResponse/voteUp(message:)``.
        case voteUp = "vote-up"
        /// ``CardResponse/voteDown(reason:message:)``.
        case voteDown = "vote-down"
    }

    /// Which action it is.
    public var kind: Kind {
        switch self {
        case .dismiss: .dismiss
        case .submit: .submit
        case .snooze: .snooze
        case .unsnooze: .unsnooze
        case .voteUp: .voteUp
        case .voteDown: .voteDown
        }
    }

    /// The longest vote message, in characters (Atomic iOS SDK guide, `votingFeedbackValidationMessage`).
    public static let voteMessageLimit = 280

    /// The status a card has once the response took effect; nil where it stays as it is.
    public var resultingStatus: CardStatus? {
        switch self {
        case .dismiss: .dismissed
        case .submit: .completed
        case .snooze: .snoozed
        case .unsnooze: .active
        case .voteUp, .voteDown: nil
        }
    }
}
