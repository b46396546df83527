/// The JSON Schema (draft 2020-12) of a card. It cannot express that names are unique, subviews exist and bounds are
/// ordered; ``CardValidation`` checks that.
public enum CardSchema {
    /// The JSON Schema, draft 2020-12, of the cards that servers accept.
    public static var json: JSONValue { Writer(isOfFiles: false).document }

    /// The schema of the card files that commands read. Times may also have the informal forms that the option
    /// `--expires` accepts; commands convert them to timestamps.
    package static var ofFiles: JSONValue { Writer(isOfFiles: true).document }
}

/// Writes a schema.
private struct Writer {
    /// Whether times may have the informal forms of ``CardSchema/ofFiles``.
    let isOfFiles: Bool

    private static let aboutTimes =
        " Commands also accept the forms that --expires accepts, such as 2h or fri 14:00, in the time zone of the machine they run on."

    var document: JSONValue {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Card",
            "description": "A card to publish. Members and component types not described here are allowed.",
        ]
        schema.fill(from: object(CardShapes.card))
        var definitions = JSONObject()
        for (name, shape) in CardShapes.definitions { definitions[name] = .object(schemaObject(shape)) }
        schema["$defs"] = .object(definitions)
        return .object(schema)
    }

    private func schemaObject(_ shape: Shape) -> JSONObject {
        switch shape {
        case .text(let lengths, let format):
            var schema: JSONObject = ["type": "string"]
            if lengths.lowerBound > 0 { schema["minLength"] = .number(JSONNumber(lengths.lowerBound)) }
            schema["maxLength"] = .number(JSONNumber(lengths.upperBound))
            if case .time = format, isOfFiles { return schema }
            schema.set("pattern", format?.pattern)
            if case .regexp = format { schema["format"] = "regex" }
            return schema
        case .duration(let range, let format):
            return [
                "anyOf": [.object(schemaObject(.text(1...64, format: format))), .object(schemaObject(.integer(range)))]
            ]
        case .choice(let choices): return ["type": "string", "enum": .array(choices.map(JSONValue.string))]
        case .integer(let range):
            return [
                "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
                "maximum": .number(JSONNumber(range.upperBound)),
            ]
        case .number: return ["type": "number"]
        case .bool: return ["type": "boolean"]
        case .anyObject: return ["type": "object"]
        case .list(let element, let count):
            var schema: JSONObject = ["type": "array", "items": .object(schemaObject(element))]
            if count.lowerBound > 0 { schema["minItems"] = .number(JSONNumber(count.lowerBound)) }
            schema["maxItems"] = .number(JSONNumber(count.upperBound))
            return schema
        case .map(let element, let count):
            return [
                "type": "object", "additionalProperties": .object(schemaObject(element)),
                "maxProperties": .number(JSONNumber(count.upperBound)),
            ]
        case .object(let fields): return object(fields)
        case .either(let shapes): return ["anyOf": .array(shapes.map { .object(schemaObject($0)) })]
        case .tagged(let tag, let variants, let allowsOthers): return tagged(tag, variants, allowsOthers)
        case .named(let name): return ["$ref": .string("#/$defs/\(name)")]
        }
    }

    private func object(_ fields: [Shape.Field]) -> JSONObject {
        var properties = JSONObject()
        for field in fields {
            var schema = schemaObject(field.shape)
            var about = field.about
            if isOfFiles, case .text(_, format: .time?) = field.shape { about += Self.aboutTimes }
            schema["description"] = .string(about)
            properties[field.name] = .object(schema)
        }
        var schema: JSONObject = ["type": "object"]
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    /// A condition for each variant; an unknown tag satisfies none of them.
    private func tagged(_ tag: String, _ variants: [Shape.Variant], _ allowsOthers: Bool) -> JSONObject {
        var tagSchema: JSONObject = ["type": "string"]
        if !allowsOthers { tagSchema["enum"] = .array(variants.map { .string($0.tag) }) }
        let conditions = variants.map { variant -> JSONValue in
            var then = object(variant.fields)
            then["description"] = .string(variant.about)
            return [
                "if": ["properties": .object([tag: ["const": .string(variant.tag)]]), "required": [.string(tag)]],
                "then": .object(then),
            ]
        }
        return [
            "type": "object", "properties": .object([tag: .object(tagSchema)]), "required": [.string(tag)],
            "allOf": .array(conditions),
        ]
    }
}
