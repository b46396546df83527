public import protocol Foundation.LocalizedError

/// A problem at one place of a card's JSON, for the author of the card.
public struct CardProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON pointer (RFC 6901) to the value; empty for the whole document.
    public var pointer: String
    /// A description of the expected value, for display.
    public var expected: String
    /// What was found instead, shortened. It is untrusted; sanitise it before display.
    public var found: String
    /// How to fix it, if that is not obvious from ``expected``.
    public var hint: String?

    /// Creates an instance with these properties.
    public init(pointer: String, expected: String, found: String, hint: String? = nil) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
        self.hint = hint
    }

    /// Creates a problem from the value that was found; nil means that the value is missing.
    public init(pointer: String, expected: String, found: JSONValue?, hint: String? = nil) {
        self.init(pointer: pointer, expected: expected, found: Self.summary(of: found), hint: hint)
    }

    /// One sentence with the location, the expected value, the found value and the hint.
    public var description: String {
        let place = pointer.isEmpty ? "the card" : pointer
        return "\(place): expected \(expected), found \(found)" + (hint.map { ". \($0)" } ?? "")
    }

    /// A key or an index as one segment of a JSON pointer, escaped and with its leading slash.
    static func pointerPart(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return "/" + key }
        return "/"
            + key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }

    private static func summary(of value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        switch value {
        case .array(let elements) where elements.isEmpty: return "an empty array"
        case .array(let elements): return "an array with \(elements.count) \(elements.count == 1 ? "entry" : "entries")"
        case .object(let object): return "an object with \(object.count) member\(object.count == 1 ? "" : "s")"
        case .null, .bool, .number, .string:
            let text = value.text()
            return text.count <= 60 ? text : text.prefix(57) + "…"
        }
    }
}

/// Why bytes could not be decoded as a card.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not JSON.
    case json(JSONError)
    /// The JSON is not a card.
    case card(CardProblem)

    public var description: String {
        switch self {
        case .json(let error): "not valid JSON: \(error)"
        case .card(let problem): problem.description
        }
    }
}

extension CardProblem: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension CardError: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
