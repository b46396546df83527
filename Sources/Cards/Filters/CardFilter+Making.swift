public import struct Foundation.Date

/// Creates filters in code, as `try .between(.priority(2), .priority(6))` and `try .equalTo(.variable("isSpecial",
/// true))` (Atomic SwiftUI SDK guide 25.4, "Filtering cards").
extension CardFilter {
    /// A field of cards and a value to compare it with.
    public struct Criterion: Hashable, Sendable {
        /// The field of the card.
        public var field: Field
        /// The value to compare with.
        public var value: Value

        /// Creates a criterion for any field.
        public init(_ field: Field, _ value: Value) {
            self.field = field
            self.value = value
        }

        /// The card's priority, from 1 (top) to 10.
        public static func priority(_ number: Int) -> Criterion { Criterion(.priority, .number(JSONNumber(number))) }
        /// When the card was created, to the millisecond.
        public static func createdDate(_ date: Date) -> Criterion { Criterion(.createdDate, .date(date)) }
        /// The id of the card's template.
        public static func templateID(_ id: String) -> Criterion { Criterion(.templateID, .string(id)) }
        /// The name of the card's template; empty for an untitled template.
        public static func templateName(_ name: String) -> Criterion { Criterion(.templateName, .string(name)) }
        /// A runtime variable, compared as the type of the value.
        public static func variable(_ name: String, _ value: Value) -> Criterion { Criterion(.variable(name), value) }
        /// A value in the card's JSON by a dotted path, as `content.0.text`.
        public static func content(_ path: String, _ value: Value) -> Criterion { Criterion(.content(path), value) }
        /// A member of the card's metadata.
        public static func filterKey(_ key: String, _ value: Value) -> Criterion { Criterion(.filterKey(key), value) }
    }

    /// Only the card with this id. If a list contains such a filter, filters for all other fields are ignored.
    ///
    /// - Throws: ``CardFilterError`` if the id is empty.
    public static func cardInstanceID(_ id: CardID) throws(CardFilterError) -> CardFilter {
        guard !id.rawValue.isEmpty else { throw .emptyName }
        return try CardFilter(.cardInstanceID, .equalTo, .string(id.rawValue))
    }

    /// Cards whose field equals the value. Throws a ``CardFilterError`` if the field and the value do not fit the
    /// operator.
    public static func equalTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.equalTo, [criterion])
    }

    /// Cards whose field differs from the value. Throws a ``CardFilterError`` if the field and the value do not fit the
    /// operator.
    public static func notEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.notEqualTo, [criterion])
    }

    /// Cards whose field is greater than the value. Throws a ``CardFilterError`` for types other than numbers and
    /// dates.
    public static func greaterThan(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.greaterThan, [criterion])
    }

    /// Cards whose field is greater than or equal to the value. Throws a ``CardFilterError`` for types other than
    /// numbers and dates.
    public static func greaterThanOrEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.greaterThanOrEqualTo, [criterion])
    }

    /// Cards whose field is less than the value. Throws a ``CardFilterError`` for types other than numbers and dates.
    public static func lessThan(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.lessThan, [criterion])
    }

    /// Cards whose field is less than or equal to the value. Throws a ``CardFilterError`` for types other than numbers
    /// and dates.
    public static func lessThanOrEqualTo(_ criterion: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.lessThanOrEqualTo, [criterion])
    }

    /// Cards whose field equals one of these values.
    ///
    /// - Throws: ``CardFilterError`` if there are none, or they differ in field or type.
    public static func `in`(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter { try make(.in, criteria) }

    /// Cards whose field equals none of these values.
    ///
    /// - Throws: ``CardFilterError`` if there are none, or they differ in field or type.
    public static func notIn(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.notIn, criteria)
    }

    /// Cards whose field is in a range that includes both ends.
    ///
    /// - Throws: ``CardFilterError`` if the two differ in field or type, or the type has no order.
    public static func between(_ start: Criterion, _ end: Criterion) throws(CardFilterError) -> CardFilter {
        try make(.between, [start, end])
    }

    /// Cards whose list contains all of these values.
    ///
    /// - Throws: ``CardFilterError`` if there are none, or the field cannot be a list.
    public static func including(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.including, criteria)
    }

    /// Cards whose list contains none of these values.
    ///
    /// - Throws: ``CardFilterError`` if there are none, or the field cannot be a list.
    public static func excluding(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.excluding, criteria)
    }

    /// Cards whose list contains only these values.
    ///
    /// - Throws: ``CardFilterError`` if there are none, or the field cannot be a list.
    public static func includedIn(_ criteria: [Criterion]) throws(CardFilterError) -> CardFilter {
        try make(.includedIn, criteria)
    }

    /// Cards whose list has no element among these values.
    ///
    /// - Throws: ``CardFilterError`` if there are none, or the field cannot be a list.
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
