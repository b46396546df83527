internal import AppCore
internal import Canvas
internal import Theming

/// The line for typing a filter of a list: the typed text, or a placeholder.
struct FilterLine {
    let field: TextField
    let placeholder: String
    let context: DrawContext

    /// Draws into one row of the painter. Returns the position of the text cursor.
    func draw(_ area: Painter, row: Int) -> Point {
        let theme = context.theme
        let view = FieldView(field, columns: max(1, area.size.columns - 3), lines: 1)
        area.drawField(row: row, isFocused: true, theme)
        let start = Point(column: 2, row: row)
        if field.text.isEmpty {
            let words = TextLayout.truncate(SafeText(placeholder), width: max(0, area.size.columns - 2))
            area.write(words, at: start, style: theme.onField(.inputPlaceholder))
        } else if let line = view.lines.first {
            area.write(line, at: start, style: theme.onField(.inputValueFocused))
        }
        return Point(column: 2 + view.caret.column, row: row)
    }
}

extension Painter {
    /// Draws the background of a field in a row of a sheet, with its edge: light, or heavy while it has the focus.
    func drawField(row: Int, isFocused: Bool, _ theme: Theme) {
        fill(Rect(column: 0, row: row, columns: size.columns, rows: 1), style: theme.field)
        write(
            isFocused ? Glyph.heavyBar : Glyph.bar, at: Point(column: 0, row: row),
            style: theme.onField(isFocused ? .inputBorderFocused : .inputBorder))
    }
}
