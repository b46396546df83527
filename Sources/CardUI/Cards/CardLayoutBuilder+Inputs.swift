internal import Canvas
internal import Cards
internal import Theming
internal import ViewModels

extension CardLayoutBuilder {
    mutating func addInput(_ input: Input) {
        let element = FocusTarget.input(name: input.name)
        let first = layout.rows.count
        let value = form.value(of: input)
        switch (input.kind, value) {
        case (.text(_, let numberOfLines), .text(let field)):
            addField(input, field, lines: max(1, min(numberOfLines, 8)))
        case (.number, .text(let field)), (.date, .text(let field)):
            addField(input, field, lines: 1)
        case (.toggle, .toggle(let isOn)):
            addToggle(input, isOn: isOn)
        case (.stepper(_, let minimum, let maximum, _), .stepper(let number)):
            let range = "\(minimum.literal) – \(maximum.literal)"
            addValueRow(input, value: "‹ \(SafeText(number.literal)) ›", note: SafeText(range))
        case (.dropdown(let items, _), .choice(let chosen)):
            let label = items.first { $0.value == chosen }.map { SafeText($0.label, limit: 400) }
            let words = label ?? SafeText(input.placeholder ?? Strings.Form.nothingChosen, limit: 400)
            addValueRow(input, value: "\(words) ▾", isPlaceholder: label == nil)
        case (.radioGroup(let items, _), .choice(let chosen)):
            addLabel(input)
            for (index, item) in items.enumerated() {
                let isChosen = item.value == chosen
                addChoice(input, item, index: index, mark: isChosen ? "(•)" : "( )", hasCursor: isChosen)
            }
        case (.checkboxGroup(let items, _), .checked(let checked, let cursor)):
            addLabel(input)
            for (index, item) in items.enumerated() {
                let mark: SafeText = checked.contains(item.value) ? "[x]" : "[ ]"
                addChoice(input, item, index: index, mark: mark, hasCursor: index == cursor)
            }
        default:
            addLabel(input)
            addNote(SafeText(Strings.Disabled.upload), scope: .inputPlaceholder, limit: 2)
        }
        if let problem = form.problems[input.name] {
            addMarked(Glyph.failure, SafeText(problem, limit: 400), scope: .inputError)
        }
        let rows = first..<layout.rows.count
        layout.elements.append((target: element, rows: rows))
        for row in rows { layout.rows[row].addRegion(0..<width, .element(element)) }
    }

    // MARK: Labels

    /// The label over the value. Without one the name stands in: a field nobody can name cannot be filled in.
    private mutating func addLabel(_ input: Input) {
        let element = FocusTarget.input(name: input.name)
        let rows = RichText(label(input)).rows(width: width, column: 0, scope: .inputLabel)
        for (index, row) in rows.enumerated() {
            var labelRow = CardRow()
            if index == 0 { labelRow.addPointer(for: element) }
            for span in row.spans {
                labelRow.add(
                    span.text, at: span.column, scope: .inputLabel, element: element,
                    focusedScope: .inputLabelFocused)
            }
            addRow(labelRow)
        }
    }

    private func label(_ input: Input) -> SafeText {
        let words = SafeText(input.label.flatMap { $0.isEmpty ? nil : $0 } ?? input.name, limit: 400)
        let isRequired = input.validation.contains { $0.rule == .required }
        return isRequired ? "\(words) *" : words
    }

    // MARK: Typed values

    /// A bar with the value beside it: light, and heavy while it has the focus.
    private mutating func addField(_ input: Input, _ field: TextField, lines: Int) {
        let element = FocusTarget.input(name: input.name)
        // Left of the value when asked for and when both have room.
        let label = label(input)
        let labelWidth = TextLayout.width(of: label)
        let isInline = input.labelLayout == .inline && lines == 1 && labelWidth + 12 <= width
        if !isInline { addLabel(input) }
        let column = isInline ? labelWidth + 1 : 0
        let room = max(1, width - column - 3)
        let view = FieldView(field, columns: room, lines: lines)
        for line in 0..<lines {
            var row = CardRow()
            if isInline {
                row.addPointer(for: element)
                row.add(label, at: 0, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused)
            }
            row.add(
                Glyph.bar, at: column, scope: .inputBorder, element: element, focusedScope: .inputBorderFocused,
                focusedText: Glyph.heavyBar)
            if line < view.lines.count {
                row.add(
                    view.lines[line], at: column + 2, scope: .inputValue, element: element,
                    focusedScope: .inputValueFocused)
            }
            if line == 0, field.text.isEmpty, let placeholder = placeholder(input) {
                row.add(TextLayout.truncate(placeholder, width: room), at: column + 2, scope: .inputPlaceholder)
            }
            if line == view.caret.row {
                let point = Point(column: column + 2 + view.caret.column, row: layout.rows.count)
                layout.carets.append((input: input.name, point: point))
            }
            addRow(row)
        }
    }

    private func placeholder(_ input: Input) -> SafeText? {
        if let text = input.placeholder, !text.isEmpty { return SafeText(text, limit: 400) }
        if case .date = input.kind { return "2026-12-24" }
        return nil
    }

    // MARK: Chosen values

    private mutating func addToggle(_ input: Input, isOn: Bool) {
        let element = FocusTarget.input(name: input.name)
        let state = isOn ? Strings.Form.on : Strings.Form.off
        var row = CardRow()
        row.addPointer(for: element)
        let mark: SafeText = isOn ? "[x]" : "[ ]"
        row.add(mark, at: 0, scope: .inputValue, element: element, focusedScope: .inputValueFocused)
        let room = max(1, width - 4)
        let words = TextLayout.truncate(label(input), width: max(1, room - 5))
        let used = row.add(words, at: 4, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused)
        row.add(SafeText(state), at: 4 + used + 2, scope: .inputPlaceholder)
        addRow(row)
    }

    /// Label and value on one row when both fit, else under each other.
    private mutating func addValueRow(
        _ input: Input, value: SafeText, note: SafeText = .empty, isPlaceholder: Bool = false
    ) {
        let element = FocusTarget.input(name: input.name)
        let scope: StyleScope = isPlaceholder ? .inputPlaceholder : .inputValue
        let label = label(input)
        let labelWidth = TextLayout.width(of: label)
        var row = CardRow()
        var column = 0
        if input.labelLayout == .inline, labelWidth + 2 + TextLayout.width(of: value) <= width {
            row.addPointer(for: element)
            row.add(label, at: 0, scope: .inputLabel, element: element, focusedScope: .inputLabelFocused)
            column = labelWidth + 2
        } else {
            addLabel(input)
            row.add(
                Glyph.bar, at: 0, scope: .inputBorder, element: element, focusedScope: .inputBorderFocused,
                focusedText: Glyph.heavyBar)
            column = 2
        }
        let shown = TextLayout.truncate(value, width: max(1, width - column))
        column += row.add(shown, at: column, scope: scope, element: element, focusedScope: .inputValueFocused)
        if !note.isEmpty, column + 2 + TextLayout.width(of: note) <= width {
            row.add(note, at: column + 2, scope: .inputPlaceholder)
        }
        addRow(row)
    }

    private mutating func addChoice(
        _ input: Input, _ item: Input.Choice, index: Int, mark: SafeText, hasCursor: Bool
    ) {
        let element = FocusTarget.input(name: input.name)
        let lines = RichText(SafeText(item.label, limit: 400)).rows(width: width - 6, column: 6, scope: .inputValue)
        for (line, text) in lines.enumerated() {
            var row = CardRow()
            if line == 0 {
                if hasCursor {
                    row.addPointer(for: element, at: 1)
                    layout.carets.append((input: input.name, point: Point(column: 2, row: layout.rows.count)))
                }
                row.add(mark, at: 2, scope: .inputValue)
            }
            for span in text.spans {
                if hasCursor {
                    row.add(
                        span.text, at: span.column, scope: .inputValue, element: element,
                        focusedScope: .inputValueFocused)
                } else {
                    row.add(span.text, at: span.column, scope: .inputValue)
                }
            }
            row.addRegion(0..<width, .choice(input: input.name, index: index))
            addRow(row)
        }
    }
}
