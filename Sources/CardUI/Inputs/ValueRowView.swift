internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Label and value on one row when both fit, else under each other.
struct ValueRowView: ComponentView {
    let input: Card.Input
    let label: InputLabel
    let value: SafeText
    var note: SafeText = .empty
    var scope = StyleScope.inputValue
    /// Whether the value's first and last sign make it less and more.
    var hasSteps = false

    func add(to builder: inout CardLayoutBuilder) {
        let element = label.element
        var row = CardRow()
        var column = barColumn(in: builder.width)
        if column > 0 { label.add(to: &row) } else { label.add(to: &builder, isBoxed: true) }
        // The same ground and edge as where a value is typed.
        row.addGround(.field, column..<builder.width)
        row.addBar(of: element, at: column)
        column += 2
        let shown = TextLayout.truncate(value, width: max(1, builder.width - column))
        let start = column
        column += row.add(shown, at: column, scope: scope, element: element, focusedScope: .inputValueFocused)
        if hasSteps, shown == value, case .input(let name) = element {
            // The blank beside a sign belongs to it: one column is hard to hit.
            row.addRegion(start..<start + 2, .step(input: name, by: -1))
            row.addRegion(column - 2..<column, .step(input: name, by: 1))
        }
        if !note.isEmpty, column + 2 + TextLayout.width(of: note) <= builder.width {
            row.add(note, at: column + 2, scope: .inputPlaceholder)
        }
        builder.addRow(row)
    }

    /// Where the value's edge stands: behind the label where both fit in so many columns, else at the left.
    func barColumn(in columns: Int) -> Int {
        let isInline = input.labelLayout == .inline && label.width + 3 + TextLayout.width(of: value) <= columns
        return isInline ? label.width + 1 : 0
    }
}
