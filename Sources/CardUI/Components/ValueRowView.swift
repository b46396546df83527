internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// Label and value on one row when both fit, else under each other.
struct ValueRowView: ComponentView {
    let input: Input
    let label: InputLabel
    let value: SafeText
    var note: SafeText = .empty
    var isPlaceholder = false

    func add(to builder: inout CardLayoutBuilder) {
        let scope: StyleScope = isPlaceholder ? .inputPlaceholder : .inputValue
        let element = label.element
        var row = CardRow()
        var column = 0
        if input.labelLayout == .inline, label.width + 2 + TextLayout.width(of: value) <= builder.width {
            label.add(to: &row)
            column = label.width + 2
        } else {
            label.add(to: &builder, isBoxed: true)
            row.addBar(of: element)
            column = 2
        }
        let shown = TextLayout.truncate(value, width: max(1, builder.width - column))
        column += row.add(shown, at: column, scope: scope, element: element, focusedScope: .inputValueFocused)
        if !note.isEmpty, column + 2 + TextLayout.width(of: note) <= builder.width {
            row.add(note, at: column + 2, scope: .inputPlaceholder)
        }
        builder.addRow(row)
    }
}
