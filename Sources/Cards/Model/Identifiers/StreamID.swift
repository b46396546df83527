/// Names a stream of cards within an environment ("ops", "expenses"). The Atomic documents call it a stream
/// container id. 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
public struct StreamID: Identifier, StoredIdentifier {
    /// What a text must be to be one.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...64, characters: .name) }

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
