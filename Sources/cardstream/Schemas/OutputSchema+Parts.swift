internal import Cards

/// Functions that build schemas.
extension OutputSchema {
    /// A complete schema for an object.
    static func schema(_ title: String, required: [String], _ members: [String: JSONValue]) -> JSONValue {
        document(title, object(required: required, members))
    }

    /// A complete schema for a list.
    static func schema(_ title: String, listing element: JSONObject) -> JSONValue {
        document(title, ["type": "array", "items": .object(element)])
    }

    private static func document(_ title: String, _ content: JSONObject) -> JSONValue {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
        ]
        for (name, value) in content.members { schema[name] = value }
        return .object(schema)
    }

    static func object(required: [String], _ members: [String: JSONValue]) -> JSONObject {
        var properties = JSONObject()
        for (name, schema) in members.sorted(by: { $0.key < $1.key }) { properties[name] = schema }
        return [
            "type": "object", "required": .array(required.map { .string($0) }), "properties": .object(properties),
        ]
    }

    /// The schema of a member that is an object.
    static func part(_ about: String, required: [String], _ members: [String: JSONValue]) -> JSONValue {
        described(object(required: required, members), about)
    }

    /// The schema of an object with arbitrary member names.
    static func map(_ about: String, of value: JSONValue) -> JSONValue {
        described(["type": "object", "additionalProperties": value], about)
    }

    static func list(_ about: String, of element: JSONValue) -> JSONValue {
        described(["type": "array", "items": element], about)
    }

    static func anyObject(_ about: String) -> JSONValue { described(["type": "object"], about) }

    static func text(_ about: String) -> JSONValue { described(["type": "string"], about) }

    static func time(_ about: String) -> JSONValue { described(["type": "string", "format": "date-time"], about) }

    static func number(_ about: String) -> JSONValue { described(["type": "integer", "minimum": 0], about) }

    static func flag(_ about: String) -> JSONValue { described(["type": "boolean"], about) }

    static func choice(_ names: [String], _ about: String) -> JSONValue {
        described(["type": "string", "enum": .array(names.map { .string($0) })], about)
    }

    static func choice<Name: RawRepresentable<String> & CaseIterable>(_ names: Name.Type, _ about: String) -> JSONValue
    {
        choice(names.allCases.map(\.rawValue), about)
    }

    private static func described(_ schema: JSONObject, _ about: String) -> JSONValue {
        var schema = schema
        schema["description"] = .string(about)
        return .object(schema)
    }

    /// The members that mark counts as possibly old.
    static var age: [String: JSONValue] {
        [
            "old": flag("True if the counts are old because the feed did not respond; otherwise omitted."),
            "synced": time("When the viewer last received all cards from the server."),
        ]
    }

    /// The members `total`, `unseen` and `streams` of counts.
    static var counts: [String: JSONValue] {
        let numbers = [
            "total": number("The number of active cards."),
            "unseen": number("The number of active cards that the user has not seen."),
        ]
        return numbers.merging([
            "streams": map(
                "The card counts of each stream.", of: .object(object(required: ["total", "unseen"], numbers)))
        ]) { $1 }
    }
}
