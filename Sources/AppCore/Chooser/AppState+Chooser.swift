import Canvas
package import Cards

extension AppState {
    /// Opens the focused dropdown's choices.
    mutating func openChooser() -> [Effect] {
        guard let input = focusedInput, let card = focusedContainer?.selection,
            case .dropdown(let items, _) = input.kind, case .choice(let chosen) = form(of: card).value(of: input)
        else { return [] }
        guard !items.isEmpty else {
            show(Strings.Form.noChoices, .information)
            return []
        }
        let isRequired = input.validation.contains { $0.rule == .required }
        overlays.append(
            .chooser(
                ChooserOverlay(
                    title: input.title, card: card, input: input.name, choices: items,
                    chosen: items.contains { $0.value == chosen } ? chosen : nil, isOptional: !isRequired)))
        return []
    }

    /// Handles a letter key on a dropdown: opens the choices and searches them for the letter. Returns nil when the key
    /// has another meaning.
    mutating func search(by key: KeyChord) -> [Effect]? {
        guard keyLayer == .choice, keyboard.pending.isEmpty, case .dropdown? = focusedInput?.kind,
            let letter = key.typed, letter.isLetter
        else { return nil }
        // A key that the user bound keeps its meaning. In the standard keymap, letters apply only to a row of choices.
        let isOurs =
            settings.keymap.command(for: [key], in: .choice) == Keymap.standard.command(for: [key], in: .choice)
        guard isOurs || !settings.keymap.binds(key, in: .choice) else { return nil }
        return openChooser() + (handleInOverlay(.typed(letter)) ?? [])
    }

}

extension Card.Input {
    /// The input's title: its label, or its name without a label.
    package var title: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? name }
}
