package import Cards

/// The value that the user entered into one input. The case depends on the input's kind.
package enum FieldValue: Hashable, Sendable {
    /// The text of a text, number or date input as typed, so that it can hold an incomplete number or date.
    case text(TextField)
    case toggle(Bool)
    case stepper(JSONNumber)
    /// The checked values of a checkbox group, and the position of the cursor.
    case checked(Set<String>, cursor: Int)
    /// The choice of a radio group or dropdown; nil while nothing is chosen.
    case choice(String?)
    /// The file to send; nil while none is chosen.
    case file(ChosenFile?)

    /// The value of an input that the user has not changed.
    package init(defaultOf input: Card.Input) {
        switch input.kind.entry {
        case .text(let value): self = .text(TextField(value))
        case .number(let value): self = .text(TextField(value?.literal ?? ""))
        case .toggle(let value): self = .toggle(value)
        case .steps(let steps): self = .stepper(steps.defaultValue ?? steps.minimum)
        case .several(_, let values): self = .checked(Set(values), cursor: 0)
        case .one(_, let value): self = .choice(value)
        case .day(let value): self = .text(TextField(value?.calendarDay ?? ""))
        case .file: self = .file(nil)
        }
    }

    /// The chosen file; nil for other kinds of values.
    package var file: ChosenFile? { if case .file(let file) = self { file } else { nil } }

    /// Whether an input of that kind has this kind of value. False after a card update changed the input's kind.
    func fits(_ kind: Card.Input.Kind) -> Bool {
        switch (self, kind.entry) {
        case (.text, .text), (.text, .number), (.text, .day), (.toggle, .toggle), (.stepper, .steps),
            (.checked, .several), (.choice, .one), (.file, .file):
            true
        default: false
        }
    }
}
