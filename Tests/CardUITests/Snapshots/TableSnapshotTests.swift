import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Screens of tables. `RECORD_SCREENS=1` records them again.
struct TableSnapshotTests {
    private static let card = makeCard(
        "tables", createdAt: .fixed(-5 * 60),
        body: makeBody(components: [
            .category(Card.Category(text: "Continuous integration")),
            .headline(Card.Headline(text: "main is red")),
            .text(
                Card.TextBlock(
                    text: """
                        One of **three** jobs failed:

                        | Job | Result | Time |
                        |:----|:------:|-----:|
                        | build | passed | 2:31 |
                        | [unit tests](https://example.com/2) | **failed** | 12:04 |
                        | 文書 | passed | 0:09 |

                        Findings:

                        | File | Finding | Cure |
                        |---|---|---|
                        | `Sources/Cards/Card.swift` | The line is longer than the limit of 120 characters. | Run the formatter. |
                        | `README.md` | A link leads nowhere. | See [the guide](https://example.com/guide). |
                        """)),
        ]))

    @Test(arguments: [Size(columns: 60, rows: 20), Size(columns: 60, rows: 32), Size(columns: 100, rows: 30)])
    func `tables look as recorded`(size: Size) throws {
        var state = Scene.one.state(size)
        state.show([Self.card])
        state.containers[0].focus = .link(0)
        try expectScreen(draw(&state, theme: .scopes).0, named: "table.\(size.columns)x\(size.rows)")
    }

    @Test func `if the columns do not fit, each row repeats their names`() throws {
        var state = Scene.one.state(Size(columns: 24, rows: 30))
        state.show([Self.card])
        try expectScreen(draw(&state, theme: .scopes).0, named: "table.24x30")
    }
}
