import Canvas
import Cards

extension AppState {
    /// Opens the text field that filters the cards of the focused container.
    mutating func openFilter() -> [Effect] {
        guard let container = focusedContainer else { return [] }
        var field = TextField(container.typedFilter?.text ?? "")
        // Typing replaces the previous filter; moving the cursor edits it.
        field.selectAll()
        overlays.append(.filter(FilterOverlay(container: container.id, field: field)))
        return []
    }

    /// Clears the typed filter of a container.
    mutating func clearFilter(_ id: ContainerID) -> [Effect] { filter(id, by: nil) }

    /// Applies the filters of a container's host, in addition to the typed filter.
    mutating func narrow(_ id: ContainerID, to filters: [CardFilter]) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }), containers[index].options.filters != filters
        else { return [] }
        containers[index].options.filters = filters
        containers[index].marks.mustMatchFilter = true
        return containers[index].reload(from: containers[index].selectionBeforeFilter, rows: size.rows)
    }

    /// Applies a typed filter to a container; nil clears it.
    mutating func filter(_ id: ContainerID, by typed: TypedFilter?) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        return containers[index].filter(by: typed.flatMap { $0.search.isEmpty ? nil : $0 }, rows: size.rows)
            + matchMarks(in: index)
    }
}

extension ContainerModel {
    /// The filter of the container's cards: the configured filters and the typed one.
    var filter: FeedFilter { options.filter(and: typedFilter?.search ?? CardSearch()) }

    /// Applies another filter. The selected card stays selected if it matches. After a filter without matches, the
    /// selection returns to the card that was selected before.
    fileprivate mutating func filter(by typed: TypedFilter?, rows: Int) -> [Effect] {
        let before = filter
        if typedFilter == nil { selectionBeforeFilter = selection }
        let origin = selectionBeforeFilter
        typedFilter = typed
        if typed == nil { selectionBeforeFilter = nil }
        if filter != before { marks.mustMatchFilter = true }
        return filter == before ? [] : reload(from: origin, rows: rows)
    }

    /// - Parameter origin: The card that was selected before the filter; nil if none was.
    mutating func reload(from origin: CardID?, rows: Int) -> [Effect] {
        if selection == nil { pendingSelection = origin }
        pendingJump = nil
        // The window that is awaited, if any, no longer matters.
        windowWait = .none
        let home = selection ?? origin
        return ask(for: home.map { .card($0) } ?? .start, rows: rows, wait: .none)
    }
}
