/// The token of a device that receives notifications. 8 to 256 visible ASCII characters.
public struct DeviceToken: Identifier, StoredIdentifier {
    /// The syntax of a valid identifier.
    public static var rule: IdentifierRule { IdentifierRule(bytes: 8...256, characters: .visibleASCII) }

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
