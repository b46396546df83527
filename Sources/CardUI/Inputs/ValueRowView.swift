internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The label and the value, in one row if both fit, else below each other.
struct ValueRowView: ComponentView {
    let input: Card.Input
    let label: InputLabel
    let value: SafeText
    var note: SafeText = .empty
    var scope = StyleScope.inputValue
    /// Whether the first and last character of the value decrease and increase it.
    var hasSteps = false

    func add(to builder: inout CardLayoutBuilder) {
        let element = label.element
        var row = CardRow()
        var column = barColumn(in: builder.width)
        if column > 0 { label.add(to: &row) } else { label.add(to: &builder, isBoxed: true) }
        // The same background and edge as a typed value.
        row.addBackground(.field, column..<builder.width)
        row.addBar(of: element, at: column)
        column += 2
        let shown = TextLayout.truncate(value, width: max(1, builder.width - column))
        let start = column
        column += row.add(shown, at: column, scope: scope, element: element, focusedScope: .inputValueFocused)
        if hasSteps, shown == value, case .input(let name) = element {
            // The blank beside each character belongs to its click area, because one column is hard to hit.
            row.addRegion(start..<start + 2, .step(input: name, by: -1))
            row.addRegion(column - 2..<column, .step(input: name, by: 1))
        }
        if !note.isEmpty, column + 2 + TextLayout.width(of: note) <= builder.width {
            row.add(note, at: column + 2, scope: .inputPlaceholder)
        }
        builder.addRow(row)
    }

    /// The column of the value's edge: after the label if both fit into `columns`, else the first column.
    func barColumn(in columns: Int) -> Int {
        let isInline = input.labelLayout == .inline && label.width + 3 + TextLayout.width(of: value) <= columns
        return isInline ? label.width + 1 : 0
    }
}
