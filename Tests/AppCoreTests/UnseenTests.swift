import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct UnseenTests {
    /// A viewer with eight cards of four rows in a viewport of 20 rows. The user has not seen the cards in `unseen`,
    /// however long they have been there.
    private func viewer(unseen: Set<String>, selecting: String) -> AppState {
        var window = CardWindow.of((1...8).map { "c\($0)" })
        for index in window.items.indices where unseen.contains(window.items[index].id.rawValue) {
            window.items[index].unseenCount = 1
        }
        return AppState.given(window, selecting: selecting)
    }

    @Test(arguments: [
        (["n"], "c5"), (["n", "n"], "c8"), (["n", "n", "n"], "c2"), (["N"], "c2"), (["N", "N"], "c8"),
        (["n", "N"], "c2"),
    ])
    func `n and N move between unseen cards, and wrap around`(keys: [String], expected: String) {
        var state = viewer(unseen: ["c2", "c5", "c8"], selecting: "c3")
        for key in keys { _ = state.press(key) }
        #expect(state.selection == expected)
    }

    @Test func `without unseen cards, n shows a message and does not move`() {
        var state = AppState.given(["a", "b"])
        #expect(state.press("n") == [])
        #expect(state.selection == "a")
        #expect(state.toast == Strings.Disabled.noNewCards)
    }

    @Test(arguments: [("n", "c140"), ("N", "c190")])
    func `n and N reach unseen cards outside the window, the nearest first`(key: String, expected: String) {
        var window = CardWindow.slice(20..<81, of: 200)
        window.unseenAfter = CardWindow.Unseen(count: 2, nearest: "c140", farthest: "c190")
        var state = AppState.given(window, selecting: "c40")
        let effects = state.press(key)
        #expect(
            effects.contains {
                if case .window(main, let query) = $0 { query.anchor == .card(CardID(expected)) } else { false }
            })
        _ = state.arrive(.slice(130..<200, of: 200))
        #expect(state.selection == expected)
    }

    @Test func `a click on the marker goes to the nearest unseen card on that side`() {
        var state = viewer(unseen: ["c7", "c8"], selecting: "c1")
        #expect(state.marker == [0, 2])
        state.frames.last.hits = [
            HitRegion(rect: Rect(column: 0, row: 0, columns: 9, rows: 1), target: .newCardsBelow(main))
        ]
        _ = update(&state, .clicked(.zero), at: .fixed)
        #expect(state.selection == "c7")
    }

    @Test func `the window's title counts unseen cards until they are seen`() {
        var state = viewer(unseen: ["c1", "c8"], selecting: "c1")
        #expect(state.newCount == 2)
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.newCount == 1)
    }

    @Test func `unseen cards beyond the limit are shown as many`() {
        #expect(Strings.Arrivals.new(99) == "99 new")
        #expect(Strings.Arrivals.new(100) == "99+ new")
        #expect(Strings.Notifications.window(130) == "(99+) cardstream")
    }

    @Test func `a single card container does not count unseen cards outside its window`() {
        var window = CardWindow.of(["a", "b"])
        window.unseenAfter = CardWindow.Unseen(count: 4, nearest: "c", farthest: "d")
        var state = AppState.starting()
        state.containers[0] = ContainerModel(id: main, kind: .single, streamID: ops)
        _ = state.arrive(window)
        #expect(state.newCount == 0)
    }
}
