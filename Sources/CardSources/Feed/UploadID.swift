public import Cards

/// Names an uploaded file: the server's choice, a UUID. 1 to 128 bytes without control characters.
public struct UploadID: Identifier, StoredIdentifier {
    /// What a text must be to be one.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 1...128, characters: .noControls) }

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
