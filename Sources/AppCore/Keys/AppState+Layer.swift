package import Cards

extension AppState {
    /// The layer the next key is looked up in.
    package var keyLayer: KeyLayer {
        switch overlays.last {
        // The same keys read all of them.
        case .inspect, .history, .output: return .help
        case .commands(let list): return list.isTyping ? .chooser : .commands
        case .menu: return .menu
        case .prompt: return .prompt
        case .chooser: return .chooser
        case .files: return .files
        case .filter: return .filter
        case .jump: return .jump
        case .sending: return .sending
        case .calendar(let calendar): return calendar.isTyping ? .calendarText : .calendar
        case .message: return .message
        case nil: break
        }
        guard launch == .ready else { return .launch }
        switch focusedInput?.kind {
        case .text, .number: return .form
        case .date: return .date
        case .toggle, .stepper, .checkboxGroup, .radioGroup, .dropdown, .fileUpload: return .choice
        case nil: return .stream
        }
    }

    /// The input that has the focus.
    package var focusedInput: Input? {
        guard let container = focusedContainer, case .input(let name)? = container.focus,
            let card = container.selectedCard
        else { return nil }
        for case .input(let input) in container.components(of: card) where input.name == name { return input }
        return nil
    }
}
