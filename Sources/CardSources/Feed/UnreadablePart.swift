public import Cards

/// A part of an answer or frame that could not be read and was left out: one card of a page or delta, or one response
/// of an outcome. The rest is delivered.
public struct UnreadablePart: Hashable, Sendable, CustomStringConvertible {
    /// The card's id, if it could be read.
    public var cardID: CardID?
    /// A JSON pointer to the part in the answer or frame.
    public var pointer: String
    /// Why the part could not be read. It may quote untrusted input; sanitise it before display.
    public var reason: String

    /// Creates a part from its properties.
    public init(cardID: CardID?, pointer: String, reason: String) {
        self.cardID = cardID
        self.pointer = pointer
        self.reason = reason
    }

    public var description: String {
        "\(cardID.map { "card \($0)" } ?? "a part of the server's response") cannot be read and is skipped: \(reason)"
    }
}
