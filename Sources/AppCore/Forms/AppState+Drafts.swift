import Cards

extension AppState {
    /// Has changed forms kept for the next start.
    mutating func draftEffects() -> [Effect] {
        guard !changedForms.isEmpty, let stream = focusedContainer?.streamID else { return [] }
        defer { changedForms = [] }
        return changedForms.flatMap { card -> [Effect] in
            let form = forms[card]
            if let known = subject(card)?.card.streamID { return [.saveDraft(card, known, form)] }
            // The card is gone: what was entered is forgotten in all streams.
            let streams = form == nil ? Set(containers.map(\.streamID)) : [stream]
            return streams.map { .saveDraft(card, $0, form) }
        }
    }
}
