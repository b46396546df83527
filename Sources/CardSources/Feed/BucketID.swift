public import Cards

/// Names where the files of a card's file input go. 1 to 512 bytes without control characters.
public struct BucketID: Identifier, StoredIdentifier {
    /// What a text must be to be one.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...512, characters: .noControls) }

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
