/// The identity of a card's content: the SHA-256 of its canonical JSON (``CanonicalJSON``).
///
/// The members `ask`, `undo` and `unattended` are left out, because a server writes them into the cards of an ask and
/// the asker does not know them in advance.
public struct CardDigest: Hashable, Sendable, CustomStringConvertible {
    /// `sha256:` and 64 hexadecimal digits in lower case.
    public let text: String

    private static let prefix = "sha256:"

    /// The digest of a card's JSON.
    public init(of card: JSONValue) {
        var card = card
        if case .object(var object) = card {
            for member in ["ask", "undo", "unattended"] { object[member] = nil }
            card = .object(object)
        }
        text = Self.prefix + SHA256Text.of(CanonicalJSON.bytes(card))
    }

    /// Creates a digest from its ``text``; nil for any other text.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard text.hasPrefix(Self.prefix), digits.count == 64,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = text
    }

    /// A description of the text that ``init(_:)`` accepts, for messages.
    public static let expected = "\"sha256:\" and 64 hexadecimal digits in lower case"

    public var description: String { text }
}
