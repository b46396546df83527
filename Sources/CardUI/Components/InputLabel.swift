internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// What an input is called. Without a label the name stands in: a field nobody can name cannot be filled in.
struct InputLabel: ComponentView {
    let element: FocusTarget
    let words: SafeText

    init(_ input: Input) {
        element = .input(name: input.name)
        let words = SafeText(input.title, limit: 400)
        let isRequired = input.validation.contains { $0.rule == .required }
        self.words = isRequired ? "\(words) *" : words
    }

    var width: Int { TextLayout.width(of: words) }

    /// Over the value, in as many rows as it takes.
    func add(to builder: inout CardLayoutBuilder) {
        let rows = RichText(words).rows(width: builder.width, column: 0, scope: .inputLabel)
        for (index, row) in rows.enumerated() {
            var labelRow = CardRow()
            if index == 0 { labelRow.addPointer(for: element) }
            for span in row.spans {
                labelRow.add(
                    span.text, at: span.column, scope: .inputLabel, element: element,
                    focusedScope: .inputLabelFocused)
            }
            builder.addRow(labelRow)
        }
    }

    /// At the left of the value.
    func add(to row: inout CardRow) {
        row.addPointer(for: element)
        row.add(words, at: 0, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused)
    }
}
