import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct SeenTrackerTests {
    private func pass(_ seconds: Double, _ state: inout AppState) -> [Effect] {
        let effects = update(&state, .timePassed, at: .fixed(seconds))
        state.draw()
        return effects
    }

    /// Symbols: metrics-seen
    @Test func `a card is seen after half a second, once`() {
        var state = AppState.given(["a", "b"])
        #expect(state.nextDeadline == .fixed(0.5))
        #expect(pass(0.49, &state) == [])
        #expect(pass(0.5, &state) == [.recordSeen(["a", "b"], ops)])
        #expect(pass(2, &state) == [])
        #expect(state.cardsInSight.seen.deadline == nil)
    }

    @Test func `a card that changes is seen again, regardless of the number of changes`() {
        var state = AppState.given(["a", "b"])
        _ = pass(0.5, &state)
        var window = CardWindow.of(["a", "b"])
        for second in [1.0, 1.3] {
            #expect(pass(second, &state) == [])
            window.items[0].version += 1
            _ = state.arrive(window)
        }
        #expect(pass(1.49, &state) == [])
        #expect(pass(1.5, &state) == [.recordSeen(["a"], ops)])
        #expect(pass(3, &state) == [])
    }

    @Test func `a card of which less than half is visible is not seen`() {
        // Cards of 4 rows in a viewport of 9: one row of the third is visible.
        var state = AppState.given(["a", "b", "c"], rows: 9)
        #expect(pass(1, &state) == [.recordSeen(["a", "b"], ops)])
        var half = AppState.given(["a", "b", "c"], rows: 10)
        #expect(pass(1, &half) == [.recordSeen(["a", "b", "c"], ops)])
    }

    @Test func `a card taller than the screen is seen if it fills the screen`() {
        var state = AppState.given(["a", "b"], heights: ["a": 60], rows: 20)
        _ = update(&state, .timePassed, at: .fixed(0.6))
        #expect(state.cardsInSight.seen.seen == ["a"])
    }

    @Test func `a card that scrolls is not seen until it stops`() {
        let ids = (0..<12).map { "c\($0)" }
        var state = AppState.given(ids, rows: 8)
        _ = update(&state, .timePassed, at: .fixed(0.4))
        // Jumps to the end with one key.
        _ = state.press("G")
        #expect(pass(0.6, &state) == [])
        #expect(pass(0.9, &state) == [.recordSeen(["c10", "c11"], ops)])
        #expect(!state.cardsInSight.seen.seen.contains("c0"))
    }

    @Test func `a card that is laid out but not shown is not seen`() {
        var state = AppState.given(["a", "b"])
        _ = pass(1, &state)
        _ = update(&state, .feedArrived(main, .of(["c", "d"])), at: .fixed(2))
        let report = StubLayout(heights: [:]).report(of: state)
        _ = state.adopt(report)
        #expect(update(&state, .timePassed, at: .fixed(3)) == [])
        state.framePresented()
        #expect(update(&state, .timePassed, at: .fixed(3.5)) == [.recordSeen(["c", "d"], ops)])
    }

    @Test func `moving the selection reports nothing more than seen cards`() {
        var state = AppState.given(["a", "b"])
        _ = pass(1, &state)
        #expect(state.press("j", "k") == [])
    }

    @Test func `only the card that the user opens is read, and again after a change`() {
        let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))
        let cards = ["a", "b"].map { card($0, .input(note)) }
        var state = AppState.given(.of(cards))
        // Both cards are visible; the first is selected.
        #expect(pass(1, &state) == [.recordSeen(["a", "b"], ops)])
        #expect(state.press("j", "k") == [])
        #expect(pass(2, &state) == [])
        _ = state.press("tab")
        state.draw()
        #expect(state.nextDeadline == .fixed(2.5))
        #expect(pass(2.5, &state) == [.recordRead("a", ops)])
        #expect(pass(4, &state) == [])
        var window = CardWindow.of(cards)
        for index in window.items.indices { window.items[index].version = 2 }
        _ = state.arrive(window)
        #expect(pass(5, &state) == [.recordRead("a", ops), .recordSeen(["a", "b"], ops)])
        _ = state.press("esc", "j")
        #expect(pass(6, &state) == [] && pass(7, &state) == [])
    }

    @Test func `with a subview open the card itself is not read`() {
        let people = Card.Subview(title: "People", components: [.text(Card.TextBlock(text: "Ben"))])
        let talk = card("a", subviews: ["people": people], buttons(("People", .openSubview(id: "people"))))
        var state = AppState.given(.of([talk]))
        _ = pass(1, &state)
        _ = state.press("1")
        state.draw()
        #expect(pass(2, &state).allSatisfy { $0 != .recordRead("a", ops) })
        #expect(pass(3, &state).allSatisfy { $0 != .recordRead("a", ops) })
    }

    @Test func `no card is seen behind a sheet`() {
        var state = AppState.given(["a"])
        _ = state.press("?")
        state.draw()
        #expect(pass(1, &state) == [])
        _ = state.press("esc")
        state.draw()
        #expect(pass(2, &state) == [.recordSeen(["a"], ops)])
    }

    @Test func `a new card stays new until it is seen`() {
        var state = AppState.given(["a", "b", "c", "d", "e"])
        _ = pass(1, &state)
        _ = state.arrive(.of(["new", "a", "b", "c", "d", "e"]))
        #expect(state.arrived == [1, 0])
        _ = state.press("g")
        _ = state.press("G")
        #expect(state.arrived == [1, 0])
        _ = state.press("g")
        _ = pass(2, &state)
        _ = state.press("G")
        #expect(state.arrived == [0, 0])
    }
}
