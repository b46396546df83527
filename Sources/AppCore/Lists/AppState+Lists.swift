import Canvas

extension AppState {
    /// Switches the focused container between full cards and a list, and saves the choice for the next start.
    mutating func toggleList() -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { container in
            container.changeLayout(to: container.isList ? .cards : .list, rows: rows)
            return [.keepChoices(container.id, container.choices)] + container.windowEffects(rows: rows)
        }
    }

    /// Applies the user's choices for containers from an earlier run.
    ///
    /// - Parameter withLayout: Whether to apply the layout as well.
    package mutating func recall(_ choices: [ContainerID: ContainerChoices], withLayout: Bool = true) {
        for index in containers.indices {
            guard let chosen = choices[containers[index].id] else { continue }
            containers[index].recall(chosen, withLayout: withLayout)
        }
    }

    /// Opens the selected card of a list. Returns false if the keyboard focus is not in the rows of a list.
    mutating func openCardOfList() -> Bool {
        guard focusedContainer?.opensCard == true else { return false }
        changeFocused { $0.openCard() }
        return true
    }

    /// Whether the selected card of a list is not shown in full, so that no element of it can have the focus.
    var isCardOfListHidden: Bool {
        guard let container = focusedContainer, container.opensCard, frames.last.size != .zero else { return false }
        return frames.last.container(container.id)?.preview == nil
    }
}
