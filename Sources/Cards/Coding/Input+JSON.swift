import struct Foundation.Date

extension Card.Input: JSONConvertible {
    /// The component types that are inputs.
    static let types: Set<String> = [
        "textInput", "numberInput", "switch", "stepper", "checkboxGroup", "radioGroup", "dropdown", "datePicker",
        "fileUpload",
    ]

    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        let kind = try Kind.read(&fields)
        self.init(
            id: fields.string("id"), name: try fields.requireString("name"), label: fields.string("label"),
            placeholder: fields.string("placeholder"), labelLayout: fields.choice("labelLayout") ?? .stacked,
            icon: fields.value("icon"), kind: kind,
            validation: fields.list("validation") { try? Card.ValidationRule(json: $0) } ?? [])
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": .string(kind.type)]
        object.set("id", id)
        object["name"] = .string(name)
        object.set("label", label)
        object.set("placeholder", placeholder)
        object.set("labelLayout", labelLayout, unless: .stacked)
        object.set("icon", icon?.json)
        kind.write(to: &object)
        if !validation.isEmpty { object["validation"] = .array(validation.map(\.json)) }
        return object.including(unknown)
    }
}

extension Card.Input.Kind {
    /// The component's `type`.
    public var type: String {
        switch self {
        case .text: "textInput"
        case .number: "numberInput"
        case .toggle: "switch"
        case .stepper: "stepper"
        case .checkboxGroup: "checkboxGroup"
        case .radioGroup: "radioGroup"
        case .dropdown: "dropdown"
        case .date: "datePicker"
        case .fileUpload: "fileUpload"
        }
    }

    fileprivate static func read(_ fields: inout FieldReader) throws(CardProblem) -> Card.Input.Kind {
        switch fields.string("type") {
        case "textInput":
            let lines = fields.take("numberOfLines") { $0.int.flatMap { $0 >= 1 ? $0 : nil } }
            return .text(defaultValue: fields.string("default") ?? "", numberOfLines: lines ?? 1)
        case "numberInput": return .number(defaultValue: fields.number("default"))
        case "switch": return .toggle(defaultValue: fields.bool("default") ?? false)
        case "stepper":
            return .stepper(
                defaultValue: fields.number("default"),
                minimum: try fields.require("minimum", "a number") { $0.number },
                maximum: try fields.require("maximum", "a number") { $0.number },
                step: fields.number("step") ?? JSONNumber(1))
        case "checkboxGroup":
            let items = try choices(&fields)
            return .checkboxGroup(items: items, defaultValue: fields.list("default") { $0.string } ?? [])
        case "radioGroup":
            return .radioGroup(items: try choices(&fields), defaultValue: fields.string("default"))
        case "dropdown":
            return .dropdown(items: try choices(&fields), defaultValue: fields.string("default"))
        case "datePicker": return .date(defaultValue: fields.day("default"))
        case "fileUpload":
            return .fileUpload(
                bucketID: try fields.requireString("bucketId"),
                allowedTypes: fields.choice("allowedTypes") ?? .staticImage)
        default: throw fields.problem("type", "the type of an input")
        }
    }

    private static func choices(_ fields: inout FieldReader) throws(CardProblem) -> [Card.Input.Choice] {
        guard let items = fields.list("items", { try? Card.Input.Choice(json: $0) }) else {
            throw fields.problem("items", "an array of choices")
        }
        return items
    }

    fileprivate func write(to object: inout JSONObject) {
        switch self {
        case .text(let value, let lines):
            object.set("default", value, unless: "")
            object.set("numberOfLines", lines, unless: 1)
        case .number(let value): object.set("default", value.map(JSONValue.number))
        case .toggle(let value): object.set("default", value, unless: false)
        case .stepper(let value, let minimum, let maximum, let step):
            object.set("default", value.map(JSONValue.number))
            object["minimum"] = .number(minimum)
            object["maximum"] = .number(maximum)
            if !step.isSameValue(as: JSONNumber(1)) { object["step"] = .number(step) }
        case .checkboxGroup(let items, let values):
            object["items"] = .array(items.map(\.json))
            if !values.isEmpty { object["default"] = .array(values.map(JSONValue.string)) }
        case .radioGroup(let items, let value), .dropdown(let items, let value):
            object["items"] = .array(items.map(\.json))
            object.set("default", value)
        case .date(let value): object.set("default", value?.dayOrTimestamp)
        case .fileUpload(let bucketID, let allowedTypes):
            object["bucketId"] = .string(bucketID)
            object.set("allowedTypes", allowedTypes, unless: .staticImage)
        }
    }
}

extension Card.Input.Choice: JSONConvertible {
    /// A string is both value and label.
    public init(json: JSONValue) throws(CardProblem) {
        if case .string(let value) = json {
            self.init(value: value)
            return
        }
        var fields = try FieldReader(json)
        self.init(value: try fields.requireString("value"), label: fields.string("label"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        if label == value, unknown.isEmpty { return .string(value) }
        var object: JSONObject = ["value": .string(value)]
        object.set("label", label, unless: value)
        return object.including(unknown)
    }
}

extension Card.ValidationRule: JSONConvertible {
    /// `{"rule": "minimum", "value": 3, "message": "…"}`; a rule without a value may be just its name: `"required"`.
    public init(json: JSONValue) throws(CardProblem) {
        if json.string == "required" {
            self.init(.required)
            return
        }
        var fields = try FieldReader(json)
        let name = try fields.requireString("rule")
        let rule: Rule?
        switch name {
        case "required": rule = .required
        case "requiredUnless": rule = fields.string("value").map { .requiredUnless($0) }
        case "minimum": rule = fields.number("value").map { .minimum($0) }
        case "maximum": rule = fields.number("value").map { .maximum($0) }
        case "minimumLength": rule = fields.int("value").map { .minimumLength($0) }
        case "maximumLength": rule = fields.int("value").map { .maximumLength($0) }
        case "minimumDate": rule = fields.day("value").map { .minimumDate($0) }
        case "maximumDate": rule = fields.day("value").map { .maximumDate($0) }
        case "regexp": rule = fields.string("value").map { .regexp($0) }
        case "maxSizeBytes": rule = fields.int("value").map { .maxSizeBytes($0) }
        case "minChecked": rule = fields.int("value").map { .minChecked($0) }
        case "maxChecked": rule = fields.int("value").map { .maxChecked($0) }
        default: rule = nil
        }
        self.init(rule ?? .unknown(name: name), message: fields.string("message"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        let (name, value): (String, JSONValue?) =
            switch rule {
            case .required: ("required", nil)
            case .requiredUnless(let name): ("requiredUnless", .string(name))
            case .minimum(let bound): ("minimum", .number(bound))
            case .maximum(let bound): ("maximum", .number(bound))
            case .minimumLength(let count): ("minimumLength", .number(JSONNumber(count)))
            case .maximumLength(let count): ("maximumLength", .number(JSONNumber(count)))
            case .minimumDate(let date): ("minimumDate", .string(date.dayOrTimestamp))
            case .maximumDate(let date): ("maximumDate", .string(date.dayOrTimestamp))
            case .regexp(let pattern): ("regexp", .string(pattern))
            case .maxSizeBytes(let count): ("maxSizeBytes", .number(JSONNumber(count)))
            case .minChecked(let count): ("minChecked", .number(JSONNumber(count)))
            case .maxChecked(let count): ("maxChecked", .number(JSONNumber(count)))
            case .unknown(let name): (name, nil)
            }
        var object: JSONObject = ["rule": .string(name)]
        object.set("value", value)
        object.set("message", message)
        return object.including(unknown)
    }
}
