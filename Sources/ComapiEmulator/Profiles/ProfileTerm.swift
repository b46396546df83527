import Cards

/// One condition of a search for profiles, in the syntax of mongo-querystring: the operator is at the start of the
/// value, `age=>18`.
struct ProfileTerm: Hashable, Sendable {
    enum Condition: Hashable, Sendable {
        case equal(QueryValue)
        case unequal(QueryValue)
        case greater(QueryValue)
        case greaterOrEqual(QueryValue)
        case less(QueryValue)
        case lessOrEqual(QueryValue)
        /// Ignores case, as do the next two.
        case startsWith(String)
        case endsWith(String)
        case contains(String)
        case isIn([QueryValue])
        case isNotIn([QueryValue])
        case exists
        case isAbsent
    }

    /// The names of nested members, outermost first: `address.city`.
    private let path: [Substring]
    private let condition: Condition

    init(name: String, _ condition: Condition) {
        path = name.split(separator: ".", omittingEmptySubsequences: false)
        self.condition = condition
    }

    /// Reads a term. "Unequal" can be `=!` or `!=`: with the latter, the name ends with an exclamation mark.
    init(name: String, value: String) {
        if name.last == "!" {
            self.init(name: String(name.dropLast()), .unequal(QueryValue(Substring(value))))
        } else {
            self.init(name: name, Self.condition(value))
        }
    }

    private static func condition(_ value: String) -> Condition {
        let rest = value.dropFirst()
        switch value.first {
        case nil: return .exists
        case "!": return rest.isEmpty ? .isAbsent : .unequal(QueryValue(rest))
        case ">": return rest.first == "=" ? .greaterOrEqual(QueryValue(rest.dropFirst())) : .greater(QueryValue(rest))
        case "<": return rest.first == "=" ? .lessOrEqual(QueryValue(rest.dropFirst())) : .less(QueryValue(rest))
        case "^": return .startsWith(String(rest).lowercased())
        case "$": return .endsWith(String(rest).lowercased())
        case "~": return .contains(String(rest).lowercased())
        default: return .equal(QueryValue(Substring(value)))
        }
    }

    func holds(for profile: JSONObject) -> Bool {
        var value: JSONValue? = .object(profile)
        for name in path { value = value?[String(name)] }
        // An array matches if one of its elements matches, as in MongoDB.
        let candidates = value.map { $0.array ?? [$0] } ?? []
        let any = { (test: (JSONValue) -> Bool) in candidates.contains(where: test) }
        let anyText = { (test: (String) -> Bool) in any { $0.string.map { test($0.lowercased()) } ?? false } }
        return switch condition {
        case .equal(let wanted): any(wanted.isEqual)
        case .unequal(let wanted): !any(wanted.isEqual)
        case .greater(let bound): any { bound.isLess(than: $0) }
        case .greaterOrEqual(let bound): any { bound.isLess(than: $0) || bound.isEqual($0) }
        case .less(let bound): any { bound.isGreater(than: $0) }
        case .lessOrEqual(let bound): any { bound.isGreater(than: $0) || bound.isEqual($0) }
        case .startsWith(let part): anyText { $0.hasPrefix(part) }
        case .endsWith(let part): anyText { $0.hasSuffix(part) }
        case .contains(let part): anyText { Self.contains($0, part) }
        case .isIn(let wanted): any { value in wanted.contains { $0.isEqual(value) } }
        case .isNotIn(let wanted): !any { value in wanted.contains { $0.isEqual(value) } }
        case .exists: value != nil
        case .isAbsent: value == nil
        }
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard !part.isEmpty else { return true }
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}
