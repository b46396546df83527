package import Cards

/// A form's values in the format in which they are stored between runs of the program.
///
/// An object by input name. The key of each value names its kind, for example `{"note": {"text": "Lunch"}}`. In
/// addition, it has the values that the buttons had when the input was first changed:
/// `"began": {"save": {"etag": "a1"}}`.
extension FormState {
    package var draft: JSONObject {
        var draft = JSONObject()
        for (name, value) in values {
            var entry: JSONObject = [value.draft.shape: value.draft.value]
            if let began = began[name]?.sorted(by: { $0.key < $1.key }) {
                var buttons = JSONObject()
                for (button, values) in began { buttons[button] = .object(values) }
                entry[Self.began] = .object(buttons)
            }
            draft[name] = .object(entry)
        }
        return draft
    }

    /// Leaves out values that cannot be read. Their inputs have their default value again.
    package init(draft: JSONObject) {
        self.init()
        for (name, json) in draft.members {
            guard let entry = json.object, let value = FieldValue(draft: entry) else { continue }
            values[name] = value
            let began = (entry[Self.began]?.object ?? [:]).members.compactMap { button, values in
                values.object.map { (button, $0) }
            }
            self.began[name] = began.isEmpty ? nil : Dictionary(began) { $1 }
        }
    }

    fileprivate static let began = "began"
}

extension FieldValue {
    fileprivate var draft: (shape: String, value: JSONValue) {
        switch self {
        case .text(let field): ("text", .string(field.text))
        case .toggle(let isOn): ("switch", .bool(isOn))
        case .stepper(let number): ("stepper", .number(number))
        case .checked(let values, _): ("checked", .array(values.sorted().map { .string($0) }))
        case .choice(let value): ("choice", value.map { .string($0) } ?? .null)
        case .file(let file): ("file", file.map { .object($0.draft) } ?? .null)
        }
    }

    fileprivate init?(draft: JSONObject) {
        guard let (shape, value) = draft.members.first(where: { $0.key != FormState.began }) else { return nil }
        switch (shape, value) {
        case ("text", .string(let text)): self = .text(TextField(text))
        case ("switch", .bool(let isOn)): self = .toggle(isOn)
        case ("stepper", .number(let number)): self = .stepper(number)
        case ("checked", .array(let values)): self = .checked(Set(values.compactMap(\.string)), cursor: 0)
        case ("choice", .string(let value)): self = .choice(value)
        case ("choice", .null): self = .choice(nil)
        case ("file", .object(let draft)): self = .file(ChosenFile(draft: draft))
        case ("file", .null): self = .file(nil)
        default: return nil
        }
    }
}
