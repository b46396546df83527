import Cards

/// A value in a search for profiles. In single quotes it is only a string. Without quotes it is a string, and
/// additionally a boolean if it is `true` or `false`, or a number if it looks like one.
struct QueryValue: Hashable, Sendable {
    private let text: String
    private let other: JSONValue?

    init(_ source: Substring) {
        if source.count > 1, source.first == "'", source.last == "'" {
            text = String(source.dropFirst().dropLast())
            other = nil
        } else {
            text = String(source)
            other =
                switch text.lowercased() {
                case "true": true
                case "false": false
                default: JSONNumber(literal: text).map(JSONValue.number)
                }
        }
    }

    func isEqual(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let string): string == text
        case .number(let number): other?.number?.isSameValue(as: number) == true
        case .bool: value == other
        case .null, .array, .object: false
        }
    }

    /// Whether this value is less than another one of the same type. Always false for other types.
    func isLess(than value: JSONValue) -> Bool {
        switch value {
        case .string(let string): text.utf8.lexicographicallyPrecedes(string.utf8)
        case .number(let number): other?.number?.isLess(than: number) == true
        case .null, .bool, .array, .object: false
        }
    }

    /// Whether this value is greater than another one of the same type. Always false for other types.
    func isGreater(than value: JSONValue) -> Bool {
        switch value {
        case .string(let string): string.utf8.lexicographicallyPrecedes(text.utf8)
        case .number(let number): other?.number.map { number.isLess(than: $0) } == true
        case .null, .bool, .array, .object: false
        }
    }
}
