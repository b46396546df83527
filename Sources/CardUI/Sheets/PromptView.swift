internal import AppCore
internal import Canvas
internal import Theming

/// A prompt for text, with one row or several if the text has a limit, and below it a hint or a problem.
struct PromptView {
    let prompt: PromptOverlay
    let context: DrawContext

    private static let columns = 56
    /// The rows of a text with a limit: enough to see the whole text, and constant, so that the sheet does not change
    /// its size.
    private static let longRows = 6

    private var isLong: Bool { prompt.limit != nil }

    func draw(_ painter: Painter, hits: inout [HitRegion]) -> Point? {
        let theme = context.theme
        // The width is determined first, because the note wraps to it.
        let columns = max(1, min(Self.columns, painter.size.columns - 6))
        let note = SafeText(prompt.problem ?? prompt.hint, limit: 400)
        let noteLines = TextLayout.wrap(note, width: columns, limit: 4)
        let count = prompt.limit.map { "\(prompt.field.count) / \($0)" } ?? ""
        let lines = isLong ? max(1, min(Self.longRows, painter.size.rows - 10)) : 1
        let rows = lines + 1 + noteLines.count
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: rows)
        sheet.draw(painter, title: SafeText(prompt.title, limit: 300), theme: theme, hits: &hits)
        sheet.drawFoot(foot(count: count), painter, theme: theme, hits: &hits)

        let area = painter.clipped(to: sheet.content)
        let view = FieldView(prompt.field, columns: max(1, area.size.columns - 3), lines: lines)
        for row in 0..<lines {
            area.drawField(row: row, isFocused: true, theme)
            guard row < view.lines.count else { continue }
            area.write(view.lines[row], at: Point(column: 2, row: row), style: theme.onField(.inputValueFocused))
        }
        let isProblem = prompt.problem != nil
        // If there is no room for a blank row, the note moves up.
        let start = area.size.rows >= rows ? lines + 1 : lines
        for (row, line) in noteLines.enumerated() {
            area.write(
                line.text, at: Point(column: 0, row: start + row),
                style: theme[isProblem ? .inputError : .inputPlaceholder])
        }
        let caret = Point(
            column: sheet.content.minColumn + 2 + view.caret.column, row: sheet.content.minRow + view.caret.row)
        return sheet.frame.contains(caret) ? caret : sheet.content.origin
    }

    private func foot(count: String) -> SafeText {
        let accept: SafeText =
            "\(context.keys.accept) \(SafeText(prompt.acceptHint ?? Command.acceptPrompt.entry.hint ?? ""))"
        let next: SafeText = prompt.nextHint.map { "\(context.keys.nextPart) \(SafeText($0)) · " } ?? ""
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let keys: SafeText = "\(accept) · \(next)\(close)"
        return count.isEmpty ? keys : "\(SafeText(count)) · \(keys)"
    }
}
