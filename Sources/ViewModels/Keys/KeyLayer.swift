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
    case menu
    /// Typed text again: the prompt's one line.
    case prompt
    /// A list narrowed down by typing; otherwise as a prompt.
    case chooser
    case help
    case message
    /// The launch screen, before there are cards.
    case launch

    /// Whether characters without a binding are text in this layer.
    package var takesText: Bool { [.form, .prompt, .chooser].contains(self) }

    /// The layers a key is looked up in, first match wins.
    package var lookupOrder: [KeyLayer] {
        switch self {
        case .global: [.global]
        case .choice: [.choice, .stream, .global]
        case .chooser: [.chooser, .prompt, .global]
        case .stream, .form, .menu, .prompt, .help, .message, .launch: [self, .global]
        }
    }
}
