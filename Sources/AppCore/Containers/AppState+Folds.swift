package import Cards

extension AppState {
    /// The positions of a card's texts that the last frame showed with a control to fold them.
    package func folds(of card: CardID) -> [Int] {
        guard let container = focusedContainer else { return [] }
        return lastFrame.container(container.id)?.card(card)?.folds ?? []
    }

    /// Unfolds all long texts of the selected card; folds them when all are unfolded. With one of them focused, that
    /// one only.
    mutating func toggleFolds() -> [Effect] {
        guard let card = focusedContainer?.selection else { return [] }
        if case .fold(let position)? = focusedContainer?.focus { return toggleFold(position) }
        let folds = Set(folds(of: card))
        return withFocusedContainer { container in
            container.setUnfolded(folds.isSubset(of: container.unfolded[card] ?? []) ? [] : folds, on: card)
            return []
        }
    }

    mutating func toggleFold(_ position: Int) -> [Effect] {
        guard let card = focusedContainer?.selection else { return [] }
        return withFocusedContainer { container in
            container.setUnfolded((container.unfolded[card] ?? []).symmetricDifference([position]), on: card)
            container.focus = .fold(position)
            container.scrollIntent = .revealFocus
            return []
        }
    }
}

extension ContainerModel {
    fileprivate mutating func setUnfolded(_ positions: Set<Int>, on card: CardID) {
        unfolded[card] = positions.isEmpty ? nil : positions
        scrollIntent = .revealSelection(edge: .nearest)
    }
}
