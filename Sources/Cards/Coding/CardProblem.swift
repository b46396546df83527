/// What is wrong at one place of a card's JSON, for the person who wrote it.
public struct CardProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON pointer (RFC 6901) to the value; empty for the whole document.
    public var pointer: String
    /// What should stand there, for people.
    public var expected: String
    /// What stands there instead, shortened; it comes from outside, so sanitise before showing.
    public var found: String
    /// What to do about it, where that is not plain from ``expected``.
    public var hint: String?

    /// See the properties.
    public init(pointer: String, expected: String, found: String, hint: String? = nil) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
        self.hint = hint
    }

    /// The same, with what was found put into words; nil for nothing.
    public init(pointer: String, expected: String, found: JSONValue?, hint: String? = nil) {
        self.init(pointer: pointer, expected: expected, found: Self.summary(of: found), hint: hint)
    }

    /// One sentence: place, expectation, finding, advice.
    public var description: String {
        let place = pointer.isEmpty ? "the card" : pointer
        return "\(place): expected \(expected), found \(found)" + (hint.map { ". \($0)" } ?? "")
    }

    /// One key or index as a part of a pointer, with its slash.
    static func pointerPart(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return "/" + key }
        return "/"
            + key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }

    private static func summary(of value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        switch value {
        case .array(let elements): return "an array of \(elements.count)"
        case .object(let object): return "an object with \(object.count) member\(object.count == 1 ? "" : "s")"
        case .null, .bool, .number, .string:
            let text = value.text()
            return text.count <= 60 ? text : text.prefix(57) + "…"
        }
    }
}

/// Why bytes could not be read as a card at all.
public enum CardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no JSON.
    case json(JSONError)
    /// It is JSON, but no card.
    case card(CardProblem)

    public var description: String {
        switch self {
        case .json(let error): "not valid JSON: \(error)"
        case .card(let problem): problem.description
        }
    }
}
