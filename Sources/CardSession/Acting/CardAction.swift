public import Cards

/// Something to do with a card by code (Atomic SwiftUI SDK guide 25.4, "API-driven card actions"). Made by
/// ``dismiss(_:in:)`` and its siblings, done by ``CardSession/perform(_:within:from:)``.
public struct CardAction: Hashable, Sendable {
    /// The longest snooze, in seconds: 366 days, as in the viewer. Longer is most likely a slip.
    public static let longestSnooze = 366 * 86_400.0

    /// The card it is done to.
    public var card: CardID
    /// Its stream.
    public var stream: StreamID
    /// What is done.
    public var kind: Kind

    /// What is done.
    public enum Kind: Hashable, Sendable {
        /// Away with it; it is final.
        case dismiss
        /// With the name of the button it stands for, and values by input name. No rule of an input is checked.
        case submit(buttonName: String, values: [String: Value])
        /// For so many seconds from when it is done, not negative; ``longestSnooze`` at most.
        case snooze(seconds: Double)
        /// "This is useful", with the user's words.
        case voteUp(message: String?)
        /// "This isn't useful", and why.
        case voteDown(reason: CardResponse.VoteReason, message: String?)
    }

    /// A value that goes with a submission.
    public enum Value: Hashable, Sendable {
        /// A text.
        case string(String)
        /// A number.
        case number(Double)
        /// True or false.
        case bool(Bool)
    }

    /// See the properties.
    public init(_ kind: Kind, card: CardID, in stream: StreamID) {
        self.kind = kind
        self.card = card
        self.stream = stream
    }

    /// Sends the card away; it is final.
    public static func dismiss(_ card: CardID, in stream: StreamID) -> CardAction {
        CardAction(.dismiss, card: card, in: stream)
    }

    /// Presses a submit button; it completes the card.
    public static func submit(
        _ card: CardID, in stream: StreamID, buttonName: String, values: [String: Value] = [:]
    ) -> CardAction {
        CardAction(.submit(buttonName: buttonName, values: values), card: card, in: stream)
    }

    /// Sends the card away for so many seconds, from 0 to ``longestSnooze``.
    public static func snooze(_ card: CardID, in stream: StreamID, seconds: Double) -> CardAction {
        CardAction(.snooze(seconds: seconds), card: card, in: stream)
    }

    /// "This is useful"; a message has 280 characters at most. The card stays.
    public static func voteUp(_ card: CardID, in stream: StreamID, message: String? = nil) -> CardAction {
        CardAction(.voteUp(message: message), card: card, in: stream)
    }

    /// "This isn't useful"; a message has 280 characters at most. The card stays.
    public static func voteDown(
        _ card: CardID, in stream: StreamID, reason: CardResponse.VoteReason, message: String? = nil
    ) -> CardAction {
        CardAction(.voteDown(reason: reason, message: message), card: card, in: stream)
    }
}

extension CardAction.Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
