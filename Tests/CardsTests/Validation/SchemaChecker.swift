import Cards

/// Checks JSON against the keywords of JSON Schema that the card schema uses. Fails for any other keyword, so that the
/// schema uses only keywords that are tested.
struct SchemaChecker {
    let root: JSONValue

    enum Failure: Error { case unknownKeyword(String), badSchema(String) }

    private static let annotations: Set<String> = ["$schema", "$defs", "title", "description", "format", "then"]

    func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        guard let object = schema.object else { throw Failure.badSchema(schema.text()) }
        for (keyword, argument) in object.members where !Self.annotations.contains(keyword) {
            if try !holds(value, keyword, argument, object) { return false }
        }
        return true
    }

    private func holds(
        _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject
    ) throws -> Bool {
        switch keyword {
        case "$ref":
            let name = argument.string?.split(separator: "/").last.map(String.init) ?? ""
            guard let target = root["$defs"]?[name] else { throw Failure.badSchema(name) }
            return try accepts(value, target)
        case "type":
            switch argument.string {
            case "string": return value.string != nil
            case "number": return value.number != nil
            case "integer": return value.int != nil
            case "boolean": return value.bool != nil
            case "array": return value.array != nil
            case "object": return value.object != nil
            default: throw Failure.badSchema(argument.text())
            }
        case "enum": return argument.array?.contains(value) ?? false
        case "const": return argument == value
        case "minLength": return try (value.string?.unicodeScalars.count).map { try $0 >= count(argument) } ?? true
        case "maxLength": return try (value.string?.unicodeScalars.count).map { try $0 <= count(argument) } ?? true
        case "pattern":
            guard let text = value.string, let pattern = argument.string else { return value.string == nil }
            return try Regex(pattern).firstMatch(in: text) != nil
        case "minimum": return try value.int.map { try $0 >= count(argument) } ?? true
        case "maximum": return try value.int.map { try $0 <= count(argument) } ?? true
        case "minItems": return try (value.array?.count).map { try $0 >= count(argument) } ?? true
        case "maxItems": return try (value.array?.count).map { try $0 <= count(argument) } ?? true
        case "maxProperties": return try (value.object?.count).map { try $0 <= count(argument) } ?? true
        case "items": return try value.array?.allSatisfy { try accepts($0, argument) } ?? true
        case "properties":
            return try argument.object?.members.allSatisfy { key, schema in
                try value[key].map { try accepts($0, schema) } ?? true
            } ?? true
        case "additionalProperties":
            return try value.object?.members.allSatisfy { try accepts($0.value, argument) } ?? true
        case "required":
            guard let object = value.object else { return true }
            return argument.array?.allSatisfy { object[$0.string ?? ""] != nil } ?? false
        case "anyOf": return try argument.array?.contains { try accepts(value, $0) } ?? false
        case "allOf": return try argument.array?.allSatisfy { try accepts(value, $0) } ?? false
        case "if":
            guard let then = schema["then"] else { throw Failure.badSchema("if without then") }
            return try !accepts(value, argument) || accepts(value, then)
        default: throw Failure.unknownKeyword(keyword)
        }
    }

    private func count(_ argument: JSONValue) throws -> Int {
        guard let count = argument.int else { throw Failure.badSchema(argument.text()) }
        return count
    }
}
