import Cards

/// A value in a search for profiles. In single quotes it is a text. Without them `true` and `false` are also the
/// booleans, and what looks like a number is also that number.
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

    /// Whether this value comes before another of the same type.
    func isLess(than value: JSONValue) -> Bool {
        switch value {
        case .string(let string): text.utf8.lexicographicallyPrecedes(string.utf8)
        case .number(let number): other?.number?.isLess(than: number) == true
        case .null, .bool, .array, .object: false
        }
    }

    /// Whether this value comes after another of the same type.
    func isGreater(than value: JSONValue) -> Bool {
        switch value {
        case .string(let string): string.utf8.lexicographicallyPrecedes(text.utf8)
        case .number(let number): other?.number.map { number.isLess(than: $0) } == true
        case .null, .bool, .array, .object: false
        }
    }
}
