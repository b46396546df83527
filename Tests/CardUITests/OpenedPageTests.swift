import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// The screen after a long text has been loaded into a subview.
struct OpenedPageTests {
    private static let main = ContainerID("main")

    private static let window: CardWindow = {
        let cards = (1...3).map { number in
            makeCard(
                "m\(number)",
                body: makeBody(
                    components: [
                        .headline(Card.Headline(text: "Message \(number)")), .text(Card.TextBlock(text: "Its preview")),
                        .buttons(
                            Card.ButtonContainer(buttons: [Card.Button(text: "Open", action: .openSubview(id: "s"))])),
                    ],
                    subviews: [
                        "s": Card.Subview(
                            title: "Message \(number)",
                            components: [.loadMore(Card.LoadMore(text: "The message", page: "p", loadsOnOpen: true))])
                    ]))
        }
        let items = cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) }
        return CardWindow(items: items, totalCount: 3, hasEverHadCard: true)
    }()

    private func show(_ state: inout AppState) -> String {
        let (surface, report) = draw(&state, theme: .plain)
        _ = state.adopt(report)
        return surface.plainText
    }

    @Test(arguments: [Size(columns: 60, rows: 20), Size(columns: 100, rows: 30)], [16, 60])
    func `the first line of an opened page is visible below its title`(size: Size, lines: Int) throws {
        var state = AppState(
            size: size, now: .fixed, containers: [ContainerModel(id: Self.main, streamID: StreamID("ops"))])
        _ = update(&state, .feedArrived(Self.main, Self.window), at: .fixed)
        _ = show(&state)
        _ = update(&state, .keyPressed(KeyChord(.character("j"))), at: .fixed)
        _ = show(&state)
        let effects = update(&state, .keyPressed(KeyChord(.character("1"))), at: .fixed)
        let requests = effects.compactMap { if case .page(.load(let request)) = $0 { request } else { nil } }
        let request = try #require(requests.first)
        _ = show(&state)
        let page = (1...lines).map { Card.Component.text(Card.TextBlock(text: "Line \($0).")) }
        _ = update(&state, .page(PageEvent(request, .loaded(page))), at: .fixed)
        let screen = show(&state)
        #expect(screen.contains("Line 1.") && screen.contains("Message 2"), "\(screen)")
        // The next frame does not change that.
        #expect(show(&state).contains("Line 1."))
    }
}
