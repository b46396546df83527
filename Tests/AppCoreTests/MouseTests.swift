import Canvas
import Cards
import Support
import Testing

@testable import AppCore

struct MouseTests {
    private func hit(_ state: inout AppState, _ target: HitRegion.Target) {
        state.frames.last.hits = [HitRegion(rect: Rect(column: 0, row: 0, columns: 80, rows: 20), target: target)]
    }

    @Test func `a click selects a card, a second one neither scrolls nor focuses anything`() {
        var state = AppState.given(.of([card("a", buttons(("Go", .dismiss))), card("b", buttons(("Go", .dismiss)))]))
        hit(&state, .card(main, CardID("b")))
        #expect(update(&state, .clicked(.zero), at: .fixed) == [])
        #expect(state.selection == "b" && state.focus == nil && state.containers[0].scrollIntent != nil)
        state.draw()
        hit(&state, .card(main, CardID("b")))
        #expect(update(&state, .clicked(.zero), at: .fixed(1)).filter { !$0.isSeen } == [])
        #expect(state.selection == "b" && state.focus == nil && state.containers[0].scrollIntent == nil)
    }

    @Test func `a click on the selected card leaves the element that has the focus`() {
        var state = AppState.given(.of([card("a", buttons(("Go", .dismiss)))]))
        _ = state.press("tab")
        hit(&state, .card(main, CardID("a")))
        #expect(update(&state, .clicked(.zero), at: .fixed) == [])
        #expect(state.focus == .button(0) && state.containers[0].scrollIntent == nil)
    }

    @Test func `the mouse belongs to the terminal until the viewer captures it again`() {
        var state = AppState.given(["a"])
        #expect(state.mouse.isCaptured)
        _ = state.press("M")
        #expect(!state.mouse.isCaptured && state.toast == "Mouse released to the terminal; M recaptures it")
        _ = state.press("M")
        #expect(state.mouse.isCaptured)
    }

    @Test func `the wheel moves in a menu and stops at its ends`() {
        var state = AppState.given(card("a", buttons()))
        _ = state.press("m")
        let count = state.menu?.items.count ?? 0
        _ = update(&state, .wheelTurned(3), at: .fixed)
        #expect(state.menu?.selected == 1)
        for _ in 0..<9 { _ = update(&state, .wheelTurned(3), at: .fixed) }
        #expect(state.menu?.selected == count - 1)
        for _ in 0..<9 { _ = update(&state, .wheelTurned(-3), at: .fixed) }
        #expect(state.menu?.selected == 0)
    }

    // MARK: Scroll bar

    private static let column = Rect(column: 79, row: 2, columns: 1, rows: 10)

    static let bars: [(ClosedRange<Double>, Range<Int>)] = [
        (0...2, 0..<1), (9...11, 5..<6), (18...20, 9..<10), (0...10, 0..<5), (10...20, 5..<10), (0.5...2.5, 1..<2),
        (17.5...19.5, 8..<9),
    ]

    @Test(arguments: bars)
    func `the scroll bar shows the visible part, and touches its ends only at the ends of the list`(
        shown: ClosedRange<Double>, thumb: Range<Int>
    ) {
        #expect(ScrollBar(rect: Self.column, shown: shown, total: 20)?.thumb == thumb)
    }

    @Test func `without anything to scroll, there is no scroll bar`() {
        #expect(ScrollBar(rect: Self.column, shown: 0...3, total: 3) == nil)
        #expect(ScrollBar(rect: Self.column, shown: 0...0, total: 0) == nil)
        let low = Rect(column: 79, row: 2, columns: 1, rows: 3)
        #expect(ScrollBar(rect: low, shown: 0...1, total: 9) == nil)
    }

    private func dragging(_ window: CardWindow) throws -> AppState {
        var state = AppState.given(window)
        state.frames.last.containers[0].bar = ScrollBar(rect: Self.column, shown: 0...4, total: window.totalCount)
        hit(&state, .scrollBar(main))
        return state
    }

    @Test func `dragging the scroll bar goes to loaded cards and to the ends, and stops with the button`() throws {
        var state = try dragging(.slice(0..<20, of: 20))
        _ = update(&state, .clicked(Point(column: 79, row: 6)), at: .fixed)
        #expect(state.mouse.dragging == main && state.selection == "c8")
        _ = update(&state, .dragged(Point(column: 70, row: 99)), at: .fixed)
        #expect(state.selection == "c19")
        _ = update(&state, .dragged(Point(column: 70, row: 0)), at: .fixed)
        #expect(state.selection == "c0")
        _ = update(&state, .dragged(nil), at: .fixed)
        #expect(state.mouse.dragging == nil)
        _ = update(&state, .dragged(Point(column: 79, row: 6)), at: .fixed)
        #expect(state.selection == "c0")
    }

    @Test func `dragging towards cards that are not loaded moves to the nearest ones and loads the ends`() throws {
        var state = try dragging(.slice(0..<60, of: 1000))
        let effects = update(&state, .clicked(Point(column: 79, row: 7)), at: .fixed)
        #expect(state.selection == "c59")
        #expect(effects.contains { if case .window(main, _) = $0 { true } else { false } })
        let end = update(&state, .dragged(Point(column: 79, row: 11)), at: .fixed)
        #expect(state.containers[0].pendingJump == .end || end.isEmpty == false)
    }
}
