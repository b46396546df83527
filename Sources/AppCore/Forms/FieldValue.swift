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
    package init(defaultOf input: Input) {
        switch input.kind {
        case .text(let value, _): self = .text(TextField(value))
        case .number(let value): self = .text(TextField(value?.literal ?? ""))
        case .toggle(let value): self = .toggle(value)
        case .stepper(let value, let minimum, _, _): self = .stepper(value ?? minimum)
        case .checkboxGroup(_, let values): self = .checked(Set(values), cursor: 0)
        case .radioGroup(_, let value), .dropdown(_, let value): self = .choice(value)
        case .date(let value): self = .text(TextField(value?.calendarDay ?? ""))
        case .fileUpload: self = .file(nil)
        }
    }

    /// The chosen file.
    package var file: ChosenFile? { if case .file(let file) = self { file } else { nil } }

    /// Whether this is the shape of value an input of that kind holds; false once a card update changed the kind.
    func fits(_ kind: Input.Kind) -> Bool {
        switch (self, kind) {
        case (.text, .text), (.text, .number), (.text, .date), (.toggle, .toggle), (.stepper, .stepper),
            (.checked, .checkboxGroup), (.choice, .radioGroup), (.choice, .dropdown), (.file, .fileUpload):
            true
        default: false
        }
    }
}
