import Basics

/// A search for profiles that match all terms.
///
/// ```swift
/// let query = ProfileQuery([.startsWith("firstName", "Do"), .atLeast("age", 18)], limit: 20)
/// ```
public struct ProfileQuery: Sendable, Hashable {
    /// A condition on one attribute.
    public struct Term: Sendable, Hashable {
        /// The name of the attribute.
        public var key: String
        /// How the attribute is compared.
        public var comparison: Comparison
        /// The value to compare it with; empty for ``Comparison/exists`` and ``Comparison/isMissing``.
        public var value: String

        /// Creates a term.
        public init(_ key: String, _ comparison: Comparison, _ value: String = "") {
            self.key = key
            self.comparison = comparison
            self.value = value
        }

        /// The attribute equals a value.
        public static func equals(_ key: String, _ value: String) -> Term { Term(key, .equal, value) }
        /// The attribute begins with a text.
        public static func startsWith(_ key: String, _ text: String) -> Term { Term(key, .startsWith, text) }
        /// The attribute contains a text.
        public static func contains(_ key: String, _ text: String) -> Term { Term(key, .contains, text) }
        /// The attribute is a number and at least this value.
        public static func atLeast(_ key: String, _ value: Int) -> Term { Term(key, .greaterOrEqual, String(value)) }
        /// The attribute is present.
        public static func exists(_ key: String) -> Term { Term(key, .exists) }

        var queryItem: String {
            let key = comparison.isOfList ? key + "[]" : key
            return PercentCoding.encode(key) + "=" + PercentCoding.encode(comparison.prefix + value)
        }
    }

    /// The comparisons of the service.
    public enum Comparison: Sendable, Hashable, CaseIterable {
        /// The attribute equals the value.
        case equal
        /// The attribute differs from the value.
        case unequal
        /// The attribute is greater than the value.
        case greater
        /// The attribute is less than the value.
        case less
        /// The attribute is greater than the value or equal to it.
        case greaterOrEqual
        /// The attribute is less than the value or equal to it.
        case lessOrEqual
        /// The attribute begins with the value.
        case startsWith
        /// The attribute ends with the value.
        case endsWith
        /// The attribute contains the value.
        case contains
        /// The attribute is one of several values. Add one term per value.
        case isIn
        /// The attribute is none of several values. Add one term per value.
        case isNotIn
        /// The attribute is present; the term's value is empty.
        case exists
        /// The attribute is missing; the term's value is empty.
        case isMissing

        /// The operator before the value in the URL's query. "Unequal" is `key=!value`. The service's documents also
        /// use `key!=value`, but the service reads that as an attribute whose name ends with an exclamation mark.
        var prefix: String {
            switch self {
            case .equal, .isIn, .exists: ""
            case .unequal, .isNotIn, .isMissing: "!"
            case .greater: ">"
            case .less: "<"
            case .greaterOrEqual: ">="
            case .lessOrEqual: "<="
            case .startsWith: "^"
            case .endsWith: "$"
            case .contains: "~"
            }
        }

        var isOfList: Bool { self == .isIn || self == .isNotIn }
    }

    /// The terms. A profile must match all of them; without terms, all profiles match.
    public var terms: [Term]
    /// The greatest number of profiles; nil for the service's default.
    public var limit: Int?
    /// The number of profiles to skip; nil for none.
    public var skip: Int?

    /// Creates a query.
    public init(_ terms: [Term] = [], limit: Int? = nil, skip: Int? = nil) {
        self.terms = terms
        self.limit = limit
        self.skip = skip
    }

    /// Reads a term as the user types it: `firstName^=Do`, `age>=18`, `name!=Bo`, `email`, `!email`. The operators are
    /// `=`, `!=`, `>`, `<`, `>=`, `<=`, `^=`, `$=`, `~=`. An attribute without an operator must be present, or missing
    /// if it follows a `!`.
    ///
    /// - Returns: The term; nil if the attribute is missing, or the value after an operator.
    public static func term(typed text: String) -> Term? {
        let operators: [(String, Comparison)] = [
            ("!=", .unequal), (">=", .greaterOrEqual), ("<=", .lessOrEqual), ("^=", .startsWith), ("$=", .endsWith),
            ("~=", .contains), ("=", .equal), (">", .greater), ("<", .less),
        ]
        var place = text.startIndex
        while place < text.endIndex {
            for (symbol, comparison) in operators where text[place...].hasPrefix(symbol) {
                guard place > text.startIndex else { return nil }
                let value = text[text.index(place, offsetBy: symbol.count)...]
                guard !value.isEmpty else { return nil }
                return Term(String(text[..<place]), comparison, String(value))
            }
            place = text.index(after: place)
        }
        if text.hasPrefix("!") { return text.count > 1 ? Term(String(text.dropFirst()), .isMissing) : nil }
        return text.isEmpty ? nil : Term(text, .exists)
    }

    /// The percent-encoded query of the URL.
    var queryString: String {
        var items = terms.map(\.queryItem)
        if let limit { items.append("$limit=\(limit)") }
        if let skip { items.append("$skip=\(skip)") }
        return items.joined(separator: "&")
    }
}
