/// A text that names one thing: a card, a stream, a user. Every text from outside becomes one through
/// `init(rawValue:)` or ``init(_:)``, which check ``rule``; so no identifier holds a character that a database, a
/// header or a terminal reads in another way.
///
/// Two identifiers are equal when their bytes are. Swift's own comparison takes texts as equal that Unicode calls
/// canonically equivalent ("é" as one scalar or as two); a database does not, and names of different users must never
/// become one.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
where RawValue == String {
    /// What a text must be to name such a thing.
    static var rule: IdentifierRule { get }
}

extension Identifier {
    /// The same as `init(rawValue:)`: nil for a text that breaks ``rule``.
    public init?(_ text: String) { self.init(rawValue: text) }

    /// For names that stand in code. Traps when the literal breaks ``rule``.
    public init(stringLiteral text: String) {
        guard let identifier = Self(rawValue: text) else {
            preconditionFailure("\(Self.self) must be \(Self.rule.expected)")
        }
        self = identifier
    }

    public var description: String { rawValue }

    // Inlined, because a window of cards is searched by id several times per key.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
        let (left, right) = (left.rawValue.utf8, right.rawValue.utf8)
        guard left.count == right.count else { return false }
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }

    /// By bytes, which is the order that SQLite has them in.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// Equal identifiers have equal texts; that some unequal ones share a hash does no harm.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// An identifier from outside, for an error that names the field.
    ///
    /// - Parameter pointer: A JSON pointer to the field.
    package init(_ text: String, at pointer: String) throws(InvalidField) {
        guard let identifier = Self(rawValue: text) else {
            throw InvalidField(pointer, expected: Self.rule.expected)
        }
        self = identifier
    }
}

/// An identifier that databases of this program hold. What a database holds was checked when it came in, by the rules of
/// its time; an older one may hold what is refused today, and loses nothing by that.
package protocol StoredIdentifier: Identifier {
    /// Takes a text as it was stored, unchecked. Only for what this program itself has stored.
    init(stored text: String)
}
