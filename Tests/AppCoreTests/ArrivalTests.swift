import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct ArrivalTests {
    @Test func `visible cards that arrive are not counted as new`() {
        var state = AppState.given(["a", "b"])
        _ = state.arrive(.of(["a", "b", "c"]))
        #expect(state.arrived == [0, 0])
        // The card counts as an arrival until it has been seen.
        #expect(state.containers[0].arrivals.unseen == ["c"])
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.containers[0].arrivals.isEmpty)
    }

    @Test func `cards that arrive below the viewport are counted below`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = state.arrive(.of(["a", "b", "c", "d", "e", "new"]))
        #expect(state.arrived == [0, 1])
    }

    @Test func `a card that was on the screen is not new any more`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = state.arrive(.of(["new", "a", "b", "c", "d", "e"]))
        #expect(state.arrived == [1, 0])
        _ = state.press("k")
        #expect(state.selection == "new")
        #expect(state.arrived == [0, 0])
    }

    @Test func `cards of the first load are not new`() {
        var state = AppState.starting(rows: 8)
        _ = state.arrive(.of(["a", "b", "c", "d", "e"]))
        #expect(state.arrived == [0, 0])
    }

    @Test func `moving the window makes no card new`() {
        var state = AppState.given(.slice(20..<81, of: 200), selecting: "c40")
        _ = state.arrive(.slice(30..<91, of: 200))
        #expect(state.arrived == [0, 0])
    }

    @Test func `older cards that enter the window after a removal are not new`() {
        var state = AppState.given(.slice(0..<61, of: 200), selecting: "c5")
        var window = CardWindow.slice(0..<62, of: 200)
        window.items.remove(at: 3)
        window.totalCount = 199
        _ = state.arrive(window)
        #expect(state.arrived == [0, 0])
    }

    @Test func `cards that arrive before the window are counted above`() {
        var state = AppState.given(.slice(20..<81, of: 200), selecting: "c40")
        var window = CardWindow.slice(20..<81, of: 200)
        window.offset = 23
        window.totalCount = 203
        _ = state.arrive(window)
        #expect(state.arrived == [3, 0])
    }

    @Test func `without exact positions, only the window is compared`() {
        var before = CardWindow.slice(2000..<2061, of: 9000)
        before.offset = nil
        var state = AppState.given(before, selecting: "c2030")
        var after = before
        after.totalCount += 5
        _ = state.arrive(after)
        #expect(state.arrived == [0, 0])
    }

    @Test func `a removed new card is no longer counted`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = state.arrive(.of(["a", "b", "c", "d", "e", "new"]))
        _ = state.arrive(.of(["a", "b", "c", "d", "e"]))
        #expect(state.arrived == [0, 0])
    }
}
