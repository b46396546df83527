import AppCore
import Cards
import Support
import Testing

struct SelectionTests {
    @Test func `the position of the selection follows the cards and the selection`() {
        var container = ContainerModel(id: main, streamID: ops, window: .of(["a", "b", "c"]), selection: CardID("b"))
        #expect(container.selectedIndex == 1)
        container.window.items.removeFirst()
        #expect(container.selectedIndex == 0)
        container.selection = CardID("c")
        #expect(container.selectedIndex == 1 && container.position(of: CardID("b")) == 0)
        container.window = .of(["x"])
        #expect(container.selectedIndex == nil)
        container.selection = nil
        #expect(container.selectedIndex == nil)
    }

    @Test func `the first window selects its first card`() {
        var state = AppState.starting()
        #expect(state.arrive(.of(["a", "b"])) == [])
        #expect(state.selection == "a")
    }

    static let moves: [(String, String)] = [
        ("j", "c"), ("down", "c"), ("k", "a"), ("up", "a"), ("g", "a"), ("home", "a"), ("G", "d"), ("end", "d"),
    ]

    @Test(arguments: moves)
    func `keys move the selection`(key: String, expected: String) {
        var state = AppState.given(["a", "b", "c", "d"], selecting: "b")
        #expect(state.press(key) == [])
        #expect(state.selection == expected)
    }

    @Test(arguments: [("k", "a"), ("j", "a")]) func `moving stops at the only card`(key: String, expected: String) {
        var state = AppState.given(["a"])
        _ = state.press(key, key)
        #expect(state.selection == expected)
    }

    @Test func `moving in an empty stream does nothing`() {
        var state = AppState.given([String]())
        #expect(state.press("j", "k", "g", "G", "ctrl-d", "ctrl-u", "tab", "enter", "d") == [])
        #expect(state.selection == nil)
    }

    @Test(arguments: [("ctrl-d", 2), ("ctrl-f", 4), ("pagedown", 4)])
    func `paging moves the view and takes the selection along`(key: String, expected: Int) {
        var state = AppState.given(.slice(0..<30, of: 30), rows: 20)
        _ = state.press(key)
        #expect(state.selection == "c\(expected)")
        let back = ["ctrl-d": "ctrl-u", "ctrl-f": "ctrl-b", "pagedown": "pageup"]
        _ = state.press(back[key] ?? "")
        #expect(state.selection == "c0")
    }

    @Test func `a tall card scrolls by lines until its end is visible, then the next card is selected`() {
        let heights = ["a": 23]
        var state = AppState.given(["a", "b"], heights: heights, rows: 20)
        for hidden in [3, 2, 1] {
            #expect(state.frames.last.container(main)?.card(CardID("a"))?.hiddenBelow(viewportHeight: 20) == hidden)
            _ = state.press("j", heights: heights)
            #expect(state.selection == "a")
        }
        _ = state.press("j", heights: heights)
        #expect(state.selection == "b")
        // Backwards: first to the end of the card, then line by line to its top.
        _ = state.press("k", heights: heights)
        #expect(state.selection == "a")
        #expect(state.selectedRow == -3)
        _ = state.press("k", "k", "k", heights: heights)
        #expect(state.selectedRow == 0)
    }

    @Test func `J and K go to the next and the previous card from anywhere in a tall one`() {
        let heights = ["a": 50, "b": 60, "c": 4]
        var state = AppState.given(["a", "b", "c"], heights: heights, rows: 20)
        _ = state.press("j", "J", heights: heights)
        #expect(state.selection == "b")
        #expect(state.selectedRow == 0)
        _ = state.press("j", "j", "K", heights: heights)
        #expect(state.selection == "a")
        #expect(state.selectedRow == 0)
        _ = state.press("J", "J", "J", heights: heights)
        #expect(state.selection == "c")
        _ = state.press("K", "K", "K", heights: heights)
        #expect(state.selection == "a")
    }

    static let removals: [([String], String)] = [
        (["a", "c", "d"], "c"),  // below
        (["a", "d"], "d"),  // the next one below that is left
        (["a"], "a"),  // above
        (["x"], "x"),  // nothing left of what was there
    ]

    @Test(arguments: removals)
    func `if the selected card is removed, its neighbour is selected`(left: [String], expected: String) {
        var state = AppState.given(["a", "b", "c", "d"], selecting: "b")
        _ = state.arrive(.of(left))
        #expect(state.selection == expected)
    }

    @Test func `removing the last card leaves nothing selected`() {
        var state = AppState.given(["a"])
        _ = state.arrive(.of([String]()))
        #expect(state.selection == nil)
        #expect(state.containers[0].focus == nil)
    }

    @Test func `the neighbour takes the place of the removed card on screen`() {
        var state = AppState.given(["a", "b", "c", "d", "e", "f", "g", "h"], selecting: "c")
        #expect(state.selectedRow == 8)
        _ = state.arrive(.of(["a", "b", "d", "e", "f", "g", "h"]))
        #expect(state.selection == "d")
        #expect(state.selectedRow == 8)
    }

    @Test func `selection and view stay on the card when others arrive above`() {
        var state = AppState.given(["a", "b", "c", "d", "e", "f", "g"], selecting: "b")
        #expect(state.selectedRow == 4)
        _ = state.arrive(.of(["n1", "n2", "a", "b", "c", "d", "e", "f", "g"]))
        #expect(state.selection == "b")
        #expect(state.selectedRow == 4)
        #expect(state.arrived == [2, 0])
    }

    @Test func `a card arriving between the top and the selection does not push the selection down`() {
        var state = AppState.given(["a", "b", "c", "d", "e", "f", "g"], selecting: "c")
        _ = state.arrive(.of(["a", "new", "b", "c", "d", "e", "f", "g"]))
        #expect(state.selectedRow == 8)
    }

    @Test func `until the first load is complete, the view stays at the top`() {
        var state = AppState.starting()
        _ = state.arrive(.of(["b"]))
        _ = state.arrive(.of(["a", "b"]))
        #expect(state.selection == "a")
        #expect(state.arrived == [0, 0])
    }

    @Test func `a key during the first load stops keeping the view at the top`() {
        var state = AppState.starting()
        _ = state.arrive(.of(["b", "c"]))
        _ = state.press("j")
        _ = state.arrive(.of(["a", "b", "c"]))
        #expect(state.selection == "c")
    }

    @Test func `a focus on a button that is gone is dropped`() {
        var state = AppState.given(makeCard("a"))
        _ = state.press("tab", "tab")
        #expect(state.focus == .button(1))
        _ = state.arrive(.of([card("a", buttons(("Only", .dismiss)))]))
        #expect(state.focus == nil)
    }
}
