public import struct Foundation.UUID

/// The client-made idempotency key of a user's action: a random UUID made before the first attempt, so that
/// repeated delivery has one effect (draft-ietf-httpapi-idempotency-key-header-07). 1 to 128 bytes without control
/// characters.
public struct ActionKey: Identifier, StoredIdentifier {
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

    /// As small letters.
    public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }
}
