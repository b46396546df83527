extension AppState {
    /// Shows the JSON of the selected card as its publisher wrote it.
    mutating func inspect() -> [Effect] {
        guard let card = selectedSubject?.card else { return [] }
        overlays.append(.inspect(InspectOverlay(card, size: size)))
        return []
    }
}
