internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A typed value: a field whose background shows its width, with a bar at its left that is light, or heavy while the
/// field has the focus.
struct TextInputView: ComponentView {
    let input: Card.Input
    let label: InputLabel
    let field: TextField
    let lines: Int

    func add(to builder: inout CardLayoutBuilder) {
        // The label is left of the value if the card asks for it and both fit.
        let isInline = input.labelLayout == .inline && lines == 1 && label.width + 12 <= builder.width
        if !isInline { label.add(to: &builder, isBoxed: true) }
        let column = isInline ? label.width + 1 : 0
        let room = max(1, builder.width - column - 3)
        let view = FieldView(field, columns: room, lines: lines)
        for line in 0..<lines {
            var row = CardRow()
            if isInline { label.add(to: &row) }
            row.addBackground(.field, column..<builder.width)
            row.addBar(of: label.element, at: column)
            if line < view.lines.count {
                row.add(
                    view.lines[line], at: column + 2, scope: .inputValue, element: label.element,
                    focusedScope: .inputValueFocused)
            }
            if line == 0, field.text.isEmpty, let placeholder = placeholder(in: room) {
                row.add(TextLayout.truncate(placeholder, width: room), at: column + 2, scope: .inputPlaceholder)
            }
            if line == view.caret.row {
                let point = Point(column: column + 2 + view.caret.column, row: builder.layout.rows.count)
                builder.layout.carets.append((input: input.name, point: point))
            }
            builder.addRow(row)
        }
    }

    /// - Parameter room: The columns available. The permitted range is shown in full or not at all.
    private func placeholder(in room: Int) -> SafeText? {
        if let text = input.placeholder, !text.isEmpty { return SafeText(text, limit: 400) }
        // A format instead of an example: without colours, an example would look like a value.
        let format: SafeText? = if case .date = input.kind { "YYYY-MM-DD" } else { nil }
        guard let range = input.range.map({ SafeText($0) }) else { return format }
        let whole = format.map { "\($0), \(range)" } ?? range
        return TextLayout.width(of: whole) <= room ? whole : format
    }
}
