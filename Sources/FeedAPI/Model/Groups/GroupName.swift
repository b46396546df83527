package import Cards

/// The name of a group of users in an environment: from 1 to 64 letters, digits, `-`, `_` or `.`. In an ask, the name
/// of a group is written with a leading `@`.
package struct GroupName: Identifier, StoredIdentifier {
    /// The syntax of a valid identifier.
    package static var rule: IdentifierRule { IdentifierRule(bytes: 1...64, characters: .name) }

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

extension UserID {
    /// Whether an ask treats this text as a group, because it begins with `@`.
    package var isGroup: Bool { rawValue.hasPrefix("@") }

    /// The group that the text names in an ask; nil for a user, and for text that is not a valid name of a group.
    package var groupName: GroupName? { isGroup ? GroupName(rawValue: String(rawValue.dropFirst())) : nil }
}
