internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// An input of any kind: its control, the problem with its value, and the regions that can be clicked.
struct InputView: ComponentView {
    let input: Card.Input

    func add(to builder: inout CardLayoutBuilder) {
        let element = FocusTarget.input(name: input.name)
        let first = builder.layout.rows.count
        view(
            of: builder.form.value(of: input), icon: builder.icon(input.icon, beside: .inputLabel),
            forms: builder.settings.forms
        )
        .add(to: &builder)
        if let problem = builder.form.problems[input.name] {
            builder.addMarked(Glyph.failure, SafeText(problem, limit: 400), scope: .inputError)
        }
        let rows = first..<builder.layout.rows.count
        builder.layout.elements.append(CardOutline.Element(target: element, rows: rows))
        for row in rows { builder.layout.rows[row].addRegionBelow(0..<builder.width, .element(element)) }
    }

    private func view(
        of value: FieldValue, icon: InlineIcon?, forms: [StyleScope: TextForm]
    ) -> any ComponentView {
        let label = InputLabel(input, icon: icon, forms: forms)
        return switch (input.kind, value) {
        case (.text(_, let numberOfLines), .text(let field)):
            TextInputView(input: input, label: label, field: field, lines: max(1, min(numberOfLines, 8)))
        case (.number, .text(let field)), (.date, .text(let field)):
            TextInputView(input: input, label: label, field: field, lines: 1)
        case (.toggle, .toggle(let isOn)):
            SwitchView(label: label, isOn: isOn)
        case (.stepper(_, let minimum, let maximum, _), .stepper(let number)):
            ValueRowView(
                input: input, label: label, value: "‹ \(raw: number.literal) ›",
                note: "\(raw: minimum.literal) – \(raw: maximum.literal)",
                scope: .inputValueStepper, hasSteps: true)
        case (.dropdown(let items, _), .choice(let chosen)):
            DropdownView(input: input, label: label, items: items, chosen: chosen)
        case (.radioGroup(let items, _), .choice(let chosen)):
            ChoiceGroupView(
                label: label, items: items, cursor: items.firstIndex { $0.value == chosen },
                marks: items.map { $0.value == chosen ? .on("(•)") : .off("( )") })
        case (.checkboxGroup(let items, _), .checked(let checked, let cursor)):
            ChoiceGroupView(
                label: label, items: items, cursor: cursor,
                marks: items.map { checked.contains($0.value) ? .on("[x]") : .off("[ ]") })
        default:
            FileUploadView(input: input, label: label, file: value.file)
        }
    }
}
