public import Cards

/// A publisher's idempotency key for a publication or an ask. 1 to 128 bytes without control characters.
public struct PublicationKey: Identifier, StoredIdentifier {
    /// The syntax of a valid identifier.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...128, characters: .noControls) }

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
