internal import AppCore
internal import Canvas
internal import Theming

/// The output of a command in a sheet that scrolls, with its exit state in the last row.
struct OutputView {
    let output: OutputOverlay
    let context: DrawContext

    /// Draws the sheet, and returns the number of visible rows and the position of the cursor.
    func draw(_ painter: Painter, hits: inout [HitRegion]) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let count = max(1, output.lines.count)
        let widest = output.lines.lazy.prefix(400).map { TextLayout.width(of: $0) }.max() ?? 0
        let columns = max(1, min(max(widest, 40), painter.size.columns - InspectOverlay.margin + 2))
        // Adds a blank row and a row for the exit state.
        let sheet = SheetView(
            in: painter.bounds, columns: columns, rows: min(count + 2, max(1, painter.size.rows - 2)))
        sheet.draw(painter, title: SafeText(output.outcome.command, limit: 300), theme: theme, hits: &hits)
        let rows = max(1, sheet.content.size.rows - 2)
        let first = max(0, min(output.scroll, count - rows))
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let place: SafeText = count > rows ? "\(first + rows)/\(count) · " : .empty
        sheet.drawFoot(place + close, painter, theme: theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        if output.lines.isEmpty {
            area.write(SafeText(Strings.Pipe.silent), at: .zero, style: theme[.textDim])
        }
        for (row, line) in output.lines.dropFirst(first).prefix(rows).enumerated() {
            area.write(line, at: Point(column: 0, row: row), style: theme[.sheetItem])
        }
        let isDone = output.outcome.ending == .exited(status: 0)
        let sign = isDone ? Glyph.success : Glyph.failure
        let words: SafeText = "\(sign) \(SafeText(Strings.Pipe.ending(output.outcome.ending)))"
        area.write(
            TextLayout.truncate(words, width: area.size.columns),
            at: Point(column: 0, row: sheet.content.size.rows - 1),
            style: theme[isDone ? .textDim : .cardTimeSoon])
        return (rows, sheet.content.origin)
    }
}
