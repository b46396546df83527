/// The id of a stream of cards within an environment ("ops", "expenses"). The Atomic documents call it a stream
/// container id. 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
public struct StreamID: Identifier, StoredIdentifier {
    /// The syntax of a valid identifier.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...64, characters: .name) }

    /// The identifier as text.
    public let rawValue: String

    /// Nil if the text violates ``rule``.
    public init?(rawValue: String) {
        guard Self.rule.allows(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates an identifier that was validated before it was stored. Only for reading databases of this program.
    package init(stored text: String) { rawValue = text }
}
