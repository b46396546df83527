/// Names an analytics record or an event of a user: sent again under the same id it counts once. 1 to 128 bytes without
/// control characters.
public struct RecordID: Identifier, StoredIdentifier {
    /// What a text must be to be one.
    public static var rule: IdentifierRule { .usual }

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
