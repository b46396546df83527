import AppCore
import Canvas
import Cards

/// The smallest layout that satisfies the contract of ``FrameReport``: cards of given heights, below each other without
/// gaps. Tests of behaviour need heights, not drawings.
struct StubLayout {
    var heights: [String: Int] = [:]

    func report(of state: AppState) -> FrameReport {
        FrameReport(
            size: state.size, containers: state.containers.map { layOut($0, rows: state.size.rows) }, overlayRows: 10)
    }

    private func layOut(_ container: ContainerModel, rows: Int) -> ContainerReport {
        let viewport = Rect(column: 0, row: 0, columns: 80, rows: rows)
        let groups = Set(container.window.items.filter { $0.content == .foldedGroup }.map(\.id))
        var spans: [(id: CardID, top: Int, height: Int)] = []
        var end = 0
        for item in container.window.items {
            let height = item.headingRows + (groups.contains(item.id) ? 0 : heights[item.id.rawValue] ?? 4)
            spans.append((item.id, end, height))
            end += height
        }
        let lowest = max(0, end - rows)
        func clamp(_ offset: Int) -> Int { max(0, min(offset, lowest)) }
        var offset = 0
        if let anchor = container.anchor, let span = spans.first(where: { $0.id == anchor.card }) {
            offset = span.top + anchor.line
        }
        offset = clamp(offset)
        var selection = container.selection
        let selected = spans.first { $0.id == selection }
        switch container.scrollIntent {
        case .revealSelection(let edge):
            if let selected { offset = reveal(selected.top, selected.height, edge, offset, rows) }
        case .revealTitle:
            if let selected { offset = reveal(selected.top, selected.height, .top, offset, rows) }
        case .revealFocus, .keepFocus, .revealElement:
            if let selected { offset = reveal(selected.top, selected.height, .bottom, offset, rows) }
        case .lines(let lines): offset += lines
        case .halfPages(let halves):
            let row = (selected?.top ?? 0) - offset
            offset = clamp(offset + halves * (rows - 1) / 2)
            selection = spans.last { $0.top <= offset + max(0, row) }?.id ?? selection
        case .grown(let card, let height):
            if let span = spans.first(where: { $0.id == card }) { offset += span.height - height }
        case .toStart: offset = 0
        case .toEnd: offset = lowest
        case nil: break
        }
        offset = clamp(offset)
        let visible = spans.filter { $0.top < offset + rows && $0.top + $0.height > offset }
        if let id = selection, !visible.contains(where: { $0.id == id }) {
            let isAbove = (spans.first { $0.id == id }?.top ?? 0) < offset
            selection = isAbove ? visible.first?.id : visible.last?.id
        }
        return ContainerReport(
            id: container.id, viewport: viewport,
            anchor: visible.first.map { ScrollAnchor(card: $0.id, line: offset - $0.top) }, selection: selection,
            cards: visible.map { span in
                var report = CardReport(id: span.id, top: span.top - offset, height: span.height)
                report.isGroup = groups.contains(span.id)
                report.version = container.window.items.first { $0.id == span.id }?.version ?? 0
                return report
            })
    }

    private func reveal(_ top: Int, _ height: Int, _ edge: ScrollIntent.Edge, _ offset: Int, _ rows: Int) -> Int {
        if height > rows {
            switch edge {
            case .top: return top
            case .bottom: return top + height - rows
            case .nearest: return top < offset + rows && top + height > offset ? offset : top
            }
        }
        if top < offset { return top }
        return top + height > offset + rows ? top + height - rows : offset
    }
}
