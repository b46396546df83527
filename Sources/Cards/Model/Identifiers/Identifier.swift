/// A validated identifier, for example of a card, a stream or a user. Text from outside is converted by
/// `init(rawValue:)` or ``init(_:)``, which check ``rule``; an identifier therefore contains no character that a
/// database, a header or a terminal interprets differently.
///
/// Two identifiers are equal if their bytes are equal. Swift compares strings by canonical equivalence ("é" as one
/// scalar or as two); databases do not, and different users' names must never become equal.
///
/// Encoded as a string, including as a dictionary key.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Sendable, Codable, CodingKeyRepresentable,
    CustomStringConvertible, ExpressibleByStringLiteral
where RawValue == String {
    /// The syntax of valid identifiers of this type.
    static var rule: IdentifierRule { get }
}

extension Identifier {
    /// Like `init(rawValue:)`: nil if the text violates ``rule``.
    public init?(_ text: String) { self.init(rawValue: text) }

    /// For literals in code. Traps if the literal violates ``rule``.
    public init(stringLiteral text: String) {
        guard let identifier = Self(rawValue: text) else {
            preconditionFailure("\(Self.self) must be \(Self.rule.expected)")
        }
        self = identifier
    }

    public var description: String { rawValue }

    // Inlined, because a window of cards is searched by id several times per key.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
        // Fast path: most identifiers differ, and unequal strings have different bytes.
        guard left.rawValue == right.rawValue else { return false }
        let (left, right) = (left.rawValue.utf8, right.rawValue.utf8)
        guard left.count == right.count else { return false }
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }

    /// Ordered by bytes, as in SQLite.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// Equal identifiers have equal strings. Unequal identifiers whose strings are canonically equivalent share a hash,
    /// which is harmless.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Creates an identifier from outside, with an error that names the field.
    ///
    /// - Parameter pointer: A JSON pointer to the field.
    package init(_ text: String, at pointer: String) throws(InvalidField) {
        guard let identifier = Self(rawValue: text) else {
            throw InvalidField(pointer, expected: Self.rule.expected)
        }
        self = identifier
    }
}

/// An identifier that databases of this program contain. It was validated by the rules of its time when it was stored;
/// identifiers that are refused today remain usable.
package protocol StoredIdentifier: Identifier {
    /// Creates an identifier from stored text without validation. Only for text that this program has stored.
    init(stored text: String)
}
