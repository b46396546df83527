import Canvas
import Cards

/// Chooses the order and the grouping of a container's cards.
extension AppState {
    /// Opens a menu with the orders for the focused container.
    mutating func openOrders() -> [Effect] {
        guard let container = focusedContainer else { return [] }
        let items = CardOrder.allCases.map { order in
            let isInUse = order == container.sorting.order
            return MenuOverlay.Item(
                label: Strings.Order.name(order),
                detail: isInUse ? Strings.Order.inUse : Strings.Order.detail(order), choice: .sort(container.id, order))
        }
        let selected = CardOrder.allCases.firstIndex(of: container.sorting.order) ?? 0
        overlays.append(.menu(MenuOverlay(title: Strings.Order.title, card: nil, items: items, selected: selected)))
        return []
    }

    /// Opens a menu with the groupings for the focused container.
    mutating func openGroupings() -> [Effect] {
        guard let container = focusedContainer else { return [] }
        let current = container.sorting.groups.grouping
        let items = CardGrouping.allCases.map { grouping in
            MenuOverlay.Item(
                label: Strings.Order.name(grouping), detail: grouping == current ? Strings.Order.inUse : nil,
                choice: .group(container.id, grouping))
        }
        let selected = CardGrouping.allCases.firstIndex(of: current) ?? 0
        overlays.append(
            .menu(MenuOverlay(title: Strings.Order.groupTitle, card: nil, items: items, selected: selected)))
        return []
    }

    mutating func sort(_ id: ContainerID, by order: CardOrder) -> [Effect] {
        let rows = size.rows
        return change(id) { $0.sort(by: order, rows: rows) }
    }

    mutating func group(_ id: ContainerID, by grouping: CardGrouping) -> [Effect] {
        let (zone, rows) = (settings.zone, size.rows)
        return change(id) { $0.group(by: CardGroups(grouping, in: zone), rows: rows) }
    }

    /// Folds the group of the selected card, or unfolds the selected group.
    mutating func toggleGroup() -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { container in
            guard let index = container.selectedIndex, let heading = container.window.heading(of: index) else {
                return []
            }
            return container.choosing { $0.setFolded(!heading.isFolded, heading.group, rows: rows) }
        }
    }

    /// Unfolds the selected group; nil if a card is selected.
    mutating func unfoldSelected() -> [Effect]? {
        guard focusedContainer?.selectedItem?.content == .foldedGroup else { return nil }
        return toggleGroup()
    }

    /// Toggles the fold of a clicked group.
    mutating func toggle(_ group: CardGroup, in id: ContainerID) -> [Effect] {
        let rows = size.rows
        return change(id) { container in
            container.setFolded(!container.sorting.groups.isFolded(group), group, rows: rows)
        }
    }

    /// Folds all groups, or unfolds them if all loaded groups are folded.
    mutating func toggleAllGroups() -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { container in
            let headings = container.window.items.compactMap(\.heading)
            return container.choosing { $0.setAllFolded(headings.contains { !$0.isFolded }, rows: rows) }
        }
    }

    private mutating func change(_ id: ContainerID, _ body: (inout ContainerModel) -> [Effect]) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        return containers[index].choosing(body)
    }
}

extension ContainerModel {
    /// Applies a change by the user, and saves it for the next start.
    fileprivate mutating func choosing(_ change: (inout ContainerModel) -> [Effect]) -> [Effect] {
        let before = choices
        let effects = change(&self)
        return choices == before ? effects : effects + [.keepChoices(id, choices)]
    }
}
