import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Snapshots of every label layout of every input that has one, with and without an icon. `RECORD_SCREENS=1` records
/// them again.
struct LabelSnapshotTests {
    private static let choices = [
        Card.Input.Choice(value: "a", label: "Apples"), Card.Input.Choice(value: "b", label: "Pears"),
    ]

    private static let kinds: [(String, String?, Card.Input.Kind)] = [
        ("Reason", "Why you travel", .text(defaultValue: "", numberOfLines: 1)),
        ("What you did there and whom you met", nil, .text(defaultValue: "Talks\nLunch", numberOfLines: 2)),
        ("Amount", nil, .number(defaultValue: JSONNumber(literal: "12.50"))),
        ("Fruit", "Pick one", .dropdown(items: choices, defaultValue: nil)),
        ("Day", nil, .date(defaultValue: nil)),
        (
            "People", nil,
            .stepper(defaultValue: nil, minimum: JSONNumber(1), maximum: JSONNumber(5), step: JSONNumber(1))
        ),
    ]

    /// Every layout at a width at which no label wraps, and the inline layout at a width at which labels do. Wider
    /// cards only have more room.
    private static let shown: [(Card.Input.LabelLayout, Int)] =
        Card.Input.LabelLayout.allCases.map { ($0, 60) } + [(.inline, 40)]

    @Test(arguments: shown)
    func `labels are placed as the card states`(layout: Card.Input.LabelLayout, columns: Int) throws {
        let inputs = Self.kinds.enumerated().map { index, kind in
            Card.Input(
                name: "field\(index)", label: kind.0, placeholder: kind.1, labelLayout: layout,
                icon: index.isMultiple(of: 2) ? Card.Icon(name: "star") : nil, kind: kind.2,
                validation: index == 0 ? [.init(.required)] : [])
        }
        let card = makeCard("form", body: makeBody(components: inputs.map { .input($0) }))
        var state = Scene.one.state(Size(columns: columns, rows: 24))
        state.show([card])
        state.containers[0].focus = .input(name: "field0")
        try expectScreen(draw(&state, theme: .scopes).0, named: "labels-\(layout.rawValue).\(columns)x24")
    }

    @Test(arguments: [20, 23, 24, 40])
    func `inputs have gaps if there are enough rows, and switches stay a list`(rows: Int) {
        let text = { (name: String) in
            Card.Input(name: name, label: name, labelLayout: .external, kind: .text(defaultValue: "", numberOfLines: 1))
        }
        let toggle = { (name: String) in Card.Input(name: name, label: name, kind: .toggle(defaultValue: false)) }
        let inputs = [text("first"), text("second"), toggle("third"), toggle("fourth")]
        var state = Scene.one.state(Size(columns: 60, rows: rows))
        state.show([makeCard("form", body: makeBody(components: inputs.map { .input($0) }))])
        let surface = draw(&state, theme: .plain).0
        let places = inputs.map { input in (0..<rows).first { surface.text(row: $0).contains(input.name) } ?? -1 }
        let gap = rows < 24 ? 0 : 1
        #expect(places[1] - places[0] == 2 + gap && places[2] - places[1] == 2 + gap && places[3] - places[2] == 1)
    }
}
