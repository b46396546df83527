public import Cards

/// A position in the history of one user's stream: the client knows all changes up to here. Clients store the cursor
/// and pass it back; only the source that made it interprets it. 1 to 1024 bytes without control characters.
public struct FeedCursor: Identifier, StoredIdentifier {
    /// The syntax of a valid cursor.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...1024, characters: .noControls) }

    /// The cursor as text.
    public let rawValue: String

    /// Nil if the text violates ``rule``.
    public init?(rawValue: String) {
        guard Self.rule.allows(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a cursor that was validated before it was stored. Only for reading databases of this program.
    package init(stored text: String) { rawValue = text }
}
