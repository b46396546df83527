import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct ArrivalTests {
    @Test func `cards arriving in sight are no news`() {
        var state = AppState.given(["a", "b"])
        _ = state.arrive(.of(["a", "b", "c"]))
        #expect(state.marker == [0, 0])
        // New until it has been seen, for the window's title.
        #expect(state.newCount == 1)
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.newCount == 0)
    }

    @Test func `cards arriving below the view are counted there`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = state.arrive(.of(["a", "b", "c", "d", "e", "new"]))
        #expect(state.marker == [0, 1])
    }

    @Test func `having been on screen ends being new`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = state.arrive(.of(["new", "a", "b", "c", "d", "e"]))
        #expect(state.marker == [1, 0])
        _ = state.press("k")
        #expect(state.selection == "new")
        #expect(state.marker == [0, 0])
    }

    /// Eight cards of four rows in a view of five, of which these have arrived last.
    private func viewer(new: Set<String>, selecting: String) -> AppState {
        let all = (1...8).map { "c\($0)" }
        var state = AppState.given(all.filter { !new.contains($0) }, selecting: selecting)
        _ = state.arrive(.of(all))
        state.containers[0].arrivals.unseen = Set(new.map { CardID($0) })
        return state
    }

    @Test(arguments: [
        (["n"], "c5"), (["n", "n"], "c8"), (["n", "n", "n"], "c2"), (["N"], "c2"), (["N", "N"], "c8"),
        (["n", "N"], "c2"),
    ])
    func `n and N go from new card to new card, and around at the ends`(keys: [String], expected: String) {
        var state = viewer(new: ["c2", "c5", "c8"], selecting: "c3")
        for key in keys { _ = state.press(key) }
        #expect(state.selection == expected)
    }

    @Test func `without new cards n says so and moves nothing`() {
        var state = AppState.given(["a", "b"])
        #expect(state.press("n") == [])
        #expect(state.selection == "a")
        #expect(state.toast == Strings.Disabled.noNewCards)
    }

    @Test func `new cards outside the window are looked for at that end of the stream`() {
        var state = AppState.given(.slice(20..<81, of: 200), selecting: "c40")
        state.containers[0].arrivals.afterWindow = 2
        let effects = state.press("n")
        #expect(effects.contains { if case .window(main, let query) = $0 { query.anchor == .end } else { false } })
        _ = state.arrive(.slice(140..<200, of: 200))
        #expect(state.selection == "c199")
    }

    @Test func `a click on the marker goes to the nearest new card on that side`() {
        var state = viewer(new: ["c7", "c8"], selecting: "c1")
        #expect(state.marker == [0, 2])
        state.lastFrame.hits = [
            HitRegion(rect: Rect(column: 0, row: 0, columns: 9, rows: 1), target: .newCardsBelow(main))
        ]
        _ = update(&state, .clicked(.zero), at: .fixed)
        #expect(state.selection == "c7")
    }

    @Test func `the first load is no news`() {
        var state = AppState.starting(rows: 8)
        _ = state.arrive(.of(["a", "b", "c", "d", "e"]))
        #expect(state.marker == [0, 0])
    }

    @Test func `moving the window is no news`() {
        var state = AppState.given(.slice(20..<81, of: 200), selecting: "c40")
        _ = state.arrive(.slice(30..<91, of: 200))
        #expect(state.marker == [0, 0])
    }

    @Test func `a removal that lets older cards into the window is no news`() {
        var state = AppState.given(.slice(0..<61, of: 200), selecting: "c5")
        var window = CardWindow.slice(0..<62, of: 200)
        window.items.remove(at: 3)
        window.totalCount = 199
        _ = state.arrive(window)
        #expect(state.marker == [0, 0])
    }

    @Test func `cards arriving before the window are counted`() {
        var state = AppState.given(.slice(20..<81, of: 200), selecting: "c40")
        var window = CardWindow.slice(20..<81, of: 200)
        window.offset = 23
        window.totalCount = 203
        _ = state.arrive(window)
        #expect(state.marker == [3, 0])
    }

    @Test func `without exact places only the window is compared`() {
        var before = CardWindow.slice(2000..<2061, of: 9000)
        before.offset = nil
        var state = AppState.given(before, selecting: "c2030")
        var after = before
        after.totalCount += 5
        _ = state.arrive(after)
        #expect(state.marker == [0, 0])
    }

    @Test func `a removed new card is no longer counted`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = state.arrive(.of(["a", "b", "c", "d", "e", "new"]))
        _ = state.arrive(.of(["a", "b", "c", "d", "e"]))
        #expect(state.marker == [0, 0])
    }
}
