internal import AppCore
import Basics
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// The history of the user's actions: one row per action, with its time, its state, its kind and its card.
struct HistoryView {
    let history: HistoryOverlay
    let context: DrawContext

    /// The maximum width; longer lines are hard to read.
    private static let widest = 96
    private static let gap = 2
    /// The first column of a row's text, which leaves room for the pointer.
    private static let margin = 2
    /// With fewer columns, only a symbol shows the state, and the kind of action follows the card's title.
    private static let narrow = 46

    private struct Row {
        let time: SafeText
        let shortTime: SafeText
        let sign: SafeText
        let state: SafeText
        let deed: SafeText
        let subject: SafeText
        let scope: StyleScope
    }

    /// Draws the sheet, and returns the number of visible rows and the position of the cursor.
    func draw(_ painter: Painter, hits: inout [HitRegion]) -> (rows: Int, cursor: Point?) {
        let theme = context.theme
        let count = max(1, history.actions.count)
        let sheet = SheetView(
            in: painter.bounds, columns: max(1, min(Self.widest, painter.size.columns - 8)),
            rows: min(count, max(1, painter.size.rows - 2)))
        sheet.draw(painter, title: SafeText(Strings.History.historyTitle), theme: theme, hits: &hits)
        let rows = sheet.content.size.rows
        let first = max(0, min(history.selected - rows / 2, count - rows))
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let place: SafeText = count > rows ? "\(history.selected + 1)/\(count) · " : .empty
        sheet.drawFoot(place + ways + close, painter, theme: theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        guard !history.actions.isEmpty else {
            let words = TextLayout.truncate(SafeText(Strings.History.nothing), width: area.size.columns)
            area.write(words, at: .zero, style: theme[.textDim])
            return (rows, sheet.content.origin)
        }
        let shown = history.actions[first..<min(count, first + rows)].map(row)
        draw(shown, area, selected: history.selected - first)
        for row in shown.indices {
            let rect = Rect(
                column: sheet.content.minColumn, row: sheet.content.minRow + row, columns: area.size.columns, rows: 1)
            hits.append(HitRegion(rect: rect, target: .menuItem(first + row)))
        }
        let origin = sheet.content.origin
        return (rows, Point(column: origin.column, row: origin.row + history.selected - first))
    }

    /// The key hints for the selected action, if it was refused.
    private var ways: SafeText {
        guard let action = history.selectedAction, action.state == .refused, action.count == 1 else { return .empty }
        let retry: SafeText = "\(context.keys.retry) \(SafeText(Strings.History.retry))"
        let discard: SafeText = "\(context.keys.discard) \(SafeText(Strings.History.discard))"
        return retry + " · " + discard + " · "
    }

    private func draw(_ rows: [Row], _ area: Painter, selected: Int) {
        let theme = context.theme
        func widest(_ text: (Row) -> SafeText) -> Int { rows.map { TextLayout.width(of: text($0)) }.max() ?? 0 }
        let columns = area.size.columns
        let isNarrow = columns < Self.narrow
        let time = widest { isNarrow ? $0.shortTime : $0.time }
        let state = isNarrow ? 1 : widest(\.state) + 2
        // The card's title matters more than the kind of action.
        let left = columns - Self.margin - time - state - 3 * Self.gap
        let deed = isNarrow ? 0 : min(widest(\.deed), max(9, left / 2))
        for (line, row) in rows.enumerated() {
            let focused: Style? = line == selected ? theme[.sheetItemFocused] : nil
            if let focused {
                area.fill(Rect(column: 0, row: line, columns: columns, rows: 1), style: focused)
                area.write(Glyph.pointer, at: Point(column: 0, row: line), style: focused)
            }
            var column = Self.margin
            func write(_ text: SafeText, width: Int, style: Style) {
                let room = min(width, columns - column)
                guard room > 0 else { return }
                area.write(
                    TextLayout.truncate(text, width: room), at: Point(column: column, row: line),
                    style: focused ?? style)
                column += width + Self.gap
            }
            write(isNarrow ? row.shortTime : row.time, width: time, style: theme[.textDim])
            write(isNarrow ? row.sign : "\(row.sign) \(row.state)", width: state, style: theme[row.scope])
            write(row.deed, width: deed, style: theme[.sheetItem])
            let rest: SafeText = isNarrow ? "\(row.subject) · \(row.deed)" : row.subject
            write(rest, width: max(0, columns - column), style: theme[.sheetItem])
        }
    }

    private func row(_ action: HistoryEntry) -> Row {
        let (sign, scope): (SafeText, StyleScope) =
            switch action.state {
            case .waiting: (Glyph.waiting, .statusBusy)
            case .sent: (Glyph.success, .statusLive)
            case .closed: (Glyph.none, .textDim)
            case .refused: (Glyph.failure, .statusOffline)
            case .undone: (Glyph.back, .textDim)
            case .discarded: (Glyph.dismiss, .textDim)
            case .unreadable: (Glyph.failure, .statusOffline)
            }
        let times = Self.times(action.at, context)
        return Row(
            time: SafeText(times.long), shortTime: SafeText(times.short), sign: sign,
            state: SafeText(Strings.History.state(action.state)),
            deed: SafeText(Strings.History.deed(action, at: context.now, in: context.zone), limit: 200),
            subject: SafeText(Strings.History.subject(action), limit: 300), scope: scope)
    }

    /// The time if the date is today; otherwise the day, with and without the time.
    private static func times(_ date: Date, _ context: DrawContext) -> (long: String, short: String) {
        let then = context.zone.civil(date)
        guard then.daysSince1970 != context.zone.civil(context.now).daysSince1970 else {
            return (then.timeText, then.timeText)
        }
        let day = "\(then.day) \(Strings.Relative.month(then.month))"
        return ("\(day) \(then.timeText)", day)
    }
}
