import AppCore
import Canvas
import CardUI
import Cards
import Foundation
import Support
import Testing
import Theming

/// Snapshots of every kind of input in every state. `RECORD_SCREENS=1` records them again.
struct InputSnapshotTests {
    /// Number inputs are left out, because they look like text inputs.
    enum Field: String, CaseIterable {
        case text, lines, toggle, stepper, checkboxes, radio, dropdown, date

        var input: Card.Input {
            Card.Input(
                name: rawValue, label: "What it is", labelLayout: .stacked, kind: kind, validation: [.init(.required)])
        }

        private static let choices = [
            Card.Input.Choice(value: "a", label: "Apples"), Card.Input.Choice(value: "b", label: "Pears"),
        ]

        private var kind: Card.Input.Kind {
            switch self {
            case .text: .text(defaultValue: "", numberOfLines: 1)
            case .lines: .text(defaultValue: "", numberOfLines: 3)
            case .toggle: .toggle(defaultValue: false)
            case .stepper:
                .stepper(defaultValue: nil, minimum: JSONNumber(1), maximum: JSONNumber(5), step: JSONNumber(1))
            case .checkboxes: .checkboxGroup(items: Self.choices, defaultValue: [])
            case .radio: .radioGroup(items: Self.choices, defaultValue: nil)
            case .dropdown: .dropdown(items: Self.choices, defaultValue: nil)
            case .date: .date(defaultValue: nil)
            }
        }

        var filled: FieldValue {
            switch self {
            case .text: .text(TextField("Lunch with Jo"))
            case .lines: .text(TextField("Lunch\nwith Jo\nand Kim\nat noon"))
            case .toggle: .toggle(true)
            case .stepper: .stepper(JSONNumber(3))
            case .checkboxes: .checked(["b"], cursor: 1)
            case .radio, .dropdown: .choice("b")
            case .date: .text(TextField("2026-07-31"))
            }
        }
    }

    /// The states that a snapshot shows, one below the other. One of them has the focus.
    enum Condition: String, CaseIterable { case empty, filled, focused, invalid }

    @Test(arguments: Field.allCases)
    func `an input equals its snapshot`(field: Field) throws {
        var form = FormState()
        let inputs = Condition.allCases.map { condition in
            var input = field.input
            input.name = condition.rawValue
            input.label = "It is \(condition.rawValue)"
            if condition == .filled || condition == .focused { form.values[input.name] = field.filled }
            if condition == .invalid {
                // With its keys, a stepper never gets an invalid value, but an update of the card can leave it with
                // one.
                form.problems[input.name] =
                    FieldCheck.problem(of: form.value(of: input), in: input) ?? "What it is must be 5 or less"
            }
            return input
        }
        let card = makeCard("form", body: makeBody(components: inputs.map { .input($0) }))
        var state = Scene.one.state(Size(columns: 50, rows: 36))
        state.show([card])
        state.containers[0].focus = .input(name: Condition.focused.rawValue)
        state.forms[card.id] = form
        try expectScreen(draw(&state, theme: .scopes).0, named: "input-\(field.rawValue).50x36")
    }
}
