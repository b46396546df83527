package import Cards

extension AppState {
    /// The positions of a card's texts that had a fold control in the last frame.
    package func folds(of card: CardID) -> [Int] {
        guard let container = focusedContainer else { return [] }
        return frames.last.container(container.id)?.wholeCard(card)?.card.folds ?? []
    }

    /// Unfolds all long texts of the selected card, or folds them if all are unfolded. If one of them is focused,
    /// toggles only that one.
    mutating func toggleFolds() -> [Effect] {
        guard let card = focusedContainer?.selection else { return [] }
        let folds = Set(folds(of: card))
        return withFocusedContainer { container in
            container.toggleFolds(folds, of: card)
            return []
        }
    }

    mutating func toggleFold(_ position: Int) -> [Effect] {
        withFocusedContainer { container in
            container.toggleFold(position)
            return []
        }
    }
}

extension ContainerModel {
    fileprivate mutating func toggleFolds(_ folds: Set<Int>, of card: CardID) {
        if case .fold(let position)? = focus { return toggleFold(position) }
        setUnfolded(folds.isSubset(of: unfolded[card] ?? []) ? [] : folds, on: card)
    }

    fileprivate mutating func toggleFold(_ position: Int) {
        guard let card = selection else { return }
        setUnfolded((unfolded[card] ?? []).symmetricDifference([position]), on: card)
        focus = .fold(position)
        scrollIntent = .revealFocus
    }

    private mutating func setUnfolded(_ positions: Set<Int>, on card: CardID) {
        unfolded[card] = positions.isEmpty ? nil : positions
        scrollIntent = .revealSelection(edge: .nearest)
    }
}
