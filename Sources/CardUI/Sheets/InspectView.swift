internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The JSON of a card, in a sheet that scrolls.
struct InspectView {
    let inspect: InspectOverlay
    let context: DrawContext

    /// Draws the sheet, and returns the number of visible rows and the position of the cursor.
    func draw(_ painter: Painter, hits: inout [HitRegion]) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let count = inspect.lines.count
        let widest = inspect.lines.lazy.prefix(400).map { TextLayout.width(of: $0.text) }.max() ?? 0
        let columns = max(1, min(max(widest, 40), painter.size.columns - InspectOverlay.margin + 2))
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: min(count, max(1, painter.size.rows - 2)))
        sheet.draw(
            painter, title: "\(SafeText(Strings.Inspect.title)) \(raw: inspect.card.rawValue)", theme: theme,
            hits: &hits)
        let rows = sheet.content.size.rows
        let first = max(0, min(inspect.scroll, count - rows))
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let place: SafeText = count > rows ? "\(first + rows)/\(count) · " : .empty
        sheet.drawFoot(place + close, painter, theme: theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        for row in 0..<max(0, min(rows, count - first)) {
            let line = inspect.lines[first + row]
            let style = theme[line.isNote ? .cardTimeSoon : .sheetItem]
            area.write(line.text, at: Point(column: 0, row: row), style: style)
            if line.nameColumns > 0 {
                area.write(line.text, at: Point(column: 0, row: row), style: theme[.sheetKey], limit: line.nameColumns)
            }
        }
        return (rows, sheet.content.origin)
    }
}
