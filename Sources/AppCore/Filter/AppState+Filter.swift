import Canvas
import Cards

extension AppState {
    /// Lets the user type what the cards of the container with the keys are narrowed down to.
    mutating func openFilter() -> [Effect] {
        guard let container = focusedContainer else { return [] }
        var field = TextField(container.typedFilter?.text ?? "")
        // What is typed replaces the old filter; moving in it goes on with it.
        field.selectAll()
        overlays.append(.filter(FilterOverlay(container: container.id, field: field)))
        return []
    }

    /// Shows all cards of a container again.
    mutating func clearFilter(_ id: ContainerID) -> [Effect] { filter(id, by: nil) }

    /// What the host of a container wants of it, in addition to what is typed.
    mutating func narrow(_ id: ContainerID, to filters: [CardFilter]) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }), containers[index].options.filters != filters
        else { return [] }
        containers[index].options.filters = filters
        containers[index].marks.mustMatchFilter = true
        return containers[index].showAnew(from: containers[index].selectionBeforeFilter, rows: size.rows)
    }

    /// Narrows a container down; nil shows all its cards.
    mutating func filter(_ id: ContainerID, by typed: TypedFilter?) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        return containers[index].filter(by: typed.flatMap { $0.search.isEmpty ? nil : $0 }, rows: size.rows)
            + matchMarks(in: index)
    }
}

extension ContainerModel {
    /// Which cards of the stream the container shows.
    var filter: FeedFilter { options.filter(and: typedFilter?.search ?? CardSearch()) }

    /// Shows other cards from now on. The selection stays on its card while that is among them; after a filter that let
    /// none through it goes back to where it was before.
    fileprivate mutating func filter(by typed: TypedFilter?, rows: Int) -> [Effect] {
        let before = filter
        if typedFilter == nil { selectionBeforeFilter = selection }
        let origin = selectionBeforeFilter
        typedFilter = typed
        if typed == nil { selectionBeforeFilter = nil }
        if filter != before { marks.mustMatchFilter = true }
        return filter == before ? [] : showAnew(from: origin, rows: rows)
    }

    /// - Parameter origin: Where the selection was before there was a filter; nil for nowhere.
    mutating func showAnew(from origin: CardID?, rows: Int) -> [Effect] {
        if selection == nil { pendingSelection = origin }
        pendingJump = nil
        // Out of the way of the window under way, which does not matter any more.
        windowWait = .none
        let home = selection ?? origin
        return ask(for: home.map { .card($0) } ?? .start, rows: rows, wait: .none)
    }
}
