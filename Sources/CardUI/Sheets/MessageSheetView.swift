internal import AppCore
internal import Canvas
internal import Theming

/// A message to read and close.
struct MessageSheetView {
    let message: MessageOverlay
    let context: DrawContext

    func draw(_ painter: Painter, hits: inout [HitRegion]) -> Point? {
        let columns = max(1, min(60, painter.size.columns - 6))
        let text = SafeText(message.text, lines: .multiple, limit: 8000)
        let lines = TextLayout.wrap(text, width: columns, limit: max(1, painter.size.rows))
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: lines.count)
        sheet.draw(painter, title: SafeText(message.title, limit: 300), theme: context.theme, hits: &hits)
        sheet.drawFoot(
            "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))", painter, theme: context.theme,
            hits: &hits)
        let area = painter.clipped(to: sheet.content)
        let link = message.link.flatMap { Hyperlink($0) }
        for (row, line) in lines.enumerated() {
            area.write(line.text, at: Point(column: 0, row: row), style: context.theme[.sheetItem])
            guard let link else { continue }
            area.link(
                Rect(column: 0, row: row, columns: TextLayout.width(of: line.text), rows: 1), to: link)
        }
        return sheet.content.origin
    }
}
