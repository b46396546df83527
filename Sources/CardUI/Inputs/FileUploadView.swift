internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// A file to send: its name and, below it, its type and size.
struct FileUploadView: ComponentView {
    let input: Card.Input
    let label: InputLabel
    let file: ChosenFile?

    func add(to builder: inout CardLayoutBuilder) {
        guard let file else {
            ValueRowView(
                input: input, label: label, value: takesFiles ? "\(placeholder) ▾" : placeholder,
                scope: .inputPlaceholder
            ).add(to: &builder)
            return
        }
        let name = SafeText(file.name, limit: 400)
        let value = ValueRowView(input: input, label: label, value: name)
        value.add(to: &builder)
        var row = CardRow()
        let bar = value.barColumn(in: builder.width)
        row.addBackground(.box, bar..<builder.width)
        row.addBar(of: label.element, at: bar)
        let column = bar + 2
        let facts = TextLayout.truncate(SafeText(file.facts), width: max(1, builder.width - column))
        row.add(facts, at: column, scope: .inputPlaceholder)
        builder.addRow(row)
    }

    private var takesFiles: Bool {
        if case .fileUpload(_, let types) = input.kind { types != .none } else { false }
    }

    private var placeholder: SafeText {
        guard takesFiles else { return SafeText(Strings.Files.notTaken) }
        if let text = input.placeholder, !text.isEmpty { return SafeText(text, limit: 400) }
        return SafeText(Strings.Files.choose)
    }
}
