import Canvas
import Cards

extension AppState {
    /// Selects the nearest new card in a direction. Wraps around at either end.
    mutating func goToNew(_ direction: Int) -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { $0.goToNew(direction, rows: rows) }
    }

    /// Selects the nearest new card outside the viewport in a direction. Used for a click on the marker that counts
    /// these cards.
    mutating func goToNewOutOfSight(_ direction: Int) -> [Effect] {
        let (frame, rows) = (frames.last, size.rows)
        return withFocusedContainer { container in
            let inSight = frame.container(container.id)?.cards.map(\.id) ?? []
            let edge = (direction > 0 ? inSight.last : inSight.first).flatMap(container.window.position(of:))
            return container.goToNew(direction, after: edge, rows: rows, turnsAround: false)
        }
    }
}

extension ContainerModel {
    /// Selects the nearest unseen card in a direction. A card outside the window is selected once the window around it
    /// arrives.
    /// - Parameters:
    ///   - direction: 1 for the cards below, -1 for the cards above.
    ///   - start: The position to search from; nil for the position of the selection.
    ///   - turnsAround: Whether the search wraps around at the end.
    fileprivate mutating func goToNew(
        _ direction: Int, after start: Int? = nil, rows: Int, turnsAround: Bool = true
    ) -> [Effect] {
        guard let start = start ?? selectedIndex else { return [] }
        let new = window.items.indices.filter { window.items[$0].unseenCount > 0 }
        let isDown = direction > 0
        if let near = isDown ? new.first(where: { $0 > start }) : new.last(where: { $0 < start }) {
            return selectNew(near, rows: rows)
        }
        if let beyond = isDown ? window.unseenAfter : window.unseenBefore {
            return showNew(beyond.nearest, rows: rows)
        }
        guard turnsAround else { return [] }
        if let other = isDown ? window.unseenBefore : window.unseenAfter { return showNew(other.farthest, rows: rows) }
        return (isDown ? new.first : new.last).map { selectNew($0, rows: rows) } ?? []
    }

    private mutating func showNew(_ card: CardID, rows: Int) -> [Effect] {
        pendingSelection = card
        return ask(for: .card(card), rows: rows)
    }

    private mutating func selectNew(_ index: Int, rows: Int) -> [Effect] {
        select(window.items[index].id, edge: .top)
        return windowEffects(rows: rows)
    }
}
