import Canvas

extension AppState {
    /// Changes the container with the keys between cards and a list, and keeps that for the next start.
    mutating func toggleList() -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { container in
            container.changeLayout(to: container.isList ? .cards : .list, rows: rows)
            return [.keepLayout(container.id, container.list.chosenLayout)] + container.windowEffects(rows: rows)
        }
    }

    /// Lays containers out as the user chose at an earlier time.
    package mutating func recall(layouts: [ContainerID: ContainerOptions.Layout]) {
        for index in containers.indices {
            guard let layout = layouts[containers[index].id], layout != containers[index].options.layout ?? .cards
            else { continue }
            containers[index].list.chosenLayout = layout
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
        guard let container = focusedContainer, container.opensCard, lastFrame.size != .zero else { return false }
        return lastFrame.container(container.id)?.preview == nil
    }
}
