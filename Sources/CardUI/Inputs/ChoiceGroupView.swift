internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Radio buttons or check boxes below their label.
struct ChoiceGroupView: ComponentView {
    let label: InputLabel
    let items: [Card.Input.Choice]
    /// The index of the item that keys act on.
    let cursor: Int?
    /// The symbol left of each item.
    let marks: [Mark]

    struct Mark {
        let sign: SafeText
        let scope: StyleScope

        static func on(_ sign: SafeText) -> Mark { Mark(sign: sign, scope: .inputValueChecked) }
        static func off(_ sign: SafeText) -> Mark { Mark(sign: sign, scope: .inputValueUnchecked) }
    }

    func add(to builder: inout CardLayoutBuilder) {
        label.add(to: &builder)
        for (index, item) in items.enumerated() { add(item, index: index, to: &builder) }
    }

    private func add(_ item: Card.Input.Choice, index: Int, to builder: inout CardLayoutBuilder) {
        guard case .input(let name) = label.element else { return }
        let hasCursor = index == cursor
        let lines = RichText(SafeText(item.label, limit: 400))
            .rows(width: builder.width - 6, column: 6, scope: .inputValue)
        for (line, text) in lines.enumerated() {
            var row = CardRow()
            if line == 0 {
                if hasCursor {
                    row.addPointer(for: label.element, at: 1)
                    let point = Point(column: 2, row: builder.layout.rows.count)
                    builder.layout.carets.append((input: name, point: point))
                }
                row.add(marks[index].sign, at: 2, scope: marks[index].scope)
            }
            for span in text.spans {
                if hasCursor {
                    row.add(
                        span.text, at: span.column, scope: .inputValue, element: label.element,
                        focusedScope: .inputValueFocused)
                } else {
                    row.add(span.text, at: span.column, scope: .inputValue)
                }
            }
            row.addRegion(0..<builder.width, .choice(input: name, index: index))
            builder.addRow(row)
        }
    }
}
