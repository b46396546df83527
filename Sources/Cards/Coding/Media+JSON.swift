extension Card.Media: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        let kind: Kind = try fields.requireChoice("type")
        self.init(
            id: fields.string("id"), kind: kind, url: try fields.requireString("url"),
            thumbnailURL: fields.string("thumbnailUrl"), layout: fields.choice("layout") ?? .inline,
            label: fields.string("label"), description: fields.string("description"),
            height: fields.choice("height") ?? .tall, alternativeText: fields.string("alternativeText"),
            thumbnailAlternativeText: fields.string("thumbnailAlternativeText"),
            showsActionLabel: fields.bool("showActionLabel") ?? true, action: ImageAction.read(&fields))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": .string(kind.rawValue)]
        object.set("id", id)
        object["url"] = .string(url)
        object.set("thumbnailUrl", thumbnailURL)
        object.set("layout", layout, unless: .inline)
        object.set("label", label)
        object.set("description", description)
        object.set("height", height, unless: .tall)
        object.set("alternativeText", alternativeText)
        object.set("thumbnailAlternativeText", thumbnailAlternativeText)
        object.set("showActionLabel", showsActionLabel, unless: true)
        object.set("action", action.json)
        return object.including(unknown)
    }
}

extension Card.Media.ImageAction {
    /// Reads the `action` member: either the name of an action type without further members, or an object with `type`.
    fileprivate static func read(_ fields: inout FieldReader) -> Card.Media.ImageAction {
        if let short = fields.take("action", { Self.simple($0.string) }) { return short }
        if let known = fields.nested("action", { Self.read(action: &$0) }) { return known }
        return fields.take("action") { json in
            (json.object ?? json.string.map { ["type": .string($0)] }).map {
                .unknown(type: $0["type"]?.string ?? "", $0)
            }
        } ?? .openSource
    }

    private static func simple(_ type: String?) -> Card.Media.ImageAction? {
        switch type {
        case "none": .doNothing
        case "source": .openSource
        default: nil
        }
    }

    private static func read(action fields: inout FieldReader) -> Card.Media.ImageAction? {
        let type = fields.string("type")
        switch type {
        case "link": return fields.string("url").map { .openLink(url: $0) }
        case "payload": return .passPayload(fields.object("payload") ?? [:])
        case "subview": return fields.string("subview").map { .openSubview(id: $0) }
        default: return simple(type)
        }
    }

    /// Nil for the default.
    fileprivate var json: JSONValue? {
        switch self {
        case .openSource: nil
        case .doNothing: ["type": "none"]
        case .openLink(let url): ["type": "link", "url": .string(url)]
        case .passPayload(let payload): ["type": "payload", "payload": .object(payload)]
        case .openSubview(let id): ["type": "subview", "subview": .string(id)]
        case .unknown(_, let object): .object(object)
        }
    }
}
