import AppCore
import Canvas
import Cards
import Support
import Testing

/// Letters that jump to buttons and fields.
struct JumpTests {
    private func state(_ targets: [HitRegion.Target]) -> AppState {
        let input = Card.Input(name: "why", kind: .text(defaultValue: "", numberOfLines: 1))
        var state = AppState.given(
            .of([
                card("c1", .input(input), buttons(("Yes", .dismiss), ("No", .doNothing))),
                card("c2", buttons(("Go", .dismiss))),
            ]))
        state.frames.last.hits = targets.enumerated().map { row, target in
            HitRegion(rect: Rect(column: 3, row: row, columns: 9, rows: 1), target: target)
        }
        return state
    }

    private func labels(_ state: AppState) -> [String] {
        guard case .jump(let jump)? = state.overlays.last else { return [] }
        return jump.labels.map(\.text)
    }

    @Test func `every visible button and field has a letter, in reading order`() {
        var state = state([
            .card(main, "c1"), .element(main, "c1", .input(name: "why")), .element(main, "c1", .button(0)),
            .element(main, "c1", .button(0)), .element(main, "c2", .button(0)), .newCardsBelow(main),
        ])
        _ = state.press("f")
        #expect(labels(state) == ["a", "s", "d"])
    }

    @Test func `a letter focuses a field`() {
        var state = state([.element(main, "c1", .input(name: "why")), .element(main, "c1", .button(0))])
        _ = state.press("f", "a")
        #expect(state.focus == .input(name: "why") && state.overlays.isEmpty)
    }

    @Test func `a letter presses a button of another card`() {
        var state = state([.element(main, "c1", .button(0)), .element(main, "c2", .button(0))])
        #expect(state.press("f", "s") == [.responded("c2", .dismiss)])
    }

    @Test func `a letter without a target shows a message, and esc ends the jump`() {
        var state = state([.element(main, "c1", .button(0))])
        #expect(state.press("f", "z") == [])
        #expect(state.overlays.isEmpty && state.toast == Strings.Jump.noLabel("z"))
        _ = state.press("f", "esc")
        #expect(state.overlays.isEmpty)
    }

    @Test func `with more targets than letters, each has two letters`() {
        var state = state((0..<30).map { .element(main, "c1", .link($0)) } + [.element(main, "c2", .button(0))])
        _ = state.press("f")
        #expect(Set(labels(state)).count == 31 && labels(state).allSatisfy { $0.count == 2 })
        let last = labels(state).last ?? ""
        state.type(String(last.prefix(1)))
        #expect(labels(state).count == 31)
        let effects = state.press(String(last.suffix(1)))
        #expect(effects == [.responded("c2", .dismiss)])
    }

    @Test func `without targets, a message says so`() {
        var state = state([.card(main, "c1")])
        _ = state.press("f")
        #expect(state.overlays.isEmpty && state.toast == Strings.Jump.nothing)
    }

    @Test func `a button that has disappeared is not pressed`() {
        var state = state([.element(main, "c1", .button(0))])
        _ = state.press("f")
        _ = state.arrive(.of(["c2"]))
        #expect(state.press("a") == [])
    }
}
