import Canvas
import Cards

extension AppState {
    /// Changes the focused container, if there is one.
    mutating func withFocusedContainer(_ body: (inout ContainerModel) -> [Effect]) -> [Effect] {
        focusedIndex.map { body(&containers[$0]) } ?? []
    }

    /// Moves the focus to an element of the selected card and scrolls it into sight.
    mutating func focus(_ target: FocusTarget) {
        changeFocused { container in
            container.focus = target
            container.scrollIntent = .revealFocus
        }
    }

    /// Scrolls by one line within a card that is taller than the viewport; otherwise selects the next card. -1 moves
    /// back.
    /// - Parameter isAcross: Whether to select the next card in any case.
    mutating func step(_ direction: Int, isAcross: Bool = false) -> [Effect] {
        let (frame, rows) = (frames.last, size.rows)
        return withFocusedContainer { $0.step(direction, isAcross: isAcross, in: frame, rows: rows) }
    }

    /// Selects the next card and shows its top, even if more of the selected card is below the viewport. -1 selects the
    /// previous card.
    mutating func skip(_ direction: Int) -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { $0.skip(direction, rows: rows) }
    }

    mutating func page(halves: Int) -> [Effect] {
        withFocusedContainer { container in
            container.page(halves: halves)
            return []
        }
    }

    mutating func jump(to end: ContainerModel.Jump) -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { $0.moveToEnd(end, rows: rows) }
    }
}

extension ContainerModel {
    /// Scrolls by one line within a card that is taller than the viewport; otherwise selects the next card. -1 moves
    /// back.
    /// - Parameter isAcross: Whether to select the next card in any case.
    fileprivate mutating func step(
        _ direction: Int, isAcross: Bool, in frame: FrameReport, rows: Int
    ) -> [Effect] {
        guard let index = selectedIndex else { return [] }
        if !isAcross, scrollsWithinSelection(direction, frame: frame) {
            if isList { scrollCard(lines: direction) } else { scroll(lines: direction) }
            return []
        }
        let next = index + direction
        guard window.items.indices.contains(next) else {
            // At the end of the stream, the viewport may still not show the whole card.
            scrollIntent = .revealSelection(edge: direction > 0 ? .bottom : .top)
            return windowEffects(rows: rows)
        }
        select(window.items[next].id, edge: direction > 0 ? .top : .bottom)
        return windowEffects(rows: rows)
    }

    fileprivate mutating func skip(_ direction: Int, rows: Int) -> [Effect] {
        guard let index = selectedIndex else { return [] }
        let next = min(max(0, index + direction), window.items.count - 1)
        select(window.items[next].id, edge: .top)
        return windowEffects(rows: rows)
    }

    /// Scrolls by a number of half pages, in addition to a pending scroll.
    fileprivate mutating func page(halves: Int) {
        guard selection != nil else { return }
        guard !isReadingCard else { return scrollCard(halves: halves) }
        if case .halfPages(let pending)? = scrollIntent {
            scrollIntent = .halfPages(pending + halves)
        } else {
            scrollIntent = .halfPages(halves)
        }
    }

    /// Whether the selected card is taller than the viewport and continues outside it in that direction.
    func scrollsWithinSelection(_ direction: Int, frame: FrameReport) -> Bool {
        guard !isList || isReadingCard, let layout = frame.container(id), let selection,
            let (card, viewport) = layout.wholeCard(selection)
        else { return false }
        let height = viewport.size.rows
        guard card.height > height else { return false }
        return direction > 0 ? card.hiddenBelow(viewportHeight: height) > 0 : card.hiddenAbove > 0
    }
}
