internal import Canvas
internal import Theming
internal import ViewModels

/// All keys by group, in two columns where there is room for both as they are.
struct HelpView {
    let help: HelpOverlay
    let rows: [HelpText.Row]
    let context: DrawContext

    /// Between two columns.
    private static let gap = 4
    /// A single column is not wider than that, so that a key and its words stay near each other.
    private static let widestColumn = 72

    /// Rows that stand under each other, and the columns that their keys and their words need.
    private struct Column {
        let rows: ArraySlice<HelpText.Row>
        private(set) var keys = 0
        private(set) var words = 0

        init(_ rows: ArraySlice<HelpText.Row>) {
            self.rows = rows
            for case .key(let keys, let help) in rows {
                self.keys = max(self.keys, TextLayout.width(of: SafeText(keys)) + 2)
                words = max(words, TextLayout.width(of: SafeText(help)))
            }
        }

        var width: Int { keys + words }
    }

    /// Draws, and returns how many rows fit and where the cursor stands.
    func draw(_ painter: Painter) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let halves = halves
        let wide = halves.reduce(Self.gap * (halves.count - 1)) { $0 + $1.width }
        let isWide = painter.size.columns >= wide + 10
        let parts = isWide ? halves : [Column(rows[...])]
        let columns = isWide ? wide : max(1, min(Self.widestColumn, painter.size.columns - 6))
        let count = parts.map(\.rows.count).max() ?? 0
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: min(count, max(1, painter.size.rows - 2)))
        sheet.draw(painter, title: SafeText(Strings.Help.title), theme: theme)
        let visible = sheet.content.size.rows
        let first = max(0, min(help.scroll, count - visible))
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let more: SafeText = first + visible < count ? "\(Glyph.down) " : first > 0 ? "\(Glyph.up) " : .empty
        sheet.drawFoot(more + close, painter, theme: theme)

        let area = painter.clipped(to: sheet.content)
        var start = 0
        for part in parts {
            let width = isWide ? part.width : area.size.columns
            draw(part, from: first, area.clipped(to: Rect(column: start, row: 0, columns: width, rows: visible)))
            start += width + Self.gap
        }
        return (visible, sheet.content.origin)
    }

    /// Both columns, parted between groups so that they are about equally long.
    private var halves: [Column] {
        let middle = rows.count / 2
        let breaks = rows.indices.filter { rows[$0] == .blank }
        guard let cut = breaks.min(by: { abs($0 - middle) < abs($1 - middle) }) else { return [Column(rows[...])] }
        return [Column(rows[..<cut]), Column(rows[(cut + 1)...])]
    }

    private func draw(_ column: Column, from first: Int, _ painter: Painter) {
        // Where not all fits, a key that is cut can still be told; words that are cut cannot.
        let isTight = painter.size.columns < min(column.width, Self.widestColumn)
        let keyColumn = isTight ? min(column.keys, painter.size.columns / 3) : column.keys
        for (row, content) in column.rows.dropFirst(first).prefix(painter.size.rows).enumerated() {
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
