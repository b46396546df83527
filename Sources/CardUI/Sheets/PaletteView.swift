internal import AppCore
internal import Canvas
internal import Theming

/// The command palette: the typed text, the matching commands and, in the last row, the name of the selected command or
/// why it is not available.
struct PaletteView {
    let list: CommandsOverlay
    let context: DrawContext

    private static let columns = 96
    private static let rows = 20
    /// The columns between the help and the keys.
    private static let gap = 2

    /// Returns the number of rows for commands, and the position of the cursor.
    func draw(_ painter: Painter, hits: inout [HitRegion]) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let sheet = SheetView(in: painter.bounds, columns: Self.columns, rows: Self.rows)
        sheet.draw(painter, title: SafeText(list.title, limit: 300), theme: theme, hits: &hits)
        sheet.drawFoot(foot, painter, theme: theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        let caret = FilterLine(field: list.field, placeholder: Strings.Help.filter, context: context).draw(area, row: 0)
        let cursor = Point(column: sheet.content.minColumn + caret.column, row: sheet.content.minRow + caret.row)

        let isRoomy = area.size.rows > 6
        let start = isRoomy ? 2 : 1
        let noteRows = area.size.rows > 3 ? 1 : 0
        let rows = max(0, area.size.rows - start - noteRows - (isRoomy ? 1 : 0))
        // Without matches, the note takes the place of the first command. If the line runs as typed, the note follows
        // the first command.
        let isShort = list.matches.isEmpty || list.isWhole
        let noteRow = list.matches.isEmpty ? start : start + (isRoomy ? 2 : 1)
        if noteRows > 0 { drawNote(area, row: isShort ? min(noteRow, area.size.rows - 1) : area.size.rows - 1) }
        let first = max(0, min(list.selected - rows / 2, list.matches.count - rows))
        for row in 0..<max(0, min(rows, list.matches.count - first)) {
            draw(first + row, area, row: start + row)
            let rect = Rect(
                column: sheet.content.minColumn, row: sheet.content.minRow + start + row,
                columns: sheet.content.size.columns, rows: 1)
            hits.append(HitRegion(rect: rect, target: .menuItem(first + row)))
        }
        return (rows, cursor)
    }

    private func draw(_ position: Int, _ area: Painter, row: Int) {
        let theme = context.theme
        let item = list.items[list.matches[position]]
        let isSelected = position == list.selected
        let style = theme[isSelected ? .sheetItemFocused : item.unavailable == nil ? .sheetItem : .textDim]
        let columns = area.size.columns
        area.fill(Rect(column: 0, row: row, columns: columns, rows: 1), style: style)
        if isSelected { area.write(Glyph.pointer, at: Point(column: 0, row: row), style: style) }

        let keys = TextLayout.truncate(SafeText(item.keys), width: columns / 3)
        let end = columns - TextLayout.width(of: keys)
        area.write(
            keys, at: Point(column: end, row: row),
            style: isSelected || item.unavailable != nil ? style : theme[.sheetKey])
        let help = TextLayout.truncate(SafeText(item.help), width: max(0, end - 2 - Self.gap))
        area.write(help, at: Point(column: 2, row: row), style: style)
    }

    /// Draws the selected command's name in key files, and its group or why it is not available.
    private func drawNote(_ area: Painter, row: Int) {
        let theme = context.theme
        let width = area.size.columns
        guard let item = list.selectedItem else {
            let words = SafeText(Strings.Help.nothingMatches(list.field.text), limit: 300)
            area.write(
                TextLayout.truncate(words, width: width), at: Point(column: 0, row: row),
                style: theme[.inputPlaceholder])
            return
        }
        let name = SafeText(Strings.Help.keyFileName(item.command.name))
        let about = SafeText(item.unavailable ?? item.command.group.rawValue)
        let text: SafeText = "\(about) · \(name)"
        area.write(
            TextLayout.truncate(text, width: width), at: Point(column: 0, row: row),
            style: theme[item.unavailable == nil ? .textDim : .cardTimeSoon])
    }

    private var foot: SafeText {
        let count: SafeText = "\(raw: String(list.matches.count)) / \(raw: String(list.items.count)) · "
        let run: SafeText = "\(context.keys.choose) \(SafeText(Strings.Help.run))"
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let complete: SafeText =
            list.canComplete
            ? "\(context.keys.completeFilter) \(SafeText(Command.completeFilter.entry.hint ?? "")) · " : .empty
        return (list.isWhole ? .empty : count) + complete + run + " · " + close
    }
}
