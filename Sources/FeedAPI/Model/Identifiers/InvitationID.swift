package import Cards

/// The id of an invitation, chosen by the server. It is not a secret. 1 to 128 bytes without control characters.
package struct InvitationID: Identifier, StoredIdentifier {
    /// The syntax of a valid identifier.
    package static var rule: IdentifierRule { IdentifierRule(bytes: 1...128, characters: .noControls) }

    /// The identifier as text.
    package let rawValue: String

    /// Nil if the text violates ``rule``.
    package init?(rawValue: String) {
        guard Self.rule.allows(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates an identifier that was validated before it was stored. Only for reading databases of this program.
    package init(stored text: String) { rawValue = text }
}
