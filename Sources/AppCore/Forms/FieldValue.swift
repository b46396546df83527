package import Cards

/// What the user has entered into one input. The shape follows the input's kind.
package enum FieldValue: Hashable, Sendable {
    /// Text, number and date inputs: the text as typed, so that half a number or date can stand there.
    case text(TextField)
    case toggle(Bool)
    case stepper(JSONNumber)
    /// Checked values of a checkbox group, and the position the keys act on.
    case checked(Set<String>, cursor: Int)
    /// A radio group's or dropdown's choice; nil while nothing is chosen.
    case choice(String?)
    /// A file to send; nil while none is chosen.
    case file(ChosenFile?)

    /// What an untouched input holds.
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

    /// The chosen file.
    package var file: ChosenFile? { if case .file(let file) = self { file } else { nil } }

    /// Whether this is the shape of value an input of that kind holds; false once a card update changed the kind.
    func fits(_ kind: Card.Input.Kind) -> Bool {
        switch (self, kind.entry) {
        case (.text, .text), (.text, .number), (.text, .day), (.toggle, .toggle), (.stepper, .steps),
            (.checked, .several), (.choice, .one), (.file, .file):
            true
        default: false
        }
    }
}
