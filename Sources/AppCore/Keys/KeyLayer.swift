/// A set of bindings that is in force in one situation. Lookup goes from the situation's own layer outwards.
package enum KeyLayer: String, Hashable, Sendable, CaseIterable {
    /// In force everywhere, below all others.
    case global
    /// The cards.
    case stream
    /// A focused input that is chosen from: switch, stepper, checkboxes, radio buttons, dropdown.
    case choice
    /// A focused input that is typed into. Keys that are no binding here are text.
    case form
    /// A focused date field: typed into like the others, and Enter opens the calendar.
    case date
    case menu
    /// Typed text again: the prompt's one line.
    case prompt
    /// A list narrowed down by typing; otherwise as a prompt.
    case chooser
    /// The line that finds commands; otherwise as a chooser.
    case palette
    /// The line that filters cards; otherwise as a prompt.
    case filter
    /// Letters that lead to buttons and fields.
    case jump
    /// A folder's files, narrowed down by typing; otherwise as a chooser.
    case files
    /// While files are on their way.
    case sending
    /// A month to pick a day from.
    case calendar
    /// The line above that month; otherwise as a prompt.
    case calendarText
    case help
    /// The history; otherwise as what is only read.
    case history
    /// The commands of the help; otherwise as what is only read.
    case commands
    case message
    /// The launch screen, before there are cards.
    case launch

    /// Whether characters without a binding are text in this layer.
    package var takesText: Bool {
        [.form, .date, .prompt, .chooser, .palette, .filter, .files, .calendarText].contains(self)
    }

    /// Whether a field of a card is typed into.
    package var isField: Bool { self == .form || self == .date }

    /// The layers a key is looked up in, first match wins.
    package var lookupOrder: [KeyLayer] {
        switch self {
        case .global: [.global]
        case .choice: [.choice, .stream, .global]
        case .date: [.date, .form, .global]
        case .chooser: [.chooser, .prompt, .global]
        case .palette: [.palette, .chooser, .prompt, .global]
        case .filter: [.filter, .prompt, .global]
        case .files: [.files, .chooser, .prompt, .global]
        case .calendarText: [.calendarText, .prompt, .global]
        case .commands: [.commands, .help, .global]
        case .history: [.history, .help, .global]
        case .stream, .form, .menu, .prompt, .sending, .calendar, .help, .message, .launch, .jump: [self, .global]
        }
    }
}
