public import struct Foundation.Date

/// Filters in code, as `try .between(.priority(2), .priority(6))` and `try .equalTo(.variable("isSpecial", true))`
/// (Atomic SwiftUI SDK guide 25.4, "Filtering cards").
extension CardFilter {
    /// What cards are compared with: a field of theirs, and a value for it.
    public struct Criterion: Hashable, Sendable {
        /// What of the card is compared.
        public var field: Field
        /// What it is compared with.
        public var value: Value

        /// For fields without a name of their own above.
        public init(_ field: Field, _ value: Value) {
            self.field = field
            self.value = value
        }

        /// 1 (top) to 10.
        public static func priority(_ number: Int) -> Criterion { Criterion(.priority, .number(JSONNumber(number))) }
        /// When the card was made, to the millisecond.
        public static func createdDate(_ date: Date) -> Criterion { Criterion(.createdDate, .date(date)) }
        /// The id of the card's template.
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
    ///
    /// - Throws: ``CardFilterError`` when the id is empty.
    public static func cardInstanceID(_ id: CardID) throws(CardFilterError) -> CardFilter {
        guard !id.rawValue.isEmpty else { throw .emptyName }
        return try CardFilter(.cardInstanceID, .equalTo, .string(id.rawValue))
    }

    /// Cards whose field has this value. Throws where the type has no such comparison.
    public static func equalTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.equalTo, [criterion])
    }

    /// Cards whose field has another value. Throws where the type has no such comparison.
    public static func notEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.notEqualTo, [criterion])
    }

    /// Cards whose field is above: numbers and dates. Throws for other types.
    public static func greaterThan(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.greaterThan, [criterion])
    }

    /// The same, with the value itself. Throws for other types.
    public static func greaterThanOrEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.greaterThanOrEqualTo, [criterion])
    }

    /// Cards whose field is below: numbers and dates. Throws for other types.
    public static func lessThan(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.lessThan, [criterion])
    }

    /// The same, with the value itself. Throws for other types.
    public static func lessThanOrEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.lessThanOrEqualTo, [criterion])
    }

    /// The card's value is one of these.
    ///
    /// - Throws: ``CardFilterError`` when there is none, or they are not of one field and type.
    public static func `in`(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter { try make(.in, criteria) }

    /// The card's value is none of these.
    ///
    /// - Throws: ``CardFilterError`` when there is none, or they are not of one field and type.
    public static func notIn(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.notIn, criteria)
    }

    /// From the first to the second, both included.
    ///
    /// - Throws: ``CardFilterError`` when the two are not of one field and type, or of one without an order.
    public static func between(_ start: Criterion, _ end: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.between, [start, end])
    }

    /// The card's list holds all of these.
    ///
    /// - Throws: ``CardFilterError`` when there is none, or the field holds no lists.
    public static func including(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.including, criteria)
    }

    /// The card's list holds none of these.
    ///
    /// - Throws: ``CardFilterError`` when there is none, or the field holds no lists.
    public static func excluding(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.excluding, criteria)
    }

    /// Every element of the card's list is one of these.
    ///
    /// - Throws: ``CardFilterError`` when there is none, or the field holds no lists.
    public static func includedIn(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.includedIn, criteria)
    }

    /// No element of the card's list is one of these.
    ///
    /// - Throws: ``CardFilterError`` when there is none, or the field holds no lists.
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
    public init(floatLiteral value: Double) { self = .number(JSONNumber(written: value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
