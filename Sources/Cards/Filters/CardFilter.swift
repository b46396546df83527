public import struct Foundation.Date
public import protocol Foundation.LocalizedError

/// A condition on cards. Several in a list must all match; if a list contains filters by card instance id, only the
/// first of them applies.
///
/// JSON: `{"field": "priority", "operator": "lessThan", "value": 4}`, and for the fields with an argument
/// `{"field": "variable", "name": "amount", …}`. A date is `{"date": "2026-07-31T09:00:00Z"}`.
public struct CardFilter: Hashable, Sendable {
    /// The field that is compared.
    public let field: Field
    /// The comparison operator.
    public let operation: Operation
    /// One value; two for `between`; any number for list operators.
    public let values: [Value]

    /// The field that is compared.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Field: Hashable, Sendable {
        /// The priority, from 1 (top) to 10; a number.
        case priority
        /// When the card was created, to the millisecond; a date.
        case createdDate
        /// The id of the card's template; a string.
        case templateID
        /// The template's name; a string, empty for an untitled template and for a card without a template.
        case templateName
        /// A runtime variable by name; compared as string, number, date or boolean, depending on the type of the
        /// filter's value.
        case variable(String)
        /// The card's id; a string. It overrides other filters, see ``CardFilter``.
        case cardInstanceID
        /// A value in the card's JSON by a dotted path: `content.0.text`, `template.name`.
        case content(String)
        /// A member of the card's metadata.
        case filterKey(String)
    }

    /// The comparison operator.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// Comparison with one value; greater and less for numbers and dates only.
        case equalTo, notEqualTo, greaterThan, greaterThanOrEqualTo, lessThan, lessThanOrEqualTo
        /// The field equals one of the values, or none of them.
        case `in`, notIn
        /// The field is in a range that includes both ends.
        case between
        /// The card's list contains all of the values, or none of them.
        case including, excluding
        /// All elements of the card's list are among the values, or none is.
        case includedIn, excludedFrom
    }

    /// A value to compare with. All values of one filter have the same type.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Value: Hashable, Sendable {
        /// A string, compared exactly and case-sensitively.
        case string(String)
        /// A number, compared by value: 1 equals 1.0.
        case number(JSONNumber)
        /// True or false.
        case bool(Bool)
        /// A point in time, to the millisecond.
        case date(Date)
    }

    /// - Throws: ``CardFilterError`` if field, operator and values do not fit together.
    public init(_ field: Field, _ operation: Operation, _ values: [Value]) throws(CardFilterError) {
        try Self.check(field, operation, values)
        self.field = field
        self.operation = operation
        self.values = values
    }

    /// Creates a filter with one value. Throws a ``CardFilterError`` if the three do not fit together.
    public init(_ field: Field, _ operation: Operation, _ value: Value) throws(CardFilterError) {
        try self.init(field, operation, [value])
    }

    // MARK: Rules

    private static func check(
        _ field: Field, _ operation: Operation, _ values: [Value]
    ) throws(CardFilterError) {
        guard let first = values.first else { throw .noValue }
        let type = first.typeName
        guard values.allSatisfy({ $0.typeName == type }) else { throw .mixedTypes }
        switch operation {
        case .between: guard values.count == 2 else { throw .wrongCount(expected: 2, found: values.count) }
        case .in, .notIn, .including, .excluding, .includedIn, .excludedFrom: break
        default: guard values.count == 1 else { throw .wrongCount(expected: 1, found: values.count) }
        }
        if let needed = field.neededType, needed != type { throw .wrongType(expected: needed, found: type) }
        guard first.operations.contains(operation), field.allows(operation) else {
            throw .operatorNotAllowed(operation, type: type)
        }
        try field.check()
        for case .date(let date) in values where !date.isWritable { throw .dateOutOfRange }
    }
}

/// Why a filter is invalid.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CardFilterError: Error, Hashable, Sendable {
    /// There are no values.
    case noValue
    /// The values have different types.
    case mixedTypes
    /// The values are for different fields.
    case mixedFields
    /// The operator takes a different number of values.
    case wrongCount(expected: Int, found: Int)
    /// The field has a different type from the values. Both are names of types.
    case wrongType(expected: String, found: String)
    /// The operator does not support values of this type, or the field.
    case operatorNotAllowed(CardFilter.Operation, type: String)
    /// A variable name, path or filter key is empty.
    case emptyName
    /// A filter key has more than 128 characters.
    case nameTooLong
    /// A number is infinite or NaN.
    case notFinite
    /// A date is outside the years 0 to 9999, the range of a timestamp.
    case dateOutOfRange
    /// A filter key contains a character other than letters, digits, `-`, `_` and `.`, or a path contains an empty
    /// part.
    case invalidName
}

extension CardFilterError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noValue: "a filter needs a value"
        case .mixedTypes: "all values of a filter must be of the same type"
        case .mixedFields: "all values of a filter must be for the same field"
        case .wrongCount(let expected, let found):
            "the operator needs \(expected == 1 ? "1 value" : "\(expected) values"), not \(found)"
        case .wrongType(let expected, let found):
            "the field can only be compared with a \(expected), not with a \(found)"
        case .operatorNotAllowed(let operation, let type):
            "\(operation.rawValue) cannot compare this field with a \(type)" + Self.advice(type)
        case .emptyName: "the name in a filter is empty"
        case .nameTooLong: "a filter key has at most 128 characters"
        case .notFinite: "a number in a filter must be finite"
        case .dateOutOfRange: "a date in a filter must be in a year from 0 to 9999"
        case .invalidName:
            "a filter key can have letters, digits, \"-\", \"_\" and \".\"; a path cannot have empty parts"
        }
    }

    /// The operators for a type, for fields without list operators.
    private static func advice(_ type: String) -> String {
        switch type {
        case "string": "; compare strings with equalTo, notEqualTo, in and notIn"
        case "boolean": "; compare booleans with equalTo and notEqualTo"
        default: "; including, excluding, includedIn and excludedFrom are for content and filterKey"
        }
    }
}

extension CardFilter.Value {
    /// Creates a value from a computed number. Literals need no initialiser: `.variable("amount", 0.5)`.
    ///
    /// - Throws: ``CardFilterError/notFinite`` for infinities and NaN, which JSON cannot hold.
    public init(_ number: Double) throws(CardFilterError) {
        guard let number = JSONNumber(number) else { throw .notFinite }
        self = .number(number)
    }

    /// The type's name: `string`, `number`, `boolean` or `date`.
    var typeName: String {
        switch self {
        case .string: "string"
        case .number: "number"
        case .bool: "boolean"
        case .date: "date"
        }
    }

    /// The operators that can compare this type. Strings and booleans have no order.
    var operations: Set<CardFilter.Operation> {
        let lists: Set<CardFilter.Operation> = [.including, .excluding, .includedIn, .excludedFrom]
        return switch self {
        case .bool: [.equalTo, .notEqualTo]
        case .string: lists.union([.equalTo, .notEqualTo, .in, .notIn])
        case .number, .date: Set(CardFilter.Operation.allCases)
        }
    }
}

extension CardFilter.Field {
    /// The type that values of the field must have; nil for any type.
    fileprivate var neededType: String? {
        switch self {
        case .priority: "number"
        case .createdDate: "date"
        case .templateID, .templateName, .cardInstanceID: "string"
        case .variable, .content, .filterKey: nil
        }
    }

    /// Only fields that can be lists support list operators; an instance id can only be compared for equality.
    fileprivate func allows(_ operation: CardFilter.Operation) -> Bool {
        switch (self, operation) {
        case (.content, _), (.filterKey, _): true
        case (_, .including), (_, .excluding), (_, .includedIn), (_, .excludedFrom): false
        case (.cardInstanceID, _): operation == .equalTo
        default: true
        }
    }

    fileprivate func check() throws(CardFilterError) {
        switch self {
        case .variable(let name): if name.isEmpty { throw .emptyName }
        case .content(let path):
            if path.isEmpty { throw .emptyName }
            if path.split(separator: ".", omittingEmptySubsequences: false).contains("") { throw .invalidName }
        case .filterKey(let key):
            if key.isEmpty { throw .emptyName }
            if key.count > 128 { throw .nameTooLong }
            if !TextFormat.name.matches(key) { throw .invalidName }
        case .priority, .createdDate, .templateID, .templateName, .cardInstanceID: break
        }
    }
}

extension CardFilterError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
