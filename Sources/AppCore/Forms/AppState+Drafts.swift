import Cards

extension AppState {
    /// Saves changed forms for the next start.
    mutating func draftEffects() -> [Effect] {
        guard !forms.changed.isEmpty, let stream = focusedContainer?.streamID else { return [] }
        defer { forms.changed = [] }
        return forms.changed.flatMap { card -> [Effect] in
            let form = forms[card]
            if let known = subject(card)?.card.streamID {
                forms.streams[card] = known
                return [.saveDraft(card, known, form)] + typingEffects(of: card, in: known, form)
            }
            // The card is in no window. If it is gone, deletes its draft in all streams.
            let streams = form == nil ? Set(containers.map(\.streamID)) : [forms.streams[card] ?? stream]
            return streams.map { .saveDraft(card, $0, form) }
        }
    }

    /// Reports to the source of the card that the user is typing, if the source supports it.
    private func typingEffects(of card: CardID, in stream: StreamID, _ form: FormState?) -> [Effect] {
        guard syncStatus.capabilities(of: stream).tellsTyping else { return [] }
        guard let form, let input = focusedInput, focusedContainer?.selection == card,
            case .text(let field) = form.value(of: input), !field.text.isEmpty
        else { return [.tellTyping(card, stream, field: nil)] }
        return [.tellTyping(card, stream, field: input.name)]
    }
}
