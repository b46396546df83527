import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Elements that load more content, in each state.
struct PageSnapshotTests {
    private static func talk(_ id: CardID = "talk") -> Card {
        makeCard(
            id.rawValue,
            body: makeBody(components: [
                .headline(Card.Headline(text: "Lunch on Friday?")),
                .loadMore(Card.LoadMore(text: "Older messages", page: "p1")),
                .text(Card.TextBlock(text: "**Ana:** Shall we meet at noon?")),
                .text(Card.TextBlock(text: "**Bo:** Noon is fine.")),
                .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Agree", action: .dismiss)])),
            ]))
    }
    private static func request(_ card: CardID = "talk") -> PageRequest {
        PageRequest(container: ContainerID("main"), card: card, stream: "ops", name: "p1")
    }
    private static let page: [Card.Component] = [
        .loadMore(Card.LoadMore(text: "Older messages", page: "p2")),
        .text(Card.TextBlock(text: "**Ana:** Who comes along?")),
    ]

    /// The state of loading.
    enum Stage: String, CaseIterable {
        case offered, focused, loading, offline, failed, loaded, unavailable
    }

    private func state(_ stage: Stage, _ size: Size) -> AppState {
        var state = Scene.one.state(size)
        state.show([Self.talk()])
        if stage == .unavailable {
            state.syncStatus.capabilities = SourceCapabilities(actions: [.dismiss])
        }
        bring("talk", to: stage, &state)
        return state
    }

    private func bring(_ card: CardID, to stage: Stage, _ state: inout AppState) {
        if [.offered, .unavailable].contains(stage) { return }
        state.containers[0].selection = card
        state.containers[0].focus = .loadMore(page: "p1")
        if stage == .focused { return }
        _ = update(&state, .keyPressed(KeyChord(name: "enter")!), at: .fixed)
        let outcome: PageEvent.Outcome? =
            switch stage {
            case .offline: .failed(.offline)
            case .failed: .failed(.other(reason: "The card does not have this page."))
            case .loaded: .loaded(Self.page)
            default: nil
            }
        if let outcome { _ = update(&state, .page(PageEvent(Self.request(card), outcome)), at: .fixed) }
    }

    /// Shows one card for each stage.
    @Test func `the stages of loading equal the snapshot`() throws {
        var state = Scene.one.state(Size(columns: 40, rows: 70))
        let stages: [Stage] = [.offered, .loading, .offline, .failed, .loaded, .focused]
        state.show(stages.map { Self.talk(CardID(stored: $0.rawValue)) })
        // Draws a frame, so that all cards are visible.
        _ = draw(&state, theme: .scopes)
        for stage in stages { bring(CardID(stored: stage.rawValue), to: stage, &state) }
        state.toasts = ToastQueue()
        let (surface, _) = draw(&state, theme: .scopes)
        try expectScreen(surface, named: "load-more.40x70")
    }

    @Test func `a feed that cannot load more says so in place of the element`() throws {
        var state = state(.unavailable, Size(columns: 60, rows: 16))
        try expectScreen(draw(&state, theme: .scopes).0, named: "load-more-unavailable.60x16")
    }

    @Test(arguments: Stage.allCases) func `every stage of loading has a text in line mode`(stage: Stage) {
        var state = state(stage, Size(columns: 60, rows: 16))
        _ = draw(&state, theme: .plain)
        let lines = LinearPage(state).lines.map(\.string)
        let expected: [String] =
            switch stage {
            case .offered, .focused: ["1. Load: Older messages"]
            case .loading: ["1. Load: Older messages: loading…"]
            case .offline: ["1. Load: Older messages", "Can't load more without a connection"]
            case .failed: ["1. Load: Older messages", "Can't load more: The card does not have this page."]
            case .loaded: ["1. Load: Older messages", "Ana: Who comes along?"]
            case .unavailable: ["Older messages: This feed doesn't support loading more content"]
            }
        #expect(Array(lines.dropFirst().prefix(expected.count)) == expected)
        #expect(lines.contains("Bo: Noon is fine."))
    }

    // MARK: Scrolling

    private static func long(_ prefix: String, _ count: Int) -> [Card.Component] {
        (0..<count).map { .text(Card.TextBlock(text: "\(prefix) \($0)")) }
    }

    private func row(_ text: String, _ surface: Surface) -> Int? {
        (0..<surface.size.rows).first { surface.text(row: $0).contains(text) }
    }

    @Test(arguments: [ContainerModel.Kind.vertical, .horizontal, .single])
    func `content loaded at the beginning does not move what is below`(kind: ContainerModel.Kind) throws {
        let size = Size(columns: 60, rows: 16)
        var state = AppState(
            size: size, now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), kind: kind, streamID: StreamID("ops"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        let more = Card.Component.loadMore(Card.LoadMore(text: "Older messages", page: "p1"))
        state.show([makeCard("talk", body: makeBody(components: [more] + Self.long("now", 30)))])
        _ = draw(&state, theme: .plain)
        state.containers[0].focus = .loadMore(page: "p1")
        #expect(
            update(&state, .keyPressed(KeyChord(name: "enter")!), at: .fixed).contains(
                .page(.load(Self.request()))))
        let before = try #require(row("now 3", draw(&state, theme: .plain).0))
        _ = update(&state, .page(PageEvent(Self.request(), .loaded(Self.long("then", 20)))), at: .fixed)
        #expect(row("now 3", draw(&state, theme: .plain).0) == before)
        // The element is gone, and the next frame keeps the position.
        #expect(row("now 3", draw(&state, theme: .plain).0) == before)
    }

    @Test func `content loaded further down appears in place of its element`() throws {
        let size = Size(columns: 60, rows: 16)
        var state = Scene.one.state(size)
        let more = Card.Component.loadMore(Card.LoadMore(text: "More", page: "p1"))
        state.show([
            makeCard("talk", body: makeBody(components: Self.long("first", 3) + [more] + Self.long("last", 20)))
        ])
        state.containers[0].focus = .loadMore(page: "p1")
        _ = update(&state, .keyPressed(KeyChord(name: "enter")!), at: .fixed)
        let surface = draw(&state, theme: .plain).0
        let (top, place) = (try #require(row("first 0", surface)), try #require(row("More", surface)))
        _ = update(&state, .page(PageEvent(Self.request(), .loaded(Self.long("then", 9)))), at: .fixed)
        let after = draw(&state, theme: .plain).0
        #expect(row("first 0", after) == top && row("then 0", after) == place)
    }

    @Test func `content loaded above the viewport does not move the viewport`() throws {
        let size = Size(columns: 60, rows: 16)
        var state = Scene.one.state(size)
        let more = Card.Component.loadMore(Card.LoadMore(text: "More", page: "p1"))
        state.show([
            makeCard("talk", body: makeBody(components: Self.long("first", 3) + [more] + Self.long("last", 40)))
        ])
        state.containers[0].focus = .loadMore(page: "p1")
        _ = update(&state, .keyPressed(KeyChord(name: "enter")!), at: .fixed)
        _ = draw(&state, theme: .plain)
        _ = update(&state, .wheelTurned(15), at: .fixed)
        let before = try #require(row("last 20", draw(&state, theme: .plain).0))
        _ = update(&state, .page(PageEvent(Self.request(), .loaded(Self.long("then", 9)))), at: .fixed)
        #expect(row("last 20", draw(&state, theme: .plain).0) == before)
    }

    @Test func `a hidden element is scrolled into view when it loads`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 16))
        let more = Card.Component.loadMore(Card.LoadMore(text: "More", page: "p1"))
        state.show([makeCard("talk", body: makeBody(components: Self.long("first", 40) + [more]))])
        _ = draw(&state, theme: .plain)
        state.containers[0].focus = .loadMore(page: "p1")
        let enter = AppEvent.Kind.keyPressed(try #require(KeyChord(name: "enter")))
        #expect(row("More", draw(&state, theme: .plain).0) == nil)
        #expect(update(&state, enter, at: .fixed).contains(.page(.load(Self.request()))))
        #expect(row("loading", draw(&state, theme: .plain).0) != nil)
    }
}
