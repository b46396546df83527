import Cards

/// The form fields of a document while it is read. A label may come before or after its field.
struct FormReader {
    /// The meaning of an `input` element.
    enum Input {
        case field(HTMLField)
        case button(label: String)
        case omitted(HTMLContent.Omission)
    }

    private struct Label {
        /// The id of the labelled field; nil if the field is inside the label.
        var target: String?
        /// The number of fields before the label.
        var fieldCount: Int
    }

    private var labels: [String: String] = [:]
    private var openLabels: [Label] = []
    private var select: (tag: HTMLTag, choices: [HTMLField.Choice], selected: String?)?
    private var option: HTMLTag?
    private var text: HTMLTag?
    /// Labels by the number of the field, for labels that contain their field.
    private var fieldLabels: [Int: String] = [:]
    /// Texts directly after fields, by the number of the field, for fields without a label.
    private var followingTexts: [Int: String] = [:]
    /// Whether the last field names itself, with `aria-label` or `title`.
    private var hasOwnName = false
    private var fieldCount = 0

    // MARK: Fields

    mutating func read(input tag: HTMLTag) -> Input {
        let value = tag.attributes["value"] ?? ""
        switch tag["type"]?.lowercased() ?? "text" {
        case "submit", "button", "image": return .button(label: (tag["value"] ?? tag["alt"] ?? "").collapsed)
        case "reset": return .button(label: (tag["value"] ?? "Reset").collapsed)
        case "password": return .omitted(.passwordField)
        case "file": return .omitted(.fileField)
        case "hidden": return .field(field(tag, .hidden(value: value)))
        case "checkbox": return .field(field(tag, .toggle(isOn: tag.has("checked"))))
        case "radio": return .field(field(tag, .radio(group: tag["name"] ?? "", isOn: tag.has("checked"))))
        case "number", "range": return .field(field(tag, .number(defaultValue: value)))
        case "date": return .field(field(tag, .date(defaultValue: value)))
        default: return .field(field(tag, .text(defaultValue: value, lines: 1)))
        }
    }

    mutating func beginSelect(_ tag: HTMLTag) { select = (tag, [], nil) }
    mutating func beginOption(_ tag: HTMLTag) { option = tag }

    mutating func endOption(_ label: String) {
        guard let tag = option else { return }
        option = nil
        let choice = HTMLField.Choice(value: tag.attributes["value"] ?? label, label: Self.shortened(label))
        select?.choices.append(choice)
        if tag.has("selected") { select?.selected = choice.value }
    }

    mutating func endSelect() -> HTMLField {
        let (tag, choices, selected) = select ?? (HTMLTag("select"), [], nil)
        select = nil
        // A browser shows the first choice if none is selected.
        return field(tag, .choice(choices, defaultValue: selected ?? choices.first?.value))
    }

    mutating func beginText(_ tag: HTMLTag) { text = tag }

    mutating func endText(_ content: String) -> HTMLField {
        defer { text = nil }
        return field(text ?? HTMLTag("textarea"), .text(defaultValue: content, lines: 4))
    }

    private mutating func field(_ tag: HTMLTag, _ kind: HTMLField.Kind) -> HTMLField {
        fieldCount += 1
        let key = tag["id"] ?? tag["name"] ?? ""
        hasOwnName = tag["aria-label"] != nil || tag["title"] != nil
        let words = tag["aria-label"] ?? tag["title"] ?? tag["placeholder"] ?? tag["name"] ?? tag["id"]
        return HTMLField(
            key: key, label: Self.shortened((words ?? "Field").collapsed),
            placeholder: tag["placeholder"].map { Self.shortened($0.collapsed) }, isRequired: tag.has("required"),
            kind: kind)
    }

    /// The part of a label that a card can show even if Markdown escapes every character.
    private static func shortened(_ label: String) -> String { label.prefix(scalars: CardLimits.label / 2) }

    // MARK: Labels

    mutating func beginLabel(_ tag: HTMLTag) {
        openLabels.append(Label(target: tag["for"], fieldCount: fieldCount))
    }

    /// - Returns: Whether the text is the label of a field; otherwise it is text of the page.
    mutating func endLabel(_ text: String, fields: [HTMLContent.Part]) -> Bool {
        guard let label = openLabels.popLast(), !text.isEmpty else { return true }
        if fieldCount > label.fieldCount {
            fieldLabels[label.fieldCount] = text
            return true
        }
        guard let target = label.target else { return false }
        labels[target] = text
        return true
    }

    /// Whether text directly after the last field is its label: if the field is a radio button or a checkbox without a
    /// label.
    func takesName(_ field: HTMLField) -> Bool {
        guard !hasOwnName, openLabels.isEmpty, labels[field.key] == nil else { return false }
        return switch field.kind {
        case .radio, .toggle: true
        case .text, .number, .date, .choice, .hidden: false
        }
    }

    /// The number of the last field.
    var lastField: Int { fieldCount - 1 }

    mutating func name(field number: Int, _ text: String) { followingTexts[number] = text }

    /// The parts, with the labels assigned to their fields.
    func labelled(_ parts: [HTMLContent.Part]) -> [HTMLContent.Part] {
        var number = 0
        return parts.map { part in
            guard case .field(var field) = part else { return part }
            if let text = fieldLabels[number] ?? labels[field.key] ?? followingTexts[number] {
                field.label = Self.shortened(text)
            }
            number += 1
            return .field(field)
        }
    }
}
