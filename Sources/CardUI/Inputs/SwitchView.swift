internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A value that is either on or off.
struct SwitchView: ComponentView {
    let label: InputLabel
    let isOn: Bool

    func add(to builder: inout CardLayoutBuilder) {
        let element = label.element
        var row = CardRow()
        row.addPointer(for: element)
        let mark: SafeText = isOn ? "[x]" : "[ ]"
        row.add(
            mark, at: 0, scope: isOn ? .inputValueSwitchOn : .inputValueSwitchOff, element: element,
            focusedScope: .inputValueFocused)
        label.add(to: &row, at: 4, room: max(1, builder.width - 4))
        builder.addRow(row)
    }
}
