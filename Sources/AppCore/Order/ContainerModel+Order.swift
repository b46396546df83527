import Basics
import Cards

extension ContainerModel {
    /// Whether the cards can be grouped. Only a vertical container supports groups.
    package var canGroup: Bool { kind == .vertical }

    /// Whether the loaded cards do not match the current filter or order yet.
    var awaitsOtherCards: Bool { windowFilter != filter || windowSorting != sorting }

    /// Sets the time zone in which days are counted. Call this before the first window is requested.
    mutating func use(_ zone: LocalZone) {
        sorting.groups.zone = zone
        windowSorting = sorting
        query.groups = sorting.groups
    }

    mutating func sort(by order: CardOrder, rows: Int) -> [Effect] {
        guard order != sorting.order else { return [] }
        sorting.order = order
        return reload(from: selectionBeforeFilter, rows: rows)
    }

    mutating func group(by groups: CardGroups, rows: Int) -> [Effect] {
        guard canGroup, groups.grouping != sorting.groups.grouping else { return [] }
        sorting.groups = groups
        return reload(from: selectionBeforeFilter, rows: rows)
    }

    /// Folds or unfolds a group. If the selected card is folded, selects the group's heading. If the selected heading
    /// is unfolded, selects the group's first card.
    mutating func setFolded(_ isFolded: Bool, _ group: CardGroup, rows: Int) -> [Effect] {
        guard canGroup, sorting.groups.grouping != .none else { return [] }
        let selected = selectedIndex.flatMap(window.heading)
        sorting.groups.setFolded(isFolded, group)
        guard selected?.group == group || selection == nil else { return askAgain(rows: rows) }
        pendingGroup = group
        return askAgain(around: group.itemID, rows: rows)
    }

    /// Folds or unfolds all groups. The selection stays in its group.
    mutating func setAllFolded(_ isFolded: Bool, rows: Int) -> [Effect] {
        guard canGroup, sorting.groups.grouping != .none else { return [] }
        sorting.groups.setAllFolded(isFolded)
        guard let group = selectedIndex.flatMap(window.heading)?.group else { return askAgain(rows: rows) }
        // A card stays selected if its group is already unfolded.
        guard isFolded || selectedItem?.content == .foldedGroup else { return askAgain(rows: rows) }
        pendingGroup = group
        return askAgain(around: group.itemID, rows: rows)
    }

    private mutating func askAgain(around card: CardID? = nil, rows: Int) -> [Effect] {
        pendingJump = nil
        pendingSelection = nil
        return ask(for: (card ?? selection).map { .card($0) } ?? .start, rows: rows)
    }

    /// Selects the first item of the group that was folded or unfolded, and keeps it at the same row of the screen.
    ///
    /// - Parameter layout: The layout of the last frame.
    /// - Returns: Whether there was such a group.
    mutating func selectPendingGroup(in old: CardWindow, layout: ContainerReport?) -> Bool {
        guard let group = pendingGroup, windowSorting == sorting else { return false }
        pendingGroup = nil
        guard let position = window.position(of: group) else { return false }
        let earlier = old.position(of: group).map { old.items[$0].id }
        let row = earlier.flatMap { layout?.card($0)?.top }.flatMap { $0 < 0 ? nil : $0 }
        select(window.items[position].id, edge: .nearest)
        if window.items[position].isFoldedGroup { list.isCardOpen = false }
        anchor = ScrollAnchor(card: window.items[position].id, line: -(row ?? 0))
        return true
    }
}
