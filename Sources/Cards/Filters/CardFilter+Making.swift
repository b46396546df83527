public import struct Foundation.Date

/// Filters in code, as `try .between(.priority(2), .priority(6))` and `try .equalTo(.variable("isSpecial", true))`
/// (Atomic SwiftUI SDK guide 25.4, "Filtering cards").
extension CardFilter {
    /// What cards are compared with: a field of theirs, and a value for it.
    public struct Criterion: Hashable, Sendable {
        public var field: Field
        public var value: Value

        public init(_ field: Field, _ value: Value) {
            self.field = field
            self.value = value
        }

        /// 1 (top) to 10.
        public static func priority(_ number: Int) -> Criterion { Criterion(.priority, .number(JSONNumber(number))) }
        /// When the card was made, to the millisecond.
        public static func createdDate(_ date: Date) -> Criterion { Criterion(.createdDate, .date(date)) }
        public static func templateID(_ id: String) -> Criterion { Criterion(.templateID, .string(id)) }
        /// The empty text is an untitled template.
        public static func templateName(_ name: String) -> Criterion { Criterion(.templateName, .string(name)) }
        /// A runtime variable, compared as the type of the value.
        public static func variable(_ name: String, _ value: Value) -> Criterion { Criterion(.variable(name), value) }
        /// A place in the card's JSON by a dotted path, as `content.0.text`.
        public static func content(_ path: String, _ value: Value) -> Criterion { Criterion(.content(path), value) }
        /// A member of the card's metadata.
        public static func filterKey(_ key: String, _ value: Value) -> Criterion { Criterion(.filterKey(key), value) }
    }

    /// Only the card of this id. With it in a list, everything else in the list is left aside.
    public static func cardInstanceID(_ id: CardID) throws(CardFilterError) -> CardFilter {
        guard !id.rawValue.isEmpty else { throw .emptyName }
        return try CardFilter(.cardInstanceID, .equalTo, .string(id.rawValue))
    }

    public static func equalTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.equalTo, [criterion])
    }

    public static func notEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.notEqualTo, [criterion])
    }

    public static func greaterThan(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.greaterThan, [criterion])
    }

    public static func greaterThanOrEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.greaterThanOrEqualTo, [criterion])
    }

    public static func lessThan(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.lessThan, [criterion])
    }

    public static func lessThanOrEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.lessThanOrEqualTo, [criterion])
    }

    /// The card's value is one of these.
    public static func `in`(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter { try make(.in, criteria) }

    /// The card's value is none of these.
    public static func notIn(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.notIn, criteria)
    }

    /// From the first to the second, both included.
    public static func between(_ start: Criterion, _ end: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.between, [start, end])
    }

    /// The card's list holds all of these.
    public static func including(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.including, criteria)
    }

    /// The card's list holds none of these.
    public static func excluding(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.excluding, criteria)
    }

    /// Every element of the card's list is one of these.
    public static func includedIn(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.includedIn, criteria)
    }

    /// No element of the card's list is one of these.
    public static func excludedFrom(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.excludedFrom, criteria)
    }

    private static func make(
        _ operation: Operation, _ criteria: [Criterion]
    ) throws(CardFilterError) -> CardFilter {
        guard let field = criteria.first?.field else { throw .noValue }
        guard criteria.allSatisfy({ $0.field == field }) else { throw .mixedFields }
        return try CardFilter(field, operation, criteria.map(\.value))
    }
}

extension CardFilter.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
