public import Cards

/// A place in the history of one user's stream: "everything up to here is known". Clients keep it and give it back; only the
/// source that made it reads it. 1 to 1024 bytes without control characters.
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

    /// One that was checked before it was stored. For reading databases of this program only.
    package init(stored text: String) { rawValue = text }
}
