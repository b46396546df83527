extension CardBody: JSONConvertible {
    /// Reads a card leniently for display: it fails only if the value is not an object. A component that cannot be read
    /// becomes ``Card/Component/unknown(type:_:)``, any other member its default; both are preserved for the round
    /// trip. Publishers should use ``CardValidation`` instead.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(
            lifecycleID: fields.string("lifecycleId"), template: fields.value("template"),
            eventName: fields.string("eventName"),
            priority: fields.take("priority") { $0.int.flatMap { Self.priorities.contains($0) ? $0 : nil } }
                ?? Self.defaultPriority,
            publishAt: fields.date("publishAt"), expiresAt: fields.date("expiresAt"),
            expiresIn: fields.duration("expiresIn"), autoDismiss: fields.take("autoDismiss", Self.autoDismiss),
            answered: fields.value("answered"), ask: fields.value("ask"), allowsUndo: fields.bool("undo") ?? true,
            isUnattended: fields.bool("unattended") ?? false, metadata: fields.object("metadata") ?? [:],
            variables: fields.list("variables") { try? RuntimeVariable(json: $0) } ?? [],
            actions: fields.value("actions") ?? ActionProperties(),
            components: fields.list("content") { Card.Component(lenient: $0) } ?? [],
            subviews: fields.take("subviews") { Self.subviews($0) } ?? [:],
            pages: fields.take("pages") { Self.pages($0) } ?? [:])
        unknown = fields.unknown
        if ask != nil { ask?.digest = CardDigest(of: json) }
    }

    /// Decodes UTF-8 JSON like ``init(json:)``.
    /// - Throws: ``CardError`` if the bytes are not JSON or not an object.
    public static func decode(_ bytes: [UInt8]) throws(CardError) -> CardBody {
        let json: JSONValue
        do { json = try JSONParser.parse(bytes) } catch { throw .json(error) }
        do { return try CardBody(json: json) } catch { throw .card(error) }
    }

    /// The value of `autoDismiss` in seconds; nil if it is not a whole number of seconds or not in
    /// ``autoDismissTimes``.
    package static func autoDismiss(_ json: JSONValue) -> Int? {
        guard let length = CardDuration.text(of: json).flatMap({ CardDuration($0) })?.length,
            let seconds = Int(exactly: length), autoDismissTimes.contains(seconds)
        else { return nil }
        return seconds
    }

    private static func subviews(_ json: JSONValue) -> [String: Card.Subview]? {
        guard let object = json.object else { return nil }
        var subviews: [String: Card.Subview] = [:]
        for (id, value) in object.members {
            // If one subview is invalid, all subviews stay among the unknown members, which preserves them for the
            // round trip.
            guard let subview = try? Card.Subview(json: value) else { return nil }
            subviews[id] = subview
        }
        return subviews
    }

    /// If one page is invalid, all pages stay among the unknown members, as in ``subviews(_:)``.
    private static func pages(_ json: JSONValue) -> [String: [Card.Component]]? {
        guard let object = json.object else { return nil }
        var pages: [String: [Card.Component]] = [:]
        for (name, value) in object.members {
            guard let page = value.array else { return nil }
            let components = page.compactMap { Card.Component(lenient: $0) }
            guard components.count == page.count else { return nil }
            pages[name] = components
        }
        return pages
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.set("lifecycleId", lifecycleID)
        object.set("template", template?.json)
        object.set("eventName", eventName)
        object.set("priority", priority, unless: Self.defaultPriority)
        object.set("publishAt", publishAt?.rfc3339)
        object.set("expiresAt", expiresAt?.rfc3339)
        object.set("expiresIn", expiresIn)
        if let autoDismiss { object["autoDismiss"] = .number(JSONNumber(autoDismiss)) }
        object.set("answered", answered?.json)
        object.set("ask", ask?.json)
        object.set("undo", allowsUndo, unless: true)
        object.set("unattended", isUnattended, unless: false)
        if !metadata.isEmpty { object["metadata"] = .object(metadata) }
        if !variables.isEmpty { object["variables"] = .array(variables.map(\.json)) }
        if actions != ActionProperties() { object["actions"] = actions.json }
        object["content"] = .array(components.map(\.json))
        if !subviews.isEmpty {
            let members = subviews.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.json) }
            object["subviews"] = .object(JSONObject(uniqueMembers: members))
        }
        if !pages.isEmpty {
            let members = pages.sorted { $0.key < $1.key }.map { page in
                (key: page.key, value: JSONValue.array(page.value.map(\.json)))
            }
            object["pages"] = .object(JSONObject(uniqueMembers: members))
        }
        return object.including(unknown)
    }

    /// Encodes as compact UTF-8 JSON. Members with their default value are left out; `content` has no default.
    public func encoded() -> [UInt8] { json.encoded() }
}

extension CardBody.Template: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(id: try fields.requireString("id"), name: fields.string("name") ?? "")
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        object.set("name", name, unless: "")
        return object.including(unknown)
    }
}

extension Card.Subview: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(
            title: fields.string("title") ?? "",
            components: fields.list("content") { Card.Component(lenient: $0) } ?? [])
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.set("title", title, unless: "")
        object["content"] = .array(components.map(\.json))
        return object.including(unknown)
    }
}

extension RuntimeVariable: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(name: try fields.requireString("name"), defaultValue: fields.string("default") ?? "")
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object.set("default", defaultValue, unless: "")
        return object.including(unknown)
    }
}
