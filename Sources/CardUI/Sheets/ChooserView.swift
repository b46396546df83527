internal import AppCore
internal import Canvas
internal import Theming

/// The choices of a dropdown: a filter line, then the matching choices.
struct ChooserView {
    let chooser: ChooserOverlay
    let context: DrawContext

    private static let minimumColumns = 36

    /// Returns the number of rows for choices, and the position of the cursor.
    func draw(_ painter: Painter, hits: inout [HitRegion]) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let title = SafeText(chooser.title, limit: 300)
        // The sheet has room for all choices, so that its size does not change while the user types a filter.
        let columns = max(chooser.widest + 4, TextLayout.width(of: title) + 2, Self.minimumColumns)
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: chooser.items.count + 2)
        sheet.draw(painter, title: title, theme: theme, hits: &hits)
        sheet.drawFoot(foot, painter, theme: theme, hits: &hits)

        let area = painter.clipped(to: sheet.content)
        let caret = FilterLine(field: chooser.field, placeholder: Strings.Form.filter, context: context).draw(
            area, row: 0)
        // If there is no room for a blank row, the choices follow immediately.
        let start = sheet.content.size.rows > 4 ? 2 : 1
        let rows = max(0, sheet.content.size.rows - start)
        guard !chooser.matches.isEmpty else {
            drawNothing(area, row: start, rows: rows)
            return (rows, onScreen(caret, sheet))
        }
        let first = max(0, min(chooser.selected - rows / 2, chooser.matches.count - rows))
        for row in 0..<min(rows, chooser.matches.count - first) {
            let position = first + row
            draw(position, area, row: start + row)
            let rect = Rect(
                column: sheet.content.minColumn, row: sheet.content.minRow + start + row,
                columns: sheet.content.size.columns, rows: 1)
            hits.append(HitRegion(rect: rect, target: .menuItem(position)))
        }
        return (rows, onScreen(caret, sheet))
    }

    private func onScreen(_ point: Point, _ sheet: SheetView) -> Point {
        Point(column: sheet.content.minColumn + point.column, row: sheet.content.minRow + point.row)
    }

    private func drawNothing(_ area: Painter, row: Int, rows: Int) {
        let words = SafeText(Strings.Form.nothingMatches(chooser.field.text), limit: 300)
        for (index, line) in TextLayout.wrap(words, width: max(1, area.size.columns), limit: max(1, rows)).enumerated()
        {
            area.write(line.text, at: Point(column: 0, row: row + index), style: context.theme[.inputPlaceholder])
        }
    }

    private func draw(_ position: Int, _ area: Painter, row: Int) {
        let item = chooser.items[chooser.matches[position]]
        let isSelected = position == chooser.selected
        let style = context.theme[isSelected ? .sheetItemFocused : item.value == nil ? .textDim : .sheetItem]
        area.fill(Rect(column: 0, row: row, columns: area.size.columns, rows: 1), style: style)
        if isSelected { area.write(Glyph.pointer, at: Point(column: 0, row: row), style: style) }
        if item.value != nil, item.value == chooser.chosen {
            area.write(Glyph.success, at: Point(column: 2, row: row), style: style)
        }
        let label = TextLayout.truncate(
            SafeText(item.label, limit: ChooserOverlay.labelLimit), width: max(0, area.size.columns - 4))
        area.write(label, at: Point(column: 4, row: row), style: style)
    }

    private var foot: SafeText {
        let choose = context.keys.choose
        let count: SafeText = "\(raw: String(chooser.matches.count)) / \(raw: String(chooser.items.count))"
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        return "\(count) · \(choose) \(SafeText(Command.menuChoose.entry.hint ?? "")) · \(close)"
    }
}
