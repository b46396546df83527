internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

/// What an input is called. Without a label the name stands in: a field nobody can name cannot be filled in.
struct InputLabel: ComponentView {
    let element: FocusTarget
    /// With the icon before them, where there is one.
    let words: SafeText
    private let layout: Input.LabelLayout

    init(_ input: Input, icon: SafeText?) {
        layout = input.labelLayout
        element = .input(name: input.name)
        let words = SafeText(input.title, limit: 400)
        let isRequired = input.validation.contains { $0.rule == .required }
        let marked: SafeText = isRequired ? "\(words) *" : words
        self.words = icon.map { "\($0) \(marked)" } ?? marked
    }

    var width: Int { TextLayout.width(of: words) }

    /// Over the value, in as many rows as it takes: a stacked label inside the value's box, another one over it.
    func add(to builder: inout CardLayoutBuilder) { add(to: &builder, isBoxed: false) }

    /// - Parameter isBoxed: Whether the value has a box that a stacked label can be in.
    func add(to builder: inout CardLayoutBuilder, isBoxed: Bool) {
        let isInside = isBoxed && layout != .external
        let column = isInside ? 2 : 0
        let rows = RichText(words).rows(width: max(1, builder.width - column), column: column, scope: .inputLabel)
        for (index, row) in rows.enumerated() {
            var labelRow = CardRow()
            if index == 0 { labelRow.addPointer(for: element) }
            if isInside { labelRow.addBar(of: element, isFirst: index == 0) }
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

extension CardRow {
    /// The edge of an input's box: light, and heavy while the input has the focus. With a corner where a label begins
    /// it, so that boxes under each other do not run into one.
    mutating func addBar(of element: FocusTarget, at column: Int = 0, isFirst: Bool = false) {
        add(
            isFirst ? Glyph.corner : Glyph.bar, at: column, scope: .inputBorder, element: element,
            focusedScope: .inputBorderFocused, focusedText: isFirst ? Glyph.heavyCorner : Glyph.heavyBar)
    }
}
