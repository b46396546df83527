internal import AppRuntime
internal import Cards

/// A form from a flat JSON Schema: an object whose properties are strings, numbers, booleans or choices, as MCP
/// elicitation allows.
struct SchemaForm {
    /// The schema's title; nil for none.
    private(set) var title: String?
    /// The schema's description; nil for none.
    private(set) var text: String?
    private let inputs: [JSONValue]

    /// The maximum number of choices that are shown as radio buttons; more choices become a dropdown.
    private static let maxShown = 4
    /// The maximum size of an integer range that is shown as a stepper.
    private static let maxSteps = 100.0
    /// The maximum length in characters of a description that is shown as the placeholder of its field.
    private static let placeholderLimit = 60

    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` that names the property and what was expected.
    init(_ bytes: [UInt8], name: String) throws(CommandFailure) {
        let schema: JSONValue
        do { schema = try JSONParser.parse(bytes) } catch {
            throw CommandFailure(.usage, "\(name.shownAsFile): not JSON at \(error.description)")
        }
        func refused(_ pointer: String, _ expected: String) -> CommandFailure {
            CommandFailure(
                .usage,
                "\(name.shownAsFile): \(pointer.isEmpty ? "the schema" : pointer.escapingControls): expected \(expected)"
            )
        }
        guard schema["type"]?.string == "object", let properties = schema["properties"]?.object, !properties.isEmpty
        else { throw refused("", "{\"type\": \"object\", \"properties\": {…}} with at least one property") }
        title = Self.nonEmptyText(schema["title"])
        text = Self.nonEmptyText(schema["description"])
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        if let unknown = required.first(where: { properties[$0] == nil }) {
            throw refused("/required", "names of properties, found \"\(unknown.escapingControls)\"")
        }
        var inputs: [JSONValue] = []
        for (key, property) in properties.members {
            guard let input = Self.input(key, property, isRequired: required.contains(key)) else {
                throw refused(
                    "/properties/\(key)",
                    "the type string, number, integer or boolean, or an array of choices; nested objects are not "
                        + "allowed")
            }
            // A text field shows its description as a placeholder instead.
            if let text = Self.nonEmptyText(property["description"]), input["placeholder"] == nil {
                inputs.append(QuestionCard.text(MarkdownEscapes.adding(to: text), appearance: "tertiary"))
            }
            inputs.append(.object(input))
        }
        self.inputs = inputs
    }

    /// The values of an answer without those of empty fields, because "" and [] may not match the schema.
    static func filled(_ values: JSONObject) -> JSONObject {
        var filled = JSONObject()
        for (name, value) in values.members where value != "" && value != [] { filled[name] = value }
        return filled
    }

    /// A card with the form before its buttons.
    func adding(to card: JSONValue) -> JSONValue {
        guard var object = card.object, var content = object["content"]?.array else { return card }
        let buttons = content.lastIndex { $0["type"]?.string == "buttons" } ?? content.endIndex
        if content.indices.contains(buttons) { content[buttons] = Self.withOutcomes(content[buttons]) }
        content.insert(contentsOf: inputs, at: buttons)
        object["content"] = .array(content)
        return .object(object)
    }

    /// Gives the buttons outcomes: the first one means yes, all others mean no. A no can be sent without the required
    /// fields.
    private static func withOutcomes(_ component: JSONValue) -> JSONValue {
        guard var object = component.object, let buttons = object["buttons"]?.array else { return component }
        object["buttons"] = .array(
            buttons.enumerated().map { index, button in
                guard var button = button.object, var action = button["action"]?.object,
                    action["type"]?.string == "submit", action["outcome"] == nil
                else { return button }
                action["outcome"] = index == 0 ? "positive" : "negative"
                button["action"] = .object(action)
                return .object(button)
            })
        return .object(object)
    }

    // MARK: Inputs

    /// The input for a property; nil if its type is not supported.
    private static func input(_ key: String, _ property: JSONValue, isRequired: Bool) -> JSONObject? {
        var rules: [JSONValue] = isRequired ? ["required"] : []
        guard var input = typed(property, &rules) else { return nil }
        input["name"] = .string(key)
        input["label"] = .string(nonEmptyText(property["title"]) ?? key)
        if let text = nonEmptyText(property["description"]), input["type"]?.string == "textInput",
            text.count <= placeholderLimit
        {
            input["placeholder"] = .string(text)
        }
        if let value = property["default"], value != .null { input["default"] = value }
        if !rules.isEmpty { input["validation"] = .array(rules) }
        return input
    }

    private static func typed(_ property: JSONValue, _ rules: inout [JSONValue]) -> JSONObject? {
        switch property["type"]?.string {
        case "string":
            if let choices = choices(in: property) {
                return ["type": choices.count > maxShown ? "dropdown" : "radioGroup", "items": .array(choices)]
            }
            if property["format"]?.string == "date" { return ["type": "datePicker"] }
            add("minimumLength", property["minLength"], to: &rules)
            add("maximumLength", property["maxLength"], to: &rules)
            switch property["format"]?.string {
            case "email": add("regexp", "^[^@\\s]+@[^@\\s]+$", to: &rules)
            case "uri": add("regexp", "^[A-Za-z][A-Za-z0-9+.-]*:.+$", to: &rules)
            case "date-time":
                let zone = "(Z|[+-]\\d{2}:\\d{2})"
                add("regexp", .string("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?\(zone)$"), to: &rules)
            default: break
            }
            return ["type": "textInput"]
        case "number", "integer":
            let isWhole = property["type"]?.string == "integer"
            // A stepper needs an initial value, which must come from the schema.
            if isWhole, property["default"] != nil, case .number(let least)? = property["minimum"],
                case .number(let most)? = property["maximum"],
                least.double <= most.double, most.double - least.double <= maxSteps
            {
                return ["type": "stepper", "minimum": .number(least), "maximum": .number(most)]
            }
            add("minimum", property["minimum"], to: &rules)
            add("maximum", property["maximum"], to: &rules)
            return ["type": "numberInput"]
        case "boolean": return ["type": "switch"]
        case "array":
            guard let items = property["items"], let choices = choices(in: items) else { return nil }
            // A list that is not required may be empty.
            if !rules.isEmpty || property["minItems"]?.int != 1 { add("minChecked", property["minItems"], to: &rules) }
            add("maxChecked", property["maxItems"], to: &rules)
            return ["type": "checkboxGroup", "items": .array(choices)]
        default: return nil
        }
    }

    /// The choices of a string: `enum`, with `enumNames`, or `oneOf` and `anyOf` with titles. Nil if any string is
    /// allowed.
    private static func choices(in property: JSONValue) -> [JSONValue]? {
        if let values = property["enum"]?.array?.compactMap(\.string), !values.isEmpty {
            let names = property["enumNames"]?.array?.compactMap(\.string) ?? []
            return values.enumerated().map { index, value in
                choice(value, names.indices.contains(index) ? names[index] : nil)
            }
        }
        guard let options = (property["oneOf"] ?? property["anyOf"])?.array else { return nil }
        let choices = options.compactMap { option in
            option["const"]?.string.map { choice($0, option["title"]?.string) }
        }
        return choices.count == options.count && !choices.isEmpty ? choices : nil
    }

    private static func choice(_ value: String, _ label: String?) -> JSONValue {
        var choice: JSONObject = ["value": .string(value)]
        if let label, !label.isEmpty { choice["label"] = .string(label) }
        return .object(choice)
    }

    /// The text of a JSON string; nil if it is missing or empty.
    private static func nonEmptyText(_ json: JSONValue?) -> String? {
        json?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func add(_ rule: String, _ value: JSONValue?, to rules: inout [JSONValue]) {
        guard let value else { return }
        rules.append(["rule": .string(rule), "value": value])
    }
}
