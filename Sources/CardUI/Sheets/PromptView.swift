internal import Canvas
internal import Theming
internal import ViewModels

/// One line of text asked for, with how to write it or what is wrong beneath.
struct PromptView {
    let prompt: PromptOverlay
    let context: DrawContext

    private static let columns = 56

    func draw(_ painter: Painter) -> Point? {
        let theme = context.theme
        // Width first: what stands beneath wraps to it.
        let columns = max(1, min(Self.columns, painter.size.columns - 6))
        let note = SafeText(prompt.problem ?? prompt.hint, limit: 400)
        let noteLines = TextLayout.wrap(note, width: columns, limit: 4)
        let count = prompt.limit.map { "\(prompt.field.count) / \($0)" } ?? ""
        let sheet = SheetView(in: painter.bounds, columns: columns, rows: 2 + noteLines.count)
        sheet.draw(painter, title: SafeText(prompt.title, limit: 300), theme: theme)
        sheet.drawFoot(foot(count: count), painter, theme: theme)

        let area = painter.clipped(to: sheet.content)
        let view = FieldView(prompt.field, columns: max(1, area.size.columns - 3), lines: 1)
        area.write(Glyph.heavyBar, at: .zero, style: theme[.inputBorderFocused])
        if let line = view.lines.first {
            area.write(line, at: Point(column: 2, row: 0), style: theme[.inputValueFocused])
        }
        let isProblem = prompt.problem != nil
        // Without room for a blank row the note moves up.
        let start = area.size.rows >= 2 + noteLines.count ? 2 : 1
        for (row, line) in noteLines.enumerated() {
            area.write(
                line.text, at: Point(column: 0, row: start + row),
                style: theme[isProblem ? .inputError : .inputPlaceholder])
        }
        let caret = Point(
            column: sheet.content.minColumn + 2 + view.caret.column, row: sheet.content.minRow)
        return sheet.frame.contains(caret) ? caret : sheet.content.origin
    }

    private func foot(count: String) -> SafeText {
        let accept: SafeText = "\(context.keys.accept) \(SafeText(Command.acceptPrompt.entry.hint ?? ""))"
        let close: SafeText = "\(context.keys.close) \(SafeText(Command.close.entry.hint ?? ""))"
        let keys: SafeText = "\(accept) · \(close)"
        return count.isEmpty ? keys : "\(SafeText(count)) · \(keys)"
    }
}
