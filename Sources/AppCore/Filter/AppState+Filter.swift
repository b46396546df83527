import Canvas
import Cards

extension AppState {
    /// Lets the user type what the cards of the container with the keys are narrowed down to.
    mutating func openFilter() -> [Effect] {
        guard let container = focusedContainer else { return [] }
        overlays.append(
            .filter(FilterOverlay(container: container.id, field: TextField(container.typedFilter?.text ?? ""))))
        return []
    }

    /// Filters with every change; what cannot be understood leaves the cards as they are and says why.
    mutating func editFilter(_ change: (inout TextField) -> Void) -> [Effect] {
        guard case .filter(var line)? = overlays.last else { return [] }
        let before = line.field.text
        change(&line.field)
        line.field.joinLines()
        var effects: [Effect] = []
        if line.field.text != before {
            do throws(CardSearchError) {
                let typed = try TypedFilter(line.field.text, isTyping: true)
                line.problem = nil
                effects = filter(line.container, by: typed)
            } catch {
                line.problem = error.description
            }
        }
        overlays[overlays.count - 1] = .filter(line)
        return effects
    }

    /// Back to the cards, filtered as they are now.
    mutating func acceptFilter() -> [Effect] {
        guard case .filter(let line)? = overlays.last else { return [] }
        if let problem = line.problem {
            show(problem, .information)
            return []
        }
        overlays.removeLast()
        // A mistake was told above, while it was typed.
        return (try? TypedFilter(line.field.text)).map { filter(line.container, by: $0) } ?? []
    }

    /// Shows all cards of a container again.
    mutating func clearFilter(_ id: ContainerID) -> [Effect] { filter(id, by: nil) }

    /// What the host of a container wants of it, besides what is typed.
    mutating func narrow(_ id: ContainerID, to filters: [CardFilter]) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }), containers[index].options.filters != filters
        else { return [] }
        containers[index].options.filters = filters
        return containers[index].showAnew(from: containers[index].selectionBeforeFilter, rows: size.rows)
    }

    private mutating func filter(_ id: ContainerID, by typed: TypedFilter?) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        return containers[index].filter(by: typed.flatMap { $0.search.isEmpty ? nil : $0 }, rows: size.rows)
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
        return filter == before ? [] : showAnew(from: origin, rows: rows)
    }

    /// - Parameter origin: Where the selection was before there was a filter; nil for nowhere.
    fileprivate mutating func showAnew(from origin: CardID?, rows: Int) -> [Effect] {
        if selection == nil { pendingSelection = origin }
        pendingJump = nil
        // Out of the way of the window under way, which is no news any more.
        isAwaitingWindow = false
        let home = selection ?? origin
        return ask(for: home.map { .card($0) } ?? .start, rows: rows, mustWait: false)
    }
}
