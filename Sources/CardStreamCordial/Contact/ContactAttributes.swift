import Cards

/// Converts attributes with dotted names to nested objects.
enum ContactAttributes {
    /// Whether a name can be sent: neither the name nor a part between dots is empty or contains a space.
    static func isValid(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && !part.contains { $0.isWhitespace }
        }
    }

    /// Converts `a.b` and `a.c` to one object `a`. If a name is both a value and the prefix of other names, the last
    /// one wins.
    static func nested(_ flat: JSONObject) -> JSONObject {
        var result = JSONObject()
        for (name, value) in flat.members {
            put(value, at: name.split(separator: ".").map(String.init)[...], into: &result)
        }
        return result
    }

    private static func put(_ value: JSONValue, at path: ArraySlice<String>, into object: inout JSONObject) {
        guard let name = path.first else { return }
        let rest = path.dropFirst()
        guard !rest.isEmpty else {
            object[name] = value
            return
        }
        var inner = object[name]?.object ?? [:]
        put(value, at: rest, into: &inner)
        object[name] = .object(inner)
    }

    /// Merges attributes; new values replace old ones.
    static func merged(_ old: JSONObject, _ new: JSONObject) -> JSONObject {
        var result = old
        for (name, value) in new.members { result[name] = value }
        return result
    }
}
