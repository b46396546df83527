internal import AppCore
internal import Canvas
internal import Theming

/// All keys by section, in two columns if there is room, with an optional search field above.
struct HelpView {
    let list: CommandsOverlay
    let context: DrawContext

    /// The columns between the two help columns.
    private static let gap = 4
    /// The maximum width of a single column, so that a key and its text are close to each other.
    private static let widestColumn = 72
    /// The minimum total width of two columns with wrapped text.
    private static let minColumnsOfTwo = 104

    /// Draws the sheet, and returns the number of visible lines and the position of the cursor.
    func draw(_ painter: Painter, hits: inout [HitRegion]) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        // The sheet has room for all commands, so that its size does not change during a search.
        let all = HelpColumn.halves(HelpRow.rows(list, all: true))
        let natural = all.reduce(Self.gap * (all.count - 1)) { $0 + $1.width }
        let room = painter.size.columns - 10
        let isWide = room >= min(natural, Self.minColumnsOfTwo)
        let wide = min(natural, room)
        let widths = Self.widths(of: all, in: wide)
        let columns = isWide ? wide : max(1, min(Self.widestColumn, painter.size.columns - 6))
        let longest =
            isWide ? zip(all, widths).map { $0.lines(columns: $1).count }.max() ?? 0 : Int.max
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: min(longest, max(1, painter.size.rows - 2)))
        sheet.draw(painter, title: SafeText(list.title), theme: theme, hits: &hits)

        var area = painter.clipped(to: sheet.content)
        var cursor: Point?
        if list.isTyping {
            let line = FilterLine(field: list.field, placeholder: Strings.Help.filter, context: context)
            let caret = line.draw(area, row: 0)
            cursor = Point(column: sheet.content.minColumn + caret.column, row: sheet.content.minRow + caret.row)
            let taken = area.size.rows > 6 ? 2 : 1
            area = area.clipped(
                to: Rect(column: 0, row: taken, columns: area.size.columns, rows: max(0, area.size.rows - taken)))
        }
        let origin = Point(
            column: sheet.content.minColumn, row: sheet.content.minRow + sheet.content.size.rows - area.size.rows)
        let visible = area.size.rows
        if list.matches.isEmpty { drawNothing(area) }

        let rows = HelpRow.rows(list)
        let parts =
            isWide && (rows.count > visible || !list.isTyping) ? HelpColumn.halves(rows) : [HelpColumn(rows[...])]
        let partWidths = parts.count == 1 ? [columns] : Self.widths(of: parts, in: wide)
        let lines = zip(parts, partWidths).map { $0.lines(columns: $1) }
        let count = lines.map(\.count).max() ?? 0
        let line = lines.lazy.compactMap { $0.firstIndex { $0.position == list.selected } }.first ?? 0
        // Includes the heading of the first section.
        let first = list.selected == 0 ? 0 : max(0, min(line - visible / 2, count - visible))
        sheet.drawFoot(
            foot(isMoreBelow: first + visible < count, isMoreAbove: first > 0), painter, theme: theme, hits: &hits)

        var start = 0
        for (width, lines) in zip(partWidths, lines) {
            let width = min(width, area.size.columns)
            let place = Rect(column: start, row: 0, columns: width, rows: visible)
            for (row, line) in lines.dropFirst(first).prefix(visible).enumerated() {
                draw(line, area.clipped(to: place), row: row)
                guard let position = line.position else { continue }
                let rect = Rect(column: origin.column + start, row: origin.row + row, columns: width, rows: 1)
                hits.append(HitRegion(rect: rect, target: .menuItem(position)))
                if cursor == nil, position == list.selected { cursor = rect.origin }
            }
            start += width + Self.gap
        }
        return (visible, cursor ?? sheet.content.origin)
    }

    /// The widths of columns that are beside each other: the widths they need or, if there is not enough room, about
    /// half each.
    private static func widths(of parts: [HelpColumn], in columns: Int) -> [Int] {
        let room = columns - gap * (parts.count - 1)
        guard parts.count == 2, parts[0].width + parts[1].width > room else { return parts.map(\.width) }
        let half = room / 2
        let first = parts[0].width < half ? parts[0].width : parts[1].width < half ? room - parts[1].width : half
        return [first, room - first]
    }

    private func draw(_ line: HelpColumn.Line, _ painter: Painter, row: Int) {
        let theme = context.theme
        let isSelected = line.position == list.selected
        let style = theme[isSelected ? .sheetItemFocused : .sheetItem]
        if isSelected {
            painter.fill(Rect(column: 0, row: row, columns: painter.size.columns, rows: 1), style: style)
            if line.isFirst { painter.write(Glyph.pointer, at: Point(column: 0, row: row), style: style) }
        }
        painter.write(line.heading, at: Point(column: 0, row: row), style: theme[.sheetGroup])
        painter.write(
            line.keys, at: Point(column: HelpColumn.margin, row: row), style: isSelected ? style : theme[.sheetKey])
        painter.write(line.text, at: Point(column: line.words, row: row), style: style)
    }

    private func drawNothing(_ area: Painter) {
        let words = SafeText(Strings.Help.nothingMatches(list.field.text), limit: 300)
        for (row, line) in TextLayout.wrap(words, width: max(1, area.size.columns), limit: max(1, area.size.rows))
            .enumerated()
        {
            area.write(line.text, at: Point(column: 0, row: row), style: context.theme[.inputPlaceholder])
        }
    }

    private func foot(isMoreBelow: Bool, isMoreAbove: Bool) -> SafeText {
        let more: SafeText = isMoreBelow ? "\(Glyph.down) " : isMoreAbove ? "\(Glyph.up) " : .empty
        let run: SafeText = "\(context.keys.choose) \(SafeText(Strings.Help.run))"
        let search: SafeText =
            list.isTyping ? .empty : "\(context.keys.search) \(SafeText(Strings.Help.search)) · "
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        return more + search + run + " · " + close
    }
}
