internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The label of an input, or its name if it has no label, since the user must be able to identify the field.
struct InputLabel: ComponentView {
    let element: FocusTarget
    private let icon: InlineIcon?
    private let words: SafeText
    private let layout: Card.Input.LabelLayout

    init(_ input: Card.Input, icon: InlineIcon?, forms: [StyleScope: TextForm] = [:]) {
        layout = input.labelLayout
        element = .input(name: input.name)
        let words = SafeText(input.title, limit: 400).formed(as: forms[.inputLabel])
        let isRequired = input.validation.contains { $0.rule == .required }
        self.words = isRequired ? "\(words) *" : words
        self.icon = icon
    }

    var width: Int { iconWidth + TextLayout.width(of: words) }

    /// Includes the space after the icon.
    private var iconWidth: Int { icon.map { $0.width + 1 } ?? 0 }

    /// Adds the label above the value, in as many rows as needed.
    func add(to builder: inout CardLayoutBuilder) { add(to: &builder, isBoxed: false) }

    /// Adds the label above the value: inside the value's box, or above the box if the layout is external.
    /// - Parameter isBoxed: Whether the value has a box that can contain the label.
    func add(to builder: inout CardLayoutBuilder, isBoxed: Bool) {
        let isInside = isBoxed && layout != .external
        let column = isInside ? 2 : 0
        let start = column + iconWidth
        let rows = RichText(words).rows(width: max(1, builder.width - start), column: start, scope: .inputLabel)
        for (index, row) in rows.enumerated() {
            var labelRow = CardRow()
            if index == 0 { labelRow.addPointer(for: element) }
            if isInside {
                labelRow.addBackground(.box, 0..<builder.width)
                labelRow.addBar(of: element)
            }
            if index == 0 { addIcon(to: &labelRow, at: column) }
            for span in row.spans {
                labelRow.add(
                    span.text, at: span.column, scope: .inputLabel, element: element,
                    focusedScope: .inputLabelFocused)
            }
            builder.addRow(labelRow)
        }
    }

    /// Adds the label left of the value.
    func add(to row: inout CardRow) {
        row.addPointer(for: element)
        add(to: &row, at: 0, room: width)
    }

    /// Adds the label in at most `room` columns, and returns the number of columns used.
    @discardableResult
    func add(to row: inout CardRow, at column: Int, room: Int) -> Int {
        addIcon(to: &row, at: column)
        let words = TextLayout.truncate(words, width: max(1, room - iconWidth))
        return iconWidth
            + row.add(
                words, at: column + iconWidth, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused)
    }

    private func addIcon(to row: inout CardRow, at column: Int) {
        guard let icon else { return }
        let scopes = (plain: StyleScope.inputLabel, focused: StyleScope.inputLabelFocused)
        let width = row.add(icon, at: column, scope: scopes.plain, element: element, focusedScope: scopes.focused)
        row.add(" ", at: column + width, scope: scopes.plain, element: element, focusedScope: scopes.focused)
    }
}

extension CardRow {
    /// Adds the edge of an input's box: light, or heavy while the input has the focus.
    mutating func addBar(of element: FocusTarget, at column: Int = 0) {
        add(
            Glyph.bar, at: column, scope: .inputBorder, element: element, focusedScope: .inputBorderFocused,
            focusedText: Glyph.heavyBar)
    }
}
