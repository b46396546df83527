public import Cards

/// A part of an answer or a frame that could not be read, and was left out of it: one card of a page or a delta, one
/// response of an outcome. The rest is not lost by it.
public struct UnreadablePart: Hashable, Sendable, CustomStringConvertible {
    /// Of the card, where that much could be read.
    public var cardID: CardID?
    /// A JSON pointer into the answer or frame.
    public var pointer: String
    /// What is wrong with it. It may quote what was sent, so sanitise before showing.
    public var reason: String

    /// See the properties.
    public init(cardID: CardID?, pointer: String, reason: String) {
        self.cardID = cardID
        self.pointer = pointer
        self.reason = reason
    }

    public var description: String {
        "\(cardID.map { "card \($0)" } ?? "a part of the answer") cannot be read and is left out: \(reason)"
    }
}
