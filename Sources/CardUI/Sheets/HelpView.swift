internal import Canvas
internal import Theming
internal import ViewModels

/// All keys by group, in two columns where there is room.
struct HelpView {
    let help: HelpOverlay
    let rows: [HelpText.Row]
    let context: DrawContext

    /// Of one column of keys and words.
    private static let columnWidth = 56

    /// Draws, and returns how many rows fit and where the cursor stands.
    func draw(_ painter: Painter) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let isWide = painter.size.columns >= 2 * Self.columnWidth + 10
        let columns = isWide ? 2 * Self.columnWidth + 2 : max(1, min(72, painter.size.columns - 6))
        let (left, right) = isWide ? halves : (rows[...], [])
        let count = max(left.count, right.count)
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: min(count, max(1, painter.size.rows - 2)))
        sheet.draw(painter, title: SafeText(Strings.Help.title), theme: theme)
        let visible = sheet.content.size.rows
        let first = max(0, min(help.scroll, count - visible))
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let more: SafeText = first + visible < count ? "\(Glyph.down) " : first > 0 ? "\(Glyph.up) " : .empty
        sheet.drawFoot(more + close, painter, theme: theme)

        let area = painter.clipped(to: sheet.content)
        let half = isWide ? Self.columnWidth : area.size.columns
        draw(left.dropFirst(first), area.clipped(to: Rect(column: 0, row: 0, columns: half, rows: visible)))
        draw(
            right.dropFirst(first),
            area.clipped(to: Rect(column: half + 2, row: 0, columns: Self.columnWidth, rows: visible)))
        return (visible, sheet.content.origin)
    }

    /// Both columns, parted between groups so that they are about equally long.
    private var halves: (ArraySlice<HelpText.Row>, ArraySlice<HelpText.Row>) {
        let middle = rows.count / 2
        let breaks = rows.indices.filter { rows[$0] == .blank }
        guard let cut = breaks.min(by: { abs($0 - middle) < abs($1 - middle) }) else { return (rows[...], []) }
        return (rows[..<cut], rows[(cut + 1)...])
    }

    private func draw(_ rows: ArraySlice<HelpText.Row>, _ painter: Painter) {
        let keyColumn = min(18, painter.size.columns / 3)
        for (row, content) in rows.prefix(painter.size.rows).enumerated() {
            switch content {
            case .heading(let title):
                painter.write(SafeText(title), at: Point(column: 0, row: row), style: context.theme[.sheetGroup])
            case .key(let keys, let help):
                let key = TextLayout.truncate(SafeText(keys), width: max(1, keyColumn - 1))
                painter.write(key, at: Point(column: 0, row: row), style: context.theme[.sheetKey])
                let words = TextLayout.truncate(SafeText(help), width: max(0, painter.size.columns - keyColumn))
                painter.write(words, at: Point(column: keyColumn, row: row), style: context.theme[.sheetItem])
            case .blank: break
            }
        }
    }
}
