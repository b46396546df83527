import Cards

/// Attributes with dotted names, and the nested objects that they stand for.
enum ContactAttributes {
    /// Whether a name can be sent: neither it nor a part between dots is empty or has a space.
    static func isValid(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && !part.contains { $0.isWhitespace }
        }
    }

    /// `a.b` and `a.c` become one object `a`. Of a name that is both a value and the begin of others, the last one counts.
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

    /// Attributes with later ones over them.
    static func merged(_ old: JSONObject, _ new: JSONObject) -> JSONObject {
        var result = old
        for (name, value) in new.members { result[name] = value }
        return result
    }
}
