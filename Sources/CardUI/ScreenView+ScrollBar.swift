internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

extension ScreenView {
    /// A bar in the column right of the cards, where there is one and not all cards are in sight.
    mutating func drawScrollBar(
        of model: ContainerModel, _ result: ContainerResult, in rect: Rect, _ painter: Painter,
        _ context: DrawContext
    ) {
        let viewport = result.report.viewport
        guard model.kind == .vertical, viewport.maxColumn < rect.maxColumn,
            let above = model.window.rank(of: result.visible.lowerBound),
            let through = model.window.rank(of: result.visible.upperBound), let first = result.report.cards.first,
            let last = result.report.cards.last
        else { return }
        let start =
            Double(above) + Double(first.hiddenAbove) / Double(max(1, first.height))
        let hidden = last.hiddenBelow(viewportHeight: viewport.size.rows)
        let end = Double(through) - Double(hidden) / Double(max(1, last.height))
        let column = Rect(column: viewport.maxColumn, row: viewport.minRow, columns: 1, rows: viewport.size.rows)
        guard start <= end, let bar = ScrollBar(rect: column, shown: start...end, total: model.window.totalCount)
        else { return }
        let thumb = Point(column: column.minColumn, row: column.minRow + bar.thumb.lowerBound)
        painter.verticalLine(
            at: thumb, rows: bar.thumb.count, Glyph.scrollThumb, style: context.theme[.containerScroll])
        report.hits.append(HitRegion(rect: column, target: .scrollBar(model.id)))
        if let index = report.containers.firstIndex(where: { $0.id == model.id }) { report.containers[index].bar = bar }
    }
}
