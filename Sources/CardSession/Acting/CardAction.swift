public import Cards

public import struct Foundation.Date

/// An action on a card, made by code (Atomic SwiftUI SDK guide 25.4, "API-driven card actions"). Create it with
/// ``dismiss(_:in:)`` and its siblings, and perform it with ``CardSession/perform(_:within:from:)``.
public struct CardAction: Hashable, Sendable {
    /// The longest snooze: 366 days, as in the viewer. A longer one is probably a mistake.
    public static let longestSnooze = Duration.seconds(366 * 86_400)

    /// The card to act on.
    public var cardID: CardID
    /// Its stream.
    public var streamID: StreamID
    /// The action to perform.
    public var kind: Kind

    /// The kinds of action.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
        /// Dismisses the card for good.
        case dismiss
        /// Submits the card with the name of the pressed button and values by input name. Validation rules of inputs
        /// are not checked.
        case submit(buttonName: String, values: [String: Value])
        /// Submits a form whose button keeps the card, see ``Card/ButtonAction/Submission/keepsCard``; otherwise like
        /// ``submit(buttonName:values:)``.
        case reply(buttonName: String, values: [String: Value])
        /// Snoozes the card for a time, from 0 to ``longestSnooze``.
        case snooze(for: Duration)
        /// Snoozes the card until a time, which is at most ``longestSnooze`` from now.
        case snoozeUntil(Date)
        /// Votes "This is useful", with an optional message.
        case voteUp(message: String?)
        /// Votes "This isn't useful", with a reason.
        case voteDown(reason: CardResponse.VoteReason, message: String?)
    }

    /// A value of a submission.
    public enum Value: Hashable, Sendable {
        /// A text.
        case string(String)
        /// A number.
        case number(Double)
        /// True or false.
        case bool(Bool)
    }

    /// Creates an action from its properties.
    public init(_ kind: Kind, card: CardID, in stream: StreamID) {
        self.kind = kind
        cardID = card
        streamID = stream
    }

    /// Dismisses the card for good.
    public static func dismiss(_ card: CardID, in stream: StreamID) -> CardAction {
        CardAction(.dismiss, card: card, in: stream)
    }

    /// Submits the card, which completes it.
    public static func submit(
        _ card: CardID, in stream: StreamID, buttonName: String, values: [String: Value] = [:]
    ) -> CardAction {
        CardAction(.submit(buttonName: buttonName, values: values), card: card, in: stream)
    }

    /// Submits a form whose button keeps the card, so that it can be answered again.
    public static func reply(
        _ card: CardID, in stream: StreamID, buttonName: String, values: [String: Value] = [:]
    ) -> CardAction {
        CardAction(.reply(buttonName: buttonName, values: values), card: card, in: stream)
    }

    /// Snoozes the card for a time, from 0 to ``longestSnooze``.
    public static func snooze(_ card: CardID, in stream: StreamID, for time: Duration) -> CardAction {
        CardAction(.snooze(for: time), card: card, in: stream)
    }

    /// Snoozes the card until a time, which is at most ``longestSnooze`` from now.
    public static func snooze(_ card: CardID, in stream: StreamID, until date: Date) -> CardAction {
        CardAction(.snoozeUntil(date), card: card, in: stream)
    }

    /// Votes "This is useful"; a message has at most 280 characters. The card stays.
    public static func voteUp(_ card: CardID, in stream: StreamID, message: String? = nil) -> CardAction {
        CardAction(.voteUp(message: message), card: card, in: stream)
    }

    /// Votes "This isn't useful"; a message has at most 280 characters. The card stays.
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
