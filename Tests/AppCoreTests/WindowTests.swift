import AppCore
import Canvas
import Cards
import Support
import Testing

struct WindowTests {
    @Test func `moving near the edge requests the window around the selection once`() {
        var state = AppState.given(.slice(0..<61, of: 500), selecting: "c49")
        #expect(state.press("j", "k") == [])
        #expect(state.press("j", "j") == [.window(main, FeedQuery(streamID: ops, anchor: .card(CardID("c51"))))])
    }

    @Test func `away from the edges, no window is requested`() {
        var state = AppState.given(.slice(0..<61, of: 500), selecting: "c20")
        #expect(state.press("j", "k") == [])
    }

    @Test func `while a window is being loaded, no other one is requested`() {
        var state = AppState.given(.slice(0..<61, of: 500), selecting: "c51")
        #expect(state.containers[0].isAwaitingWindow)
        #expect(state.press("j", "j") == [])
        _ = state.arrive(.slice(31..<92, of: 500))
        #expect(!state.containers[0].isAwaitingWindow)
        #expect(state.selection == "c53")
    }

    @Test func `keys wait for the next window only if they could leave the overlap`() {
        var state = AppState.given(.slice(0..<61, of: 500), selecting: "c51")
        // The number of cards that one key can move by.
        let reach = 1 + (state.frames.last.container(main)?.cards.count ?? 0)
        #expect(reach > 1 && !state.awaitsCards)
        while state.containers[0].window.items.count - (state.containers[0].selectedIndex ?? 0) > reach + 1 {
            _ = state.press("j")
            #expect(!state.awaitsCards)
        }
        _ = state.press("j")
        #expect(state.awaitsCards)
        // Back to where the next part begins: 20 cards before the card around which it was requested.
        while (state.containers[0].selectedIndex ?? 0) > 31 + reach {
            _ = state.press("k")
            #expect(!state.awaitsCards)
        }
        _ = state.press("k")
        #expect(state.awaitsCards)
        let selection = state.selection
        _ = state.arrive(.slice(31..<92, of: 500))
        #expect(state.selection == selection)
    }

    @Test func `keys that go to the end wait until it is loaded`() {
        var state = AppState.given(.slice(0..<61, of: 500), selecting: "c30")
        _ = state.press("G")
        #expect(state.awaitsCards)
        _ = state.arrive(.slice(439..<500, of: 500))
        #expect(!state.awaitsCards)
    }

    @Test func `the end of a long feed is requested, and selected when it arrives`() {
        var state = AppState.given(.slice(0..<61, of: 500))
        #expect(state.press("G") == [.window(main, FeedQuery(streamID: ops, anchor: .end))])
        #expect(state.selection == "c0")
        _ = state.arrive(.slice(439..<500, of: 500))
        #expect(state.selection == "c499")
        #expect(state.press("g") == [.window(main, FeedQuery(streamID: ops, anchor: .start))])
        _ = state.arrive(.slice(0..<61, of: 500))
        #expect(state.selection == "c0")
        #expect(state.selectedRow == 0)
    }

    @Test func `a burst that pushes the selection out of the window finds it again`() {
        var state = AppState.given(.slice(100..<161, of: 500), selecting: "c100")
        // As if anchored at the start: 80 new cards have filled the window.
        _ = update(&state, .feedFailed(main, reason: "away"), at: .fixed)
        state.containers[0].query = FeedQuery(streamID: ops, anchor: .start)
        let effects = update(&state, .feedArrived(main, .slice(0..<61, of: 580)), at: .fixed)
        #expect(effects == [.window(main, FeedQuery(streamID: ops, anchor: .card(CardID("c100"))))])
        #expect(state.containers[0].window.items.contains { $0.id == state.containers[0].selection })
        _ = state.arrive(.slice(80..<141, of: 580))
        #expect(state.selection == "c100")
    }

    @Test func `a selection that its own window does not contain is not searched for again`() {
        var state = AppState.given(.slice(0..<61, of: 500), selecting: "c30")
        state.containers[0].query = FeedQuery(streamID: ops, anchor: .card(CardID("c30")))
        #expect(state.arrive(.slice(200..<261, of: 500)).isEmpty)
        #expect(state.containers[0].pendingSelection == nil)
    }

    @Test func `a failing store is reported, and keys stop waiting`() {
        var state = AppState.given(.slice(0..<61, of: 500))
        _ = state.press("G")
        #expect(update(&state, .feedFailed(main, reason: "disk full"), at: .fixed) == [])
        #expect(state.toast == "Couldn't read stored cards: disk full")
        #expect(!state.containers[0].isAwaitingWindow)
    }
}
