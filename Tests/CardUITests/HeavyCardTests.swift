import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Cards far beyond the limits of a server: they are drawn, and laid out only once.
struct HeavyCardTests {
    static let cards: [(String, [Card.Component])] = [
        (
            "many",
            (0..<1000).map { .text(Card.TextBlock(text: "Part *\($0)* with a [link](https://example.com/\($0))")) }
        ),
        ("long", [.text(Card.TextBlock(text: String(repeating: "Lorem *ipsum* 漢字 ", count: 50_000)))]),
        (
            "deep",
            [
                .list(
                    Card.ListBlock(items: [
                        (0..<200).reduce(Card.ListBlock.Item(text: "x")) { .init(text: "\($1)", items: [$0]) }
                    ]
                    ))
            ]
        ),
        (
            "deep-text",
            [.text(Card.TextBlock(text: (0..<200).map { String(repeating: "  ", count: $0) + "- \($0)\n" }.joined()))]
        ),
        (
            "buttons",
            [.buttons(Card.ButtonContainer(buttons: (0..<1000).map { Card.Button(text: "\($0)", action: .doNothing) }))]
        ),
        (
            "table",
            [.text(Card.TextBlock(text: "a|b|c|d\n-|-|-|-\n" + String(repeating: "*x*|y|[z](w)|\n", count: 2500)))]
        ),
        ("brackets", [.text(Card.TextBlock(text: String(repeating: "![[]()", count: 6000)))]),
    ]

    @Test(arguments: cards)
    func `the heaviest cards are drawn, and laid out once`(name: String, components: [Card.Component]) throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        for size in [Size(columns: 200, rows: 60), Size(columns: 20, rows: 6), Size(columns: 3, rows: 3)] {
            var state = AppState(
                size: size, now: .fixed,
                containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))])
            state.launch = .ready
            state.show([makeCard(name, body: makeBody(components: components))])
            var cache = LayoutCache()
            _ = draw(&state, theme: theme, cache: &cache)
            for intent in [ScrollIntent.toEnd, .lines(-7), .toStart, .halfPages(3)] {
                state.containers[0].scrollIntent = intent
                _ = draw(&state, theme: theme, cache: &cache)
            }
            #expect(cache.layoutsMade == 1, "\(size)")
        }
    }
}
