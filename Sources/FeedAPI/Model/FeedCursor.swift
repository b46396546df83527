public import Cards

/// A point in the history of one user's stream: "everything up to here is known". Clients keep it and give it back;
/// only the server reads it. The text is the server's log epoch and a sequence number, `EPOCH-SEQUENCE`, so that a
/// cursor of a server whose data was replaced is answered with ``ProblemType/cursorExpired`` and never misread. 1 to 1024
/// bytes without control characters.
public struct FeedCursor: Identifier, StoredIdentifier {
    /// What a text must be to be one.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...1024, characters: .noControls) }

    /// The text.
    public let rawValue: String

    /// Nil for a text that breaks ``rule``.
    public init?(rawValue: String) {
        guard Self.rule.allows(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// A cursor of this program's own server.
    package init(epoch: String, sequence: Int64) { rawValue = "\(epoch)-\(sequence)" }

    /// One that was checked before it was stored. For reading databases of this program only.
    package init(stored text: String) { rawValue = text }

    /// The two parts, or nil when the text is not a cursor.
    public var parts: (epoch: String, sequence: Int64)? {
        guard let dash = rawValue.lastIndex(of: "-"), let sequence = Int64(rawValue[rawValue.index(after: dash)...])
        else { return nil }
        return (String(rawValue[..<dash]), sequence)
    }
}
