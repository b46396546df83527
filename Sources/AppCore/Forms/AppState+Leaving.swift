import Cards

/// Handles a field that loses the focus.
extension AppState {
    /// Resolves the words of a date and validates the typed value when the field loses the focus, without waiting for
    /// the form to be submitted.
    mutating func leave(_ field: FocusedField?) {
        guard let field, field.input.name != focusedField?.input.name || field.card != focusedField?.card else {
            return
        }
        resolveDays(of: [field.input], in: field.card)
        // An empty field is not validated yet, because the user may fill it in later.
        guard let form = forms[field.card], !form.filled([field.input]).isEmpty else { return }
        check([field.input], in: field.card)
    }

    /// The focused field that accepts typed values, with its card; nil if there is none.
    var focusedField: FocusedField? {
        guard let input = focusedInput, let card = focusedContainer?.selection else { return nil }
        switch input.kind.entry {
        case .text, .number, .day: return FocusedField(input: input, card: card)
        default: return nil
        }
    }

    struct FocusedField {
        var input: Card.Input
        var card: CardID
    }
}
