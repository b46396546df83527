extension Card.ButtonContainer: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        guard let buttons = fields.list("buttons", { try? Card.Button(json: $0) }) else {
            throw fields.problem("buttons", "an array of buttons")
        }
        self.init(
            id: fields.string("id"), buttons: buttons, layout: fields.choice("layout") ?? .horizontal,
            width: fields.choice("width") ?? .hugLeading)
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "buttons"]
        object.set("id", id)
        object["buttons"] = .array(buttons.map(\.json))
        object.set("layout", layout, unless: .horizontal)
        object.set("width", width, unless: .hugLeading)
        return object.including(unknown)
    }
}

extension Card.Button: JSONConvertible {
    /// An `action` may be just the name of its type if it needs nothing else: `"action": "dismiss"`.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        let action = Card.ButtonAction.read(&fields)
        self.init(
            id: fields.string("id"), text: fields.string("text") ?? "", icon: fields.value("icon"),
            style: fields.choice("style") ?? .primary, action: action)
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.set("id", id)
        object["text"] = .string(text)
        object.set("icon", icon?.json)
        object.set("style", style, unless: .primary)
        object["action"] = action.json
        return object.including(unknown)
    }
}

extension Card.ButtonAction: JSONConvertible {
    /// - Throws: ``CardProblem`` unless the value is a string or an object. An object that is no valid known action
    ///   becomes ``unknown(type:_:)``.
    public init(json: JSONValue) throws(CardProblem) {
        if let action = Self.simple(json.string) {
            self = action
            return
        }
        // A type name that only a later version knows is preserved as the equivalent object.
        guard let object = json.object ?? json.string.map({ ["type": .string($0)] }) else {
            throw CardProblem(pointer: "", expected: "an action: an object with a type", found: json)
        }
        var fields = FieldReader(object)
        self = Self.read(action: &fields) ?? .unknown(type: object["type"]?.string ?? "", object)
    }

    /// Reads the `action` member of a button. Unknown members of a known action stay among the button's unknown
    /// members.
    fileprivate static func read(_ fields: inout FieldReader) -> Card.ButtonAction {
        if let short = fields.take("action", { Self.simple($0.string) }) { return short }
        if let known = fields.nested("action", { Self.read(action: &$0) }) { return known }
        return fields.value("action") ?? .doNothing
    }

    /// Actions that consist of their name alone.
    private static func simple(_ type: String?) -> Card.ButtonAction? {
        switch type {
        case "none": .doNothing
        case "snooze": .snooze(nil)
        case "dismiss": .dismiss
        case "voteUp": .voteUp
        case "voteDown": .voteDown
        default: nil
        }
    }

    private static func read(action fields: inout FieldReader) -> Card.ButtonAction? {
        let type = fields.string("type")
        switch type {
        case "link": return fields.string("url").map { .openLink(url: $0) }
        case "payload": return .passPayload(fields.object("payload") ?? [:])
        case "subview": return fields.string("subview").map { .openSubview(id: $0) }
        case "submit":
            guard let name = fields.string("name") else { return nil }
            let then = fields.nested("then") { fields -> AfterSubmit? in
                switch fields.string("type") {
                case "link": fields.string("url").map { .url($0) }
                case "payload": .payload(fields.object("payload") ?? [:])
                default: nil
                }
            }
            return .submit(
                Submission(
                    buttonName: name, values: fields.object("values") ?? [:], keepsCard: fields.bool("keeps") ?? false,
                    confirm: fields.string("confirm"), done: fields.string("done"), then: then,
                    outcome: fields.choice("outcome")))
        case "snooze":
            if let duration = fields.duration("for") { return .snooze(.duration(duration)) }
            return .snooze(fields.date("until").map { .until($0) })
        default: return simple(type)
        }
    }

    public var json: JSONValue {
        switch self {
        case .doNothing: return ["type": "none"]
        case .dismiss: return ["type": "dismiss"]
        case .voteUp: return ["type": "voteUp"]
        case .voteDown: return ["type": "voteDown"]
        case .openLink(let url): return ["type": "link", "url": .string(url)]
        case .passPayload(let payload): return ["type": "payload", "payload": .object(payload)]
        case .openSubview(let id): return ["type": "subview", "subview": .string(id)]
        case .snooze(.duration(let duration)): return ["type": "snooze", "for": .string(duration)]
        case .snooze(.until(let date)): return ["type": "snooze", "until": .string(date.rfc3339)]
        case .snooze(nil): return ["type": "snooze"]
        case .submit(let submission):
            var object: JSONObject = ["type": "submit", "name": .string(submission.buttonName)]
            object.set("keeps", submission.keepsCard, unless: false)
            object.set("confirm", submission.confirm)
            object.set("done", submission.done)
            object.set("outcome", submission.outcome?.rawValue)
            if !submission.values.isEmpty { object["values"] = .object(submission.values) }
            switch submission.then {
            case .url(let url): object["then"] = ["type": "link", "url": .string(url)]
            case .payload(let payload): object["then"] = ["type": "payload", "payload": .object(payload)]
            case nil: break
            }
            return .object(object)
        case .unknown(_, let object): return .object(object)
        }
    }
}
