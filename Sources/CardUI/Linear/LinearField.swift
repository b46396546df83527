internal import AppCore
internal import Cards

/// An input in words: the kind of value, the current value, and how to enter another.
struct LinearField {
    let kind: String
    let text: String
    /// The choices, which the user selects by number.
    var choices: [String] = []
    let hint: String

    init(_ input: Card.Input, _ value: FieldValue) {
        typealias Words = Strings.Lines
        switch (input.kind.entry, value) {
        case (.text, .text(let field)):
            let hint = input.takesLines ? Words.typeLines : Words.typeText
            (kind, text, self.hint) = (Words.Kind.text, field.text.orEmpty, hint)
        case (.number, .text(let field)):
            (kind, text, hint) = (Words.Kind.number, field.text.orEmpty, Words.typeNumber)
        case (.day, .text(let field)):
            (kind, text, hint) = (Words.Kind.date, field.text.orEmpty, Words.typeDate)
        case (.toggle, .toggle(let isOn)):
            (kind, text, hint) = (Words.Kind.toggle, isOn ? Words.on : Words.off, Words.onOrOff)
        case (.steps(let steps), .stepper(let number)):
            kind = Words.Kind.stepper(steps.minimum.literal, steps.maximum.literal)
            text = number.literal
            hint = Words.number(steps.minimum.literal, steps.maximum.literal, step: steps.step.literal)
        case (.several(let items, _), .checked(let checked, _)):
            kind = Words.Kind.several
            text = items.filter { checked.contains($0.value) }.map(\.label).joined(separator: ", ").orEmpty
            choices = items.map { Self.choice($0, isChosen: checked.contains($0.value)) }
            hint = Words.chooseSeveral
        case (.one(let items, _), .choice(let chosen)):
            kind = Words.Kind.one
            text = (items.first { $0.value == chosen }?.label ?? "").orEmpty
            choices = items.map { Self.choice($0, isChosen: $0.value == chosen) }
            hint = Words.chooseOne
        default:
            (kind, text, hint) = (Words.Kind.picture, (value.file?.name ?? "").orEmpty, Words.typePath)
        }
    }

    private static func choice(_ item: Card.Input.Choice, isChosen: Bool) -> String {
        isChosen ? "\(item.label), \(Strings.Lines.chosen)" : item.label
    }
}

extension String {
    fileprivate var orEmpty: String { isEmpty ? Strings.Lines.empty : self }
}
