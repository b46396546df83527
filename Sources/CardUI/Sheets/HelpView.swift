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
        /// Of a single key.
        private var longestKey = 0

        init(_ rows: ArraySlice<HelpText.Row>) {
            self.rows = rows
            for case .key(let keys, let help) in rows {
                self.keys = max(self.keys, TextLayout.width(of: SafeText(keys)) + 2)
                words = max(words, TextLayout.width(of: SafeText(help)))
                let longest = keys.split(separator: " ").map { TextLayout.width(of: SafeText(String($0))) }.max()
                longestKey = max(longestKey, longest ?? 0)
            }
        }

        var width: Int { keys + words }

        /// The rows as lines: where they are too long they go on below, keys under keys and words under words.
        func lines(columns: Int) -> [Line] {
            guard columns < width else { return rows.map { Line($0, words: keys) } }
            let words = min(keys, max(columns / 3, longestKey + 2))
            // Beside each other there is no room for both.
            let isStacked = columns - words < 12
            return rows.flatMap { row -> [Line] in
                guard case .key(let keys, let help) = row else { return [Line(row, words: 0)] }
                let indent = isStacked ? 2 : words
                let left = Self.wrap(keys: keys, width: isStacked ? columns : words - 2)
                let right = TextLayout.wrap(SafeText(help), width: max(1, columns - indent), limit: 9)
                if isStacked {
                    return left.map { Line(keys: $0) } + right.map { Line(text: $0.text, words: indent) }
                }
                return (0..<max(left.count, right.count)).map { index in
                    Line(
                        keys: index < left.count ? left[index] : .empty,
                        text: index < right.count ? right[index].text : .empty, words: indent)
                }
            }
        }

        /// Between keys only: words may break at a hyphen, `ctrl-n` may not.
        private static func wrap(keys: String, width: Int) -> [SafeText] {
            var lines: [String] = []
            for key in keys.split(separator: " ") {
                let longer = (lines.last ?? "") + " " + key
                if !lines.isEmpty, TextLayout.width(of: SafeText(longer)) <= width {
                    lines[lines.count - 1] = longer
                } else {
                    lines.append(String(key))
                }
            }
            return lines.map { SafeText($0) }
        }
    }

    /// What stands in one row of the sheet.
    private struct Line {
        var heading = SafeText.empty
        var keys = SafeText.empty
        var text = SafeText.empty
        /// Where the words begin.
        var words = 0

        init(keys: SafeText = .empty, text: SafeText = .empty, words: Int = 0) {
            self.keys = keys
            self.text = text
            self.words = words
        }

        init(_ row: HelpText.Row, words: Int) {
            self.words = words
            switch row {
            case .heading(let title): heading = SafeText(title)
            case .key(let keys, let help):
                self.keys = SafeText(keys)
                text = SafeText(help)
            case .blank: break
            }
        }
    }

    /// Draws, and returns how many lines fit, how many there are, and where the cursor stands.
    func draw(_ painter: Painter) -> (rows: Int, total: Int, cursor: Point?) {
        let theme = context.theme
        let halves = halves
        let wide = halves.reduce(Self.gap * (halves.count - 1)) { $0 + $1.width }
        let isWide = painter.size.columns >= wide + 10
        let parts = isWide ? halves : [Column(rows[...])]
        let columns = isWide ? wide : max(1, min(Self.widestColumn, painter.size.columns - 6))
        let lines = parts.map { $0.lines(columns: isWide ? $0.width : columns) }
        let count = lines.map(\.count).max() ?? 0
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: min(count, max(1, painter.size.rows - 2)))
        sheet.draw(painter, title: SafeText(Strings.Help.title), theme: theme)
        let visible = sheet.content.size.rows
        let first = max(0, min(help.scroll, count - visible))
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let more: SafeText = first + visible < count ? "\(Glyph.down) " : first > 0 ? "\(Glyph.up) " : .empty
        sheet.drawFoot(more + close, painter, theme: theme)

        let area = painter.clipped(to: sheet.content)
        var start = 0
        for (part, lines) in zip(parts, lines) {
            let width = isWide ? part.width : area.size.columns
            draw(
                lines.dropFirst(first).prefix(visible),
                area.clipped(to: Rect(column: start, row: 0, columns: width, rows: visible)))
            start += width + Self.gap
        }
        return (visible, count, sheet.content.origin)
    }

    /// Both columns, parted between groups so that they are about equally long.
    private var halves: [Column] {
        let middle = rows.count / 2
        let breaks = rows.indices.filter { rows[$0] == .blank }
        guard let cut = breaks.min(by: { abs($0 - middle) < abs($1 - middle) }) else { return [Column(rows[...])] }
        return [Column(rows[..<cut]), Column(rows[(cut + 1)...])]
    }

    private func draw(_ lines: ArraySlice<Line>, _ painter: Painter) {
        for (row, line) in lines.enumerated() {
            painter.write(line.heading, at: Point(column: 0, row: row), style: context.theme[.sheetGroup])
            painter.write(line.keys, at: Point(column: 0, row: row), style: context.theme[.sheetKey])
            painter.write(line.text, at: Point(column: line.words, row: row), style: context.theme[.sheetItem])
        }
    }
}
