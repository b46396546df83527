internal import AppCore
import Basics
internal import Canvas
internal import Theming

/// A calendar: a text field, below it a month in weeks, and below that the selected time in words.
struct CalendarView {
    let calendar: CalendarOverlay
    let firstWeekday: Weekday
    let context: DrawContext

    /// The columns of a day: `[24]` is the selected day, `24•` is today, and a dim day cannot be selected.
    private static let cell = 4
    private static let weeks = 6
    private static let columns = 46
    /// The rows of the sheet's frame and of the note.
    private static let frameRows = 3

    func draw(_ painter: Painter, hits: inout [HitRegion]) -> Point? {
        let theme = context.theme
        // The text field, the month, the weekdays, the weeks and the note, with blank rows between them if there is
        // room.
        let needed = 4 + Self.weeks
        guard painter.size.rows >= needed + Self.frameRows else { return drawCompact(painter, hits: &hits) }
        let hasGaps = painter.size.rows >= needed + 5
        let note = noteLines(columns: max(1, min(Self.columns, painter.size.columns - 6)))
        let rows = needed + (hasGaps ? 2 : 0) + 1
        let sheet = SheetView(in: painter.bounds, columns: Self.columns, rows: rows)
        sheet.draw(painter, title: SafeText(calendar.title, limit: 300), theme: theme, hits: &hits)
        sheet.drawFoot(foot(room: sheet.frame.size.columns - 8), painter, theme: theme, hits: &hits)

        let area = painter.clipped(to: sheet.content)
        let caret = drawLine(area)
        let month = hasGaps ? 2 : 1
        let left = max(0, (area.size.columns - 7 * Self.cell) / 2)
        drawHead(area, left: left, row: month, sheet: sheet, hits: &hits)
        let cursor = drawDays(area, left: left, row: month + 2, sheet: sheet, hits: &hits)
        draw(note, area, row: month + 2 + Self.weeks + (hasGaps ? 1 : 0))
        return onScreen(calendar.isTyping ? caret : cursor ?? caret, sheet)
    }

    /// Draws only the text field and the note if there is no room for a month. The keys for days and months still work.
    private func drawCompact(_ painter: Painter, hits: inout [HitRegion]) -> Point? {
        let note = noteLines(columns: max(1, min(Self.columns, painter.size.columns - 6)))
        let sheet = SheetView(in: painter.bounds, columns: Self.columns, rows: 1 + note.count)
        sheet.draw(painter, title: SafeText(calendar.title, limit: 300), theme: context.theme, hits: &hits)
        sheet.drawFoot(foot(room: sheet.frame.size.columns - 8), painter, theme: context.theme, hits: &hits)
        let area = painter.clipped(to: sheet.content)
        let caret = drawLine(area)
        draw(note, area, row: 1)
        return onScreen(caret, sheet)
    }

    private func draw(_ note: [TextLine], _ area: Painter, row: Int) {
        let isProblem = calendar.problem != nil || (calendar.isRead && calendar.reason != nil)
        for (index, line) in note.enumerated() {
            area.write(
                line.text, at: Point(column: 0, row: row + index),
                style: context.theme[isProblem ? .inputError : .sheetItem])
        }
    }

    private func onScreen(_ point: Point, _ sheet: SheetView) -> Point {
        Point(column: sheet.content.minColumn + point.column, row: sheet.content.minRow + point.row)
    }

    // MARK: Text field

    /// Draws the text field, and returns the position of the text cursor.
    private func drawLine(_ area: Painter) -> Point {
        let theme = context.theme
        let isFocused = calendar.isTyping
        let view = FieldView(calendar.field, columns: max(1, area.size.columns - 3), lines: 1)
        area.drawField(row: 0, isFocused: isFocused, theme)
        if calendar.field.text.isEmpty {
            let words = TextLayout.truncate(SafeText(calendar.placeholder), width: max(0, area.size.columns - 2))
            area.write(words, at: Point(column: 2, row: 0), style: theme.onField(.inputPlaceholder))
        } else if let line = view.lines.first {
            area.write(
                line, at: Point(column: 2, row: 0), style: theme.onField(isFocused ? .inputValueFocused : .inputValue))
            drawEnd(area, after: 2 + TextLayout.width(of: line))
        }
        return Point(column: 2 + view.caret.column, row: 0)
    }

    /// Draws the result of the typed text at the end of its line, if there is room.
    private func drawEnd(_ area: Painter, after column: Int) {
        guard calendar.isTyping, let end = calendar.end(at: context.now, in: context.zone) else { return }
        let words: SafeText = "\(Glyph.result) \(SafeText(end))"
        let start = area.size.columns - TextLayout.width(of: words)
        guard start > column + 1 else { return }
        area.write(words, at: Point(column: start, row: 0), style: context.theme.onField(.textDim))
    }

    // MARK: Month

    private func drawHead(_ area: Painter, left: Int, row: Int, sheet: SheetView, hits: inout [HitRegion]) {
        let theme = context.theme
        let width = 7 * Self.cell
        let name = SafeText(Strings.Dates.month(calendar.cursor))
        let start = left + max(0, (width - TextLayout.width(of: name)) / 2)
        area.write(name, at: Point(column: start, row: row), style: theme[.sheetTitle])
        for (sign, column, months) in [(SafeText("‹"), left + 1, -1), (SafeText("›"), left + width - 2, 1)] {
            area.write(sign, at: Point(column: column, row: row), style: theme[.sheetKey])
            let point = onScreen(Point(column: column - 1, row: row), sheet)
            hits.append(
                HitRegion(
                    rect: Rect(origin: point, size: Size(columns: 3, rows: 1)), target: .calendarMonth(months)))
        }
        for index in 0..<7 {
            let weekday = Weekday.allCases[(firstWeekday.rawValue + index) % 7]
            area.write(
                SafeText(Strings.Dates.short(weekday)), at: Point(column: left + index * Self.cell + 1, row: row + 1),
                style: theme[.textDim])
        }
    }

    /// Draws the days, and returns the position of the selected day.
    private func drawDays(
        _ area: Painter, left: Int, row: Int, sheet: SheetView, hits: inout [HitRegion]
    ) -> Point? {
        var first = calendar.cursor.at(hour: 0)
        first.day = 1
        let lead = (first.weekday.rawValue - firstWeekday.rawValue + 7) % 7
        let today = context.zone.civil(context.now).daysSince1970
        var cursor: Point?
        for number in 1...calendar.cursor.daysInMonth {
            let day = first.adding(days: number - 1)
            let place = lead + number - 1
            let point = Point(column: left + place % 7 * Self.cell, row: row + place / 7)
            let isCursor = number == calendar.cursor.day
            draw(day, area, at: point, isCursor: isCursor, isToday: day.daysSince1970 == today)
            if isCursor { cursor = Point(column: point.column + 1, row: point.row) }
            let rect = Rect(origin: onScreen(point, sheet), size: Size(columns: Self.cell, rows: 1))
            hits.append(HitRegion(rect: rect, target: .day(day)))
        }
        return cursor
    }

    private func draw(_ day: CivilDate, _ area: Painter, at point: Point, isCursor: Bool, isToday: Bool) {
        let isAvailable = calendar.range.contains(day)
        let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
        let words = isCursor ? "[\(number)]" : " \(number)\(isToday ? Glyph.bullet.string : " ")"
        let scope: StyleScope =
            isCursor && !calendar.isTyping ? .sheetItemFocused : isAvailable ? .sheetItem : .textDim
        area.write(SafeText(words), at: point, style: context.theme[scope])
    }

    // MARK: Texts

    private func noteLines(columns: Int) -> [TextLine] {
        let words: String
        if let problem = calendar.problem {
            words = "\(Glyph.failure.string) \(problem)"
        } else if !calendar.isRead {
            words = calendar.misreading(at: context.now, in: context.zone) ?? calendar.hint
        } else if let reason = calendar.reason {
            words = "\(Glyph.failure.string) \(reason)"
        } else {
            words = calendar.words(at: context.now, in: context.zone)
        }
        return TextLayout.wrap(SafeText(words, limit: 400), width: columns, limit: 2)
    }

    private func foot(room: Int) -> SafeText {
        let keys = context.keys
        let accept: SafeText = "\(keys.accept) \(SafeText(Command.acceptPrompt.entry.hint ?? ""))"
        let close: SafeText = "\(keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let other: SafeText = "\(keys.type) \(SafeText(calendar.isTyping ? Strings.Dates.pick : Strings.Dates.type))"
        let all: SafeText = "\(other) · \(accept) · \(close)"
        return TextLayout.width(of: all) <= room ? all : "\(accept) · \(close)"
    }
}
