import Cards

extension ContainerModel {
    /// When fewer cards than this remain before an edge of the window, the next window is requested.
    static let edgeMargin = 10
    /// The number of cards after which a list requests the next window.
    private static let listStep = 30

    /// Selects a card, which the next frame scrolls into sight.
    mutating func select(_ card: CardID, edge: ScrollIntent.Edge) {
        if selection != card {
            focus = nil
            if kind == .horizontal { anchor?.line = 0 }
        }
        selection = card
        scrollIntent = .revealSelection(edge: edge)
    }

    /// Adds rows to the pending scroll.
    mutating func scroll(lines: Int) {
        if case .lines(let pending)? = scrollIntent {
            scrollIntent = .lines(pending + lines)
        } else {
            scrollIntent = .lines(lines)
        }
    }

    /// Requests the window around the selection when the selection is near an edge of the window and more cards follow.
    mutating func windowEffects(rows: Int) -> [Effect] {
        guard !kind.showsOneCard, !isAwaitingWindow, window.hasMoreBefore || window.hasMoreAfter, let selection,
            let index = selectedIndex
        else { return [] }
        // In a list, each row is a card, so the screen can show as many cards as it has rows.
        let margin = Self.edgeMargin + (isList ? rows : 0)
        let nearStart = window.hasMoreBefore && index < margin
        let nearEnd = window.hasMoreAfter && index >= window.items.count - margin
        guard nearStart || nearEnd else { return [] }
        return ask(for: .card(selection), rows: rows, wait: .nextPart)
    }

    /// Requests another window, unless it is the current one. Taller terminals need more cards on both sides.
    ///
    /// - Parameter wait: Which keys wait for the window.
    mutating func ask(for anchor: FeedQuery.Anchor, rows: Int, wait: WindowWait = .otherCards) -> [Effect] {
        let margin = isList ? rows + Self.listStep : rows / 3
        var wanted =
            kind.showsOneCard
            ? FeedQuery(streamID: streamID, before: 0, after: Self.cardsBehind)
            : FeedQuery(streamID: streamID, anchor: anchor, before: max(20, margin), after: max(40, margin))
        wanted.filter = filter
        (wanted.order, wanted.groups) = (sorting.order, sorting.groups)
        guard wanted != query else { return [] }
        query = wanted
        windowWait = wait
        return [.window(id, wanted)]
    }

    mutating func moveToEnd(_ end: Jump, rows: Int) -> [Effect] {
        let isThere = kind.showsOneCard ? true : end == .start ? !window.hasMoreBefore : !window.hasMoreAfter
        if marks.rangeStart != nil { marks.isStartBefore = end == .end }
        guard isThere else {
            pendingJump = end
            return ask(for: end == .start ? .start : .end, rows: rows)
        }
        finishJump(end)
        return []
    }

    /// Selects the first or last card of a window that includes this end of the stream.
    mutating func finishJump(_ end: Jump) {
        pendingJump = nil
        guard let item = end == .start ? window.items.first : window.items.last else { return }
        if selection != item.id { focus = nil }
        selection = item.id
        scrollIntent = end == .start ? .toStart : .toEnd
    }
}
