import Canvas

extension AppState {
    /// Changes the container with the keys between cards and a list, and keeps that for the next start.
    mutating func toggleList() -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { container in
            container.changeLayout(to: container.isList ? .cards : .list, rows: rows)
            return [.keepChoices(container.id, container.choices)] + container.windowEffects(rows: rows)
        }
    }

    /// Shows containers as the user chose at an earlier time.
    ///
    /// - Parameter withLayout: Whether that includes the layout.
    package mutating func recall(_ choices: [ContainerID: ContainerChoices], withLayout: Bool = true) {
        for index in containers.indices {
            guard let chosen = choices[containers[index].id] else { continue }
            containers[index].recall(chosen, withLayout: withLayout)
        }
    }

    /// Opens the selected card of a list. Returns whether it was the list that had the keys.
    mutating func openCardOfList() -> Bool {
        guard focusedContainer?.opensCard == true else { return false }
        changeFocused { $0.openCard() }
        return true
    }

    /// Whether the selected card of a list stands nowhere in full: nothing in it can have the focus.
    var isCardOfListHidden: Bool {
        guard let container = focusedContainer, container.opensCard, frames.last.size != .zero else { return false }
        return frames.last.container(container.id)?.preview == nil
    }
}
