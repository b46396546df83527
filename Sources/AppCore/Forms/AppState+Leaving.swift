import Cards

/// A field that is typed into and loses the focus.
extension AppState {
    /// Resolves the words of a date, and says at once what is wrong with what was typed: not only when the form is sent.
    mutating func leave(_ field: FocusedField?) {
        guard let field, field.input.name != focusedField?.input.name || field.card != focusedField?.card else {
            return
        }
        resolveDays(of: [field.input], in: field.card)
        // An empty field may be filled later.
        guard let form = forms[field.card], !form.filled([field.input]).isEmpty else { return }
        check([field.input], in: field.card)
    }

    /// The field that is typed into, with its card.
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
