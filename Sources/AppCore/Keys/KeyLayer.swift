/// A set of key bindings that is active in a situation. A lookup starts with the layer of the situation and continues
/// with more general layers.
package enum KeyLayer: String, Hashable, Sendable, CaseIterable {
    /// Active everywhere, after all other layers.
    case global
    /// The cards have the focus.
    case stream
    /// A focused input with choices: switch, stepper, checkboxes, radio buttons, dropdown.
    case choice
    /// A focused text input. Keys without a binding type text.
    case form
    /// A focused date field: like other text inputs, but Enter opens the calendar.
    case date
    case menu
    /// A prompt with one line of text.
    case prompt
    /// A list that is filtered by typing; otherwise like a prompt.
    case chooser
    /// The text field of the palette; otherwise like a chooser.
    case palette
    /// The text field that filters cards; otherwise like a prompt.
    case filter
    /// The letters on buttons and fields.
    case jump
    /// The files of a folder, filtered by typing; otherwise like a chooser.
    case files
    /// Files are being sent.
    case sending
    /// A month to pick a day from.
    case calendar
    /// The text field of the calendar; otherwise like a prompt.
    case calendarText
    case help
    /// The history; otherwise like a page to read.
    case history
    /// The list of commands in the help; otherwise like a page to read.
    case commands
    case message
    /// The launch screen, before cards are shown.
    case launch

    /// Whether keys without a binding type text in this layer.
    package var takesText: Bool {
        [.form, .date, .prompt, .chooser, .palette, .filter, .files, .calendarText].contains(self)
    }

    /// Whether a text field of a card has the focus.
    package var isField: Bool { self == .form || self == .date }

    /// The layers in which a key is looked up. The first match wins.
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
