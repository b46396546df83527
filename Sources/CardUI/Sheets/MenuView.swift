internal import AppCore
internal import Canvas
internal import Theming

/// A menu: numbered items, one of them selected.
struct MenuView {
    let menu: MenuOverlay
    let context: DrawContext

    /// The columns of a question before it wraps.
    private static let questionColumns = 60

    private func detail(of item: MenuOverlay.Item) -> String {
        guard let until = item.until else { return item.detail ?? item.unavailable ?? "" }
        return "\(TimeText.relative(until, to: context.now)) · "
            + TimeText.clock(until, at: context.now, in: context.zone)
    }

    func draw(_ painter: Painter, hits: inout [HitRegion]) -> Point? {
        let theme = context.theme
        let labels = menu.items.map { item -> SafeText in
            let label = SafeText(item.label, limit: 300)
            // The same symbols as in forms.
            return item.isOn.map { "\($0 ? "[x]" : "[ ]") \(label)" } ?? label
        }
        let details = menu.items.map { SafeText(detail(of: $0), limit: 300) }
        let widest = labels.map { TextLayout.width(of: $0) }.max() ?? 0
        let detailWidth = details.map { TextLayout.width(of: $0) }.max() ?? 0
        let keys = menu.items.map { SafeText($0.key ?? "") }
        let keyWidth = keys.map { TextLayout.width(of: $0) }.max() ?? 0
        let keyColumns = keyWidth > 0 ? keyWidth + 3 : 0
        let title = SafeText(menu.title, limit: 300)
        let wanted = max(
            widest + (detailWidth > 0 ? detailWidth + 3 : 0) + 4 + keyColumns, TextLayout.width(of: title) + 2, 24)
        // The question is shown in full, wrapped if it is longer than the sheet is wide.
        let question = menu.question.map { SafeText($0, limit: 600) } ?? .empty
        let wide = max(wanted, min(TextLayout.width(of: question), Self.questionColumns))
        let fitting = max(1, min(wide, painter.size.columns - 6))
        let asked = question.isEmpty ? [] : TextLayout.wrap(question, width: fitting)
        let above = asked.isEmpty ? 0 : asked.count + 1
        let sheet = SheetView(in: painter.bounds, columns: wide, rows: menu.items.count + above)
        sheet.draw(painter, title: title, theme: theme, hits: &hits)
        let word = menu.hasSwitches ? Strings.Switches.toggle : Command.menuChoose.entry.hint ?? ""
        let choose: SafeText = "\(context.keys.choose) \(SafeText(word))"
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        sheet.drawFoot(choose + " · " + close, painter, theme: theme, hits: &hits)

        let whole = painter.clipped(to: sheet.content)
        for (row, line) in asked.prefix(max(0, sheet.content.size.rows - menu.items.count)).enumerated() {
            whole.write(line.text, at: Point(column: 0, row: row), style: theme[.sheet])
        }
        // If there is not enough room, the items have precedence over the question.
        let start = max(0, min(above, sheet.content.size.rows - menu.items.count))
        let list = Rect(
            column: sheet.content.minColumn, row: sheet.content.minRow + start, columns: sheet.content.size.columns,
            rows: sheet.content.size.rows - start)
        let area = painter.clipped(to: list)
        // A long label is truncated to make room for its detail.
        let columns = area.size.columns - keyColumns
        let rest = columns - 4 - (detailWidth > 0 ? detailWidth + 3 : 0)
        let labelWidth = rest < 8 ? widest : min(widest, rest)
        let rows = list.size.rows
        let first = max(0, min(menu.selected - rows / 2, menu.items.count - rows))
        var cursor: Point?
        for row in 0..<max(0, min(rows, menu.items.count - first)) {
            let index = first + row
            let isSelected = index == menu.selected
            let isAvailable = menu.items[index].unavailable == nil
            let style = theme[isSelected ? .sheetItemFocused : isAvailable ? .sheetItem : .textDim]
            area.fill(Rect(column: 0, row: row, columns: area.size.columns, rows: 1), style: style)
            if isSelected { area.write(Glyph.pointer, at: Point(column: 0, row: row), style: style) }
            let key: SafeText = index < 9 ? "\(index + 1)" : " "
            let keyStyle = isSelected ? style : theme[.sheetKey]
            area.write(key, at: Point(column: 2, row: row), style: keyStyle)
            let room = max(0, min(columns - 4, detailWidth > 0 ? labelWidth : .max))
            area.write(
                TextLayout.truncate(labels[index], width: room), at: Point(column: 4, row: row), style: style)
            let column = 4 + labelWidth + 3
            let detail = TextLayout.truncate(details[index], width: max(0, columns - column))
            if !detail.isEmpty {
                let detailStyle = isSelected ? style : theme[.textDim]
                area.write(detail, at: Point(column: column, row: row), style: detailStyle)
            }
            area.write(
                keys[index], at: Point(column: area.size.columns - TextLayout.width(of: keys[index]), row: row),
                style: keyStyle)
            let rect = Rect(
                column: list.minColumn, row: list.minRow + row, columns: list.size.columns, rows: 1)
            hits.append(HitRegion(rect: rect, target: .menuItem(index)))
            if isSelected { cursor = rect.origin }
        }
        return cursor
    }
}
