internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A choice of one value, of which only the chosen one is shown.
struct DropdownView: ComponentView {
    let input: Card.Input
    let label: InputLabel
    let items: [Card.Input.Choice]
    let chosen: String?

    func add(to builder: inout CardLayoutBuilder) {
        let item = items.first { $0.value == chosen }.map { SafeText($0.label, limit: 400) }
        let words = item ?? SafeText(input.placeholder ?? Strings.Form.nothingChosen, limit: 400)
        ValueRowView(
            input: input, label: label, value: "\(words) ▾", scope: item == nil ? .inputPlaceholder : .inputValue
        ).add(to: &builder)
    }
}
