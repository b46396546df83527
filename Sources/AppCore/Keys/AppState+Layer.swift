package import Cards

extension AppState {
    /// The layer in which the next key is looked up.
    package var keyLayer: KeyLayer {
        if let overlay = overlays.last { return overlay.component.keyLayer }
        guard launch == .ready else { return .launch }
        switch focusedInput?.kind.entry {
        case .text, .number: return .form
        case .day: return .date
        case .toggle, .steps, .several, .one, .file: return .choice
        case nil: return .stream
        }
    }

    /// The focused input; nil if there is none.
    package var focusedInput: Card.Input? {
        guard let container = focusedContainer, case .input(let name)? = container.focus,
            let card = container.selectedCard
        else { return nil }
        for case .input(let input) in container.components(of: card) where input.name == name { return input }
        return nil
    }
}
