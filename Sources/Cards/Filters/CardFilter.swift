public import struct Foundation.Date

/// One condition on cards. Several in a list must all hold; a filter by card instance id stands alone: with it in a
/// list, only the first such counts and everything else is left aside.
///
/// JSON: `{"field": "priority", "operator": "lessThan", "value": 4}`, and for the fields with an argument
/// `{"field": "variable", "name": "amount", …}`. A date is `{"date": "2026-07-31T09:00:00Z"}`.
public struct CardFilter: Hashable, Sendable {
    /// What of the card is compared.
    public let field: Field
    /// How it is compared.
    public let operation: Operation
    /// One value; two for `between`; any number for the operators on lists.
    public let values: [Value]

    /// What is compared.
    public enum Field: Hashable, Sendable {
        /// From 1 (top) to 10; a number.
        case priority
        /// When the card was made, to the millisecond; a date.
        case createdDate
        /// The id of the card's template; a text.
        case templateID
        /// Of an untitled template, and of a card without template, the empty string.
        case templateName
        /// A runtime variable by name; compared as text, number, date or truth value by the type of the filter's value.
        case variable(String)
        /// The card's id; a text. Alone, see ``CardFilter``.
        case cardInstanceID
        /// A place in the card's JSON by a dotted path: `content.0.text`, `template.name`.
        case content(String)
        /// A member of the card's metadata.
        case filterKey(String)
    }

    /// How a field is compared with the values.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// With one value; above and below for numbers and dates only.
        case equalTo, notEqualTo, greaterThan, greaterThanOrEqualTo, lessThan, lessThanOrEqualTo
        /// The field is, or is not, one of the values.
        case `in`, notIn
        /// From the first value to the second, both included.
        case between
        /// The card's list holds all of the values; holds none of them.
        case including, excluding
        /// Every element of the card's list is among the values; none is.
        case includedIn, excludedFrom
    }

    /// What a field is compared with. All values of one filter are of one type.
    public enum Value: Hashable, Sendable {
        /// A text; compared as it stands, with its case.
        case string(String)
        /// Compared by its amount: 1 is 1.0.
        case number(JSONNumber)
        /// True or false.
        case bool(Bool)
        /// A point in time, to the millisecond.
        case date(Date)
    }

    /// - Throws: ``CardFilterError`` when field, operator and values do not go together.
    public init(_ field: Field, _ operation: Operation, _ values: [Value]) throws(CardFilterError) {
        try Self.check(field, operation, values)
        self.field = field
        self.operation = operation
        self.values = values
    }

    /// With one value. Throws a ``CardFilterError`` when the three do not go together.
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

/// Why a filter cannot be made.
public enum CardFilterError: Error, Hashable, Sendable {
    /// There is nothing to compare with.
    case noValue
    /// The values are of several types.
    case mixedTypes
    /// Values of one filter are for different fields.
    case mixedFields
    /// The operator takes another number of values.
    case wrongCount(expected: Int, found: Int)
    /// The field is of another type than the values; both in words.
    case wrongType(expected: String, found: String)
    /// The operator does not go with values of this type, or with the field.
    case operatorNotAllowed(CardFilter.Operation, type: String)
    /// A variable name, path or filter key is empty.
    case emptyName
    /// A filter key has more than 128 characters.
    case nameTooLong
    /// A number that is infinite, or none.
    case notFinite
    /// A date out of the years 0 to 9999, which is all that a timestamp can hold.
    case dateOutOfRange
    /// A filter key holds something else than letters, digits, `-`, `_` and `.`, or a path an empty part.
    case invalidName
}

extension CardFilterError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noValue: "a filter needs a value"
        case .mixedTypes: "the values of a filter must be of one type"
        case .mixedFields: "the values of a filter must be for one field"
        case .wrongCount(let expected, let found): "this operator takes \(expected) values, not \(found)"
        case .wrongType(let expected, let found): "this field is compared with a \(expected), not a \(found)"
        case .operatorNotAllowed(let operation, let type):
            "\(operation.rawValue) does not go with a \(type) here" + Self.advice(type)
        case .emptyName: "the name in a filter is empty"
        case .nameTooLong: "a filter key has at most 128 characters"
        case .notFinite: "a filter compares with a number that is finite"
        case .dateOutOfRange: "a date in a filter is of the years 0 to 9999"
        case .invalidName: "a filter key has letters, digits, \"-\", \"_\" and \".\" only; a path no empty parts"
        }
    }

    /// What goes with values of a type, where a field may not be asked for a list.
    private static func advice(_ type: String) -> String {
        switch type {
        case "string": "; texts are compared by equalTo, notEqualTo, in and notIn"
        case "truth value": "; truth values are compared by equalTo and notEqualTo"
        default: "; including, excluding, includedIn and excludedFrom are for content and filterKey"
        }
    }
}

extension CardFilter.Value {
    /// A number that was computed. One that is written down needs no initialiser: `.variable("amount", 0.5)`.
    ///
    /// - Throws: ``CardFilterError/notFinite`` for infinities and NaN, which JSON cannot hold.
    public init(_ number: Double) throws(CardFilterError) {
        guard let number = JSONNumber(number) else { throw .notFinite }
        self = .number(number)
    }

    /// In words: `string`, `number`, `truth value`, `date`.
    var typeName: String {
        switch self {
        case .string: "string"
        case .number: "number"
        case .bool: "truth value"
        case .date: "date"
        }
    }

    /// Texts and truth values have no order here.
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
    /// The type a field's value must have; nil where any will do.
    fileprivate var neededType: String? {
        switch self {
        case .priority: "number"
        case .createdDate: "date"
        case .templateID, .templateName, .cardInstanceID: "string"
        case .variable, .content, .filterKey: nil
        }
    }

    /// Only fields that may hold a list take the operators on lists; an instance id is only ever looked for.
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
