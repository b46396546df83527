import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

struct LayoutCacheTests {
    @Test func `unfolding lays out that card again and reports what can be folded`() throws {
        var cache = LayoutCache()
        var state = Scene.folded.state(Size(columns: 80, rows: 30))
        let (_, report) = CardUITests.draw(&state, theme: .plain, cache: &cache)
        #expect(report.containers[0].cards[0].folds == [1, 2])
        let height = report.containers[0].cards[0].height
        state.containers[0].unfolded = [:]
        let (_, folded) = CardUITests.draw(&state, theme: .plain, cache: &cache)
        #expect(folded.containers[0].cards[0].height == height - 2)
        #expect(cache.layoutsMade == 2)
        let control = folded.hits.contains { hit in
            if case .element(_, _, .fold(1)) = hit.target { true } else { false }
        }
        #expect(control)
    }

    @Test func `a folded text has no blank row for a gap`() {
        let text = "Before a list:\n\n- one\n- two"
        let components: [Card.Component] = [
            .text(Card.TextBlock(text: text, expand: Card.ClickToExpand(maxDisplayLines: 2)))
        ]
        var state = Scene.one.state(Size(columns: 60, rows: 30))
        state.show([makeCard("fold", body: makeBody(components: components))])
        let rows = CardUITests.draw(&state, theme: .plain).0.plainText.split(separator: "\n")
        let control = rows.firstIndex { $0.contains("Show more") }
        #expect(control.map { rows[$0 - 1].contains("Before a list:") } == true, "\(rows)")
    }

    @Test func `a card in two containers keeps both its layouts`() {
        var state = Scene.one.state(Size(columns: 100, rows: 50))
        let other = ContainerID("other")
        state.containers.append(ContainerModel(id: other, streamID: StreamID("ops")))
        state.containers[1].window = state.containers[0].window
        state.containers[1].openSubviews[Fixture.expense.id] = "details"
        state.screens = [
            ScreenModel(
                name: "both",
                .rows([
                    .init(.fill, .container(state.containers[0].id)), .init(.fill, .container(other)),
                ]))
        ]
        var cache = LayoutCache()
        _ = CardUITests.draw(&state, theme: .plain, cache: &cache)
        let made = cache.layoutsMade
        _ = CardUITests.draw(&state, theme: .plain, cache: &cache)
        #expect(made == 2 && cache.layoutsMade == made)
    }

    private let size = Size(columns: 80, rows: 24)

    @Test func `moving the selection makes no new layout and changes few cells`() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .ansi16)
        var state = Scene.many.state(size)
        var cache = LayoutCache()
        let (before, _) = draw(&state, theme: theme, cache: &cache)
        let made = cache.layoutsMade
        state.containers[0].selection = Fixture.many[2].id
        let (after, _) = draw(&state, theme: theme, cache: &cache)
        #expect(cache.layoutsMade == made)
        // These cells change: two left edges, two buttons, the position and some hints.
        #expect(SurfaceDiff(from: before, to: after).cellsChanged < 160)
    }

    @Test func `a card that scrolls into view was laid out before`() throws {
        var state = Scene.many.state(size)
        var cache = LayoutCache()
        let (_, report) = draw(&state, theme: .plain, cache: &cache)
        let next = try #require(Fixture.many.firstIndex { $0.id == report.containers[0].cards.last?.id }) + 1
        try #require(next < Fixture.many.count)
        while cache.hasRequests { cache.layOutAhead() }
        let made = cache.layoutsMade
        state.containers[0].selection = Fixture.many[next].id
        state.containers[0].scrollIntent = .revealSelection(edge: .nearest)
        let (_, scrolled) = draw(&state, theme: .plain, cache: &cache)
        #expect(scrolled.containers[0].cards.contains { $0.id == Fixture.many[next].id })
        #expect(cache.layoutsMade == made)
    }

    @Test func `another theme redraws every cell without a new layout`() throws {
        var state = Scene.many.state(size)
        var cache = LayoutCache()
        let (before, _) = draw(&state, theme: try ThemeLoader.load("ink", depth: .direct).0, cache: &cache)
        let made = cache.layoutsMade
        let (after, _) = draw(&state, theme: try ThemeLoader.load("plum", depth: .direct).0, cache: &cache)
        #expect(cache.layoutsMade == made)
        #expect(SurfaceDiff(from: before, to: after).cellsChanged == size.columns * size.rows)
    }

    @Test func `a new version, a changed form, a subview and a refusal cause a new layout`() throws {
        var state = Scene.one.state(size)
        var cache = LayoutCache()
        func layouts() -> Int {
            let before = cache.layoutsMade
            _ = draw(&state, theme: .plain, cache: &cache)
            return cache.layoutsMade - before
        }
        #expect(layouts() == 1)
        #expect(layouts() == 0)
        state.containers[0].window.items[0].version = 2
        #expect(layouts() == 1)
        state.forms[Fixture.expense.id] = FormState(values: ["a": .toggle(true)])
        #expect(layouts() == 1)
        state.containers[0].openSubviews[Fixture.expense.id] = "details"
        #expect(layouts() == 1)
        state.containers[0].window.items[0].delivery = .refused(reason: "no")
        #expect(layouts() == 1)
        #expect(layouts() == 0)
    }

    @Test func `only visible cards are laid out, and the cache stays small`() {
        var state = Scene.many.state(size)
        state.show(
            (0..<600).map { makeCard("c\($0)", body: makeBody(title: "Card \($0)")) })
        var cache = LayoutCache()
        _ = draw(&state, theme: .plain, cache: &cache)
        #expect(cache.layoutsMade < 8)
        for _ in 0..<300 {
            state.containers[0].scrollIntent = .halfPages(1)
            _ = draw(&state, theme: .plain, cache: &cache)
        }
        #expect(cache.count <= 192)
    }
}
