import Cards

extension AppState {
    /// Opens the calendar for the focused date field.
    mutating func openCalendar() -> [Effect] {
        guard let input = focusedInput, let card = focusedContainer?.selection, case .date = input.kind,
            case .text(let field) = form(of: card).value(of: input)
        else { return [] }
        overlays.append(.calendar(CalendarOverlay(for: input, text: field.text, of: card, in: self)))
        return []
    }
}
