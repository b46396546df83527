public import struct Foundation.UUID

/// The idempotency key of a user's action, created by the client: a random UUID made before the first attempt, so that
/// repeated delivery has one effect (draft-ietf-httpapi-idempotency-key-header-07). 1 to 128 bytes without control
/// characters.
public struct ActionKey: Identifier, StoredIdentifier {
    /// The syntax of a valid identifier.
    public static var rule: IdentifierRule { .usual }

    /// The identifier as text.
    public let rawValue: String

    /// Nil if the text violates ``rule``.
    public init?(rawValue: String) {
        guard Self.rule.allows(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates an identifier that was validated before it was stored. Only for reading databases of this program.
    package init(stored text: String) { rawValue = text }

    /// The UUID in lowercase letters.
    public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }
}
