internal import Cards

/// The OpenAPI 3.1 document of the server's HTTP interface: the file openapi.json with the schema of cards inserted.
enum OpenAPIDocument {
    static var json: JSONValue {
        // Parsing cannot fail, because the file is part of the program and the tests read it.
        guard var document = try? JSONParser.parse(PackageResources.openapi_json).object,
            var components = document["components"]?.object, var schemas = components["schemas"]?.object
        else { return .null }
        for (name, schema) in cardSchemas { schemas[name] = schema }
        components["schemas"] = .object(schemas)
        document["components"] = .object(components)
        return .object(document)
    }

    /// The schemas of a card and its parts, with references changed to the document's own schemas.
    private static var cardSchemas: [(name: String, schema: JSONValue)] {
        guard var card = referring(CardSchema.json).object else { return [] }
        let parts = card["$defs"]?.object?.members ?? []
        card["$defs"] = nil
        card["$schema"] = nil
        return [("Card", .object(card))] + parts.map { ("Card.\($0.key)", $0.value) }
    }

    private static func referring(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .object(var object):
            for (key, value) in object.members {
                if key == "$ref", let name = value.string?.split(separator: "/").last {
                    object[key] = .string("#/components/schemas/Card.\(name)")
                } else {
                    object[key] = referring(value)
                }
            }
            return .object(object)
        case .array(let values): return .array(values.map(referring))
        default: return schema
        }
    }
}
