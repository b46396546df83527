internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

extension ScreenView {
    /// Draws a scroll bar on the right edge of the cards, or beside them if they have no frame. Draws nothing if all
    /// cards are visible.
    mutating func drawScrollBar(
        of model: ContainerModel, _ result: ContainerResult, _ frame: ContainerFrame, in rect: Rect,
        _ painter: Painter, _ context: DrawContext
    ) {
        let viewport = result.report.viewport
        let hasFrame = frame.isBoxed && !model.isList && context.theme.shape.border.glyphs != nil
        guard model.kind == .vertical, hasFrame || viewport.maxColumn < rect.maxColumn,
            let above = model.window.rank(of: result.visible.lowerBound),
            let through = model.window.rank(of: result.visible.upperBound), let first = result.report.cards.first,
            let last = result.report.cards.last
        else { return }
        let start =
            Double(above) + Double(first.hiddenAbove) / Double(max(1, first.height))
        let hidden = last.hiddenBelow(viewportHeight: viewport.size.rows)
        let end = Double(through) - Double(hidden) / Double(max(1, last.height))
        let column = Rect(
            column: viewport.maxColumn - (hasFrame ? 1 : 0), row: viewport.minRow, columns: 1, rows: viewport.size.rows)
        guard start <= end, let bar = ScrollBar(rect: column, shown: start...end, total: model.window.totalCount)
        else { return }
        let ends = hasFrame ? Set(result.report.cards.flatMap { [$0.top, $0.top + $0.height - 1] }) : []
        let glyph = context.theme.shape.border == .heavy ? Glyph.selectedEdge : Glyph.scrollThumb
        // The corners of frames stay visible, unless the thumb consists only of rows with corners.
        let rows = bar.thumb.filter { !ends.contains($0) }
        for row in rows.isEmpty ? Array(bar.thumb) : rows {
            painter.write(
                glyph, at: Point(column: column.minColumn, row: column.minRow + row),
                style: context.theme[.containerScroll])
        }
        report.hits.append(HitRegion(rect: column, target: .scrollBar(model.id)))
        if let index = report.containers.firstIndex(where: { $0.id == model.id }) { report.containers[index].bar = bar }
    }
}
