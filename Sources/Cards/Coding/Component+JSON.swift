extension Card.Component: JSONConvertible {
    /// Reads one component. Never fails for an object, because an unreadable component becomes ``unknown(type:_:)``.
    public init(json: JSONValue) throws(CardProblem) {
        guard case .object(let object) = json else {
            throw CardProblem(pointer: "", expected: "an object with a type", found: json)
        }
        let type = object["type"]?.string ?? ""
        do {
            switch type {
            case "category": self = .category(try Card.Category(json: json))
            case "headline": self = .headline(try Card.Headline(json: json))
            case "text": self = .text(try Card.TextBlock(json: json))
            case "list": self = .list(try Card.ListBlock(json: json))
            case "image", "video": self = .media(try Card.Media(json: json))
            case "carousel": self = .carousel(try Card.Carousel(json: json))
            case "buttons": self = .buttons(try Card.ButtonContainer(json: json))
            case "loadMore": self = .loadMore(try Card.LoadMore(json: json))
            default:
                self =
                    Card.Input.types.contains(type) ? .input(try Card.Input(json: json)) : .unknown(type: type, object)
            }
        } catch {
            // The type is known but required members are missing; validation reports why to the publisher.
            self = .unknown(type: type, object)
        }
    }

    /// Nil if the value is not an object, so that the list that contains it is preserved unchanged.
    init?(lenient json: JSONValue) {
        guard let component = try? Card.Component(json: json) else { return nil }
        self = component
    }

    public var json: JSONValue {
        switch self {
        case .category(let category): category.json
        case .headline(let headline): headline.json
        case .text(let text): text.json
        case .list(let list): list.json
        case .media(let media): media.json
        case .carousel(let carousel): carousel.json
        case .buttons(let buttons): buttons.json
        case .input(let input): input.json
        case .loadMore(let element): element.json
        case .unknown(_, let object): .object(object)
        }
    }
}

extension Card.Category: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        self.init(
            id: fields.string("id"), text: try fields.requireString("text"), subText: fields.string("subText"),
            icon: fields.value("icon"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "category"]
        object.set("id", id)
        object["text"] = .string(text)
        object.set("subText", subText)
        object.set("icon", icon?.json)
        return object.including(unknown)
    }
}

extension Card.Headline: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        self.init(
            id: fields.string("id"), text: try fields.requireString("text"),
            appearance: fields.choice("appearance") ?? .h1, icon: fields.value("icon"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "headline"]
        object.set("id", id)
        object["text"] = .string(text)
        object.set("appearance", appearance, unless: .h1)
        object.set("icon", icon?.json)
        return object.including(unknown)
    }
}

extension Card.TextBlock: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        self.init(
            id: fields.string("id"), text: try fields.requireString("text"),
            appearance: fields.choice("appearance") ?? .primary, icon: fields.value("icon"),
            expand: fields.value("expand"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "text"]
        object.set("id", id)
        object["text"] = .string(text)
        object.set("appearance", appearance, unless: .primary)
        object.set("icon", icon?.json)
        object.set("expand", expand?.json)
        return object.including(unknown)
    }
}

extension Card.ClickToExpand: JSONConvertible {
    /// A number alone is the number of lines.
    public init(json: JSONValue) throws(CardProblem) {
        let lines: (JSONValue) -> Int? = { $0.int.flatMap { $0 >= 1 ? $0 : nil } }
        if let lines = lines(json) {
            self.init(maxDisplayLines: lines)
            return
        }
        var fields = try FieldReader(json)
        self.init(maxDisplayLines: try fields.require("maxDisplayLines", "a whole number of at least 1", lines))
        if let label = fields.string("showTextLabel") { showTextLabel = label }
        if let label = fields.string("hideTextLabel") { hideTextLabel = label }
        unknown = fields.unknown
    }

    public var json: JSONValue {
        let plain = Card.ClickToExpand(maxDisplayLines: maxDisplayLines)
        if self == plain { return .number(JSONNumber(maxDisplayLines)) }
        var object: JSONObject = ["maxDisplayLines": .number(JSONNumber(maxDisplayLines))]
        object.set("showTextLabel", showTextLabel, unless: plain.showTextLabel)
        object.set("hideTextLabel", hideTextLabel, unless: plain.hideTextLabel)
        return object.including(unknown)
    }
}

extension Card.ListBlock: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        guard let items = fields.list("items", { try? Item(json: $0) }) else {
            throw fields.problem("items", "an array of strings")
        }
        self.init(
            id: fields.string("id"), style: fields.choice("style") ?? .unordered, items: items,
            appearance: fields.choice("appearance") ?? .primary, expand: fields.value("expand"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "list"]
        object.set("id", id)
        object.set("style", style, unless: .unordered)
        object["items"] = .array(items.map(\.json))
        object.set("appearance", appearance, unless: .primary)
        object.set("expand", expand?.json)
        return object.including(unknown)
    }
}

extension Card.ListBlock.Item: JSONConvertible {
    /// A string, or an object with `text` and, for a nested list, `items`.
    public init(json: JSONValue) throws(CardProblem) {
        if case .string(let text) = json {
            self.init(text: text)
            return
        }
        var fields = try FieldReader(json)
        self.init(
            text: try fields.requireString("text"), icon: fields.value("icon"),
            items: fields.list("items") { try? Card.ListBlock.Item(json: $0) } ?? [])
        unknown = fields.unknown
    }

    public var json: JSONValue {
        if icon == nil, items.isEmpty, unknown.isEmpty { return .string(text) }
        var object: JSONObject = ["text": .string(text)]
        object.set("icon", icon?.json)
        if !items.isEmpty { object["items"] = .array(items.map(\.json)) }
        return object.including(unknown)
    }
}

extension Card.Icon: JSONConvertible {
    /// A string is a Font Awesome name.
    public init(json: JSONValue) throws(CardProblem) {
        if case .string(let name) = json {
            self.init(name: name)
            return
        }
        var fields = try FieldReader(json)
        self.init(
            name: fields.string("name"), url: fields.string("url"), alternativeText: fields.string("alternativeText"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        if let name, url == nil, alternativeText == nil, unknown.isEmpty { return .string(name) }
        var object = JSONObject()
        object.set("name", name)
        object.set("url", url)
        object.set("alternativeText", alternativeText)
        return object.including(unknown)
    }
}
