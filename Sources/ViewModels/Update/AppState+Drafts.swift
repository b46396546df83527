import Cards

extension AppState {
    /// Has changed forms kept for the next start.
    mutating func draftEffects() -> [Effect] {
        guard !changedForms.isEmpty, let stream = focusedContainer?.streamID else { return [] }
        defer { changedForms = [] }
        return changedForms.map { .saveDraft($0, subject($0)?.card.streamID ?? stream, forms[$0]) }
    }
}
