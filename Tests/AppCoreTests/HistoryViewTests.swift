import AppCore
import Basics
import Cards
import Support
import Testing

import struct Foundation.Date

struct HistoryViewTests {
    private let snoozed = SnoozedCard(id: "z1", streamID: ops, title: "Later", until: .fixed(3600))

    @Test func `S lists what is snoozed, and Enter wakes the chosen one`() throws {
        var state = AppState.given(["c1"])
        #expect(state.press("S") == [.history(.readSnoozed([ops]))])
        _ = update(&state, .history(.snoozed([snoozed])), at: .fixed)
        #expect(try #require(state.menu).items.map(\.label) == ["Later"])
        #expect(state.press("enter") == [.history(.wake("z1", ops))])
        _ = update(&state, .history(.woken("z1", ops)), at: .fixed)
        _ = state.arrive(.of(["c1", "z1"]))
        #expect(state.selection == "z1")
        #expect(state.toast == "The card is back")
    }

    @Test func `waking a card outside the window selects it`() {
        var state = AppState.given(["c1", "c2"])
        var here = CardWindow.of(["c1", "c2"])
        here.hasMoreAfter = true
        _ = state.arrive(here)
        let effects = update(&state, .history(.woken("z1", ops)), at: .fixed)
        let queries = effects.compactMap { if case .window(_, let query) = $0 { query } else { nil } }
        #expect(queries.map(\.anchor) == [.card("z1")])
        var there = CardWindow.of(["c8", "z1", "c9"])
        there.hasMoreBefore = true
        _ = state.arrive(there)
        #expect(state.selection == "z1")
    }

    @Test func `without snoozed cards, a message says so`() {
        var state = AppState.given(["c1"])
        _ = state.press("S")
        _ = update(&state, .history(.snoozed([])), at: .fixed)
        #expect(state.menu == nil)
        #expect(state.toast == "No snoozed cards")
    }

    @Test func `the remaining time is updated when it changes`() throws {
        var state = AppState.given(["c1"])
        _ = update(&state, .history(.snoozed([snoozed])), at: .fixed)
        let deadline = try #require(state.nextDeadline)
        #expect(deadline <= .fixed(60.1))
    }

    @Test func `a button is shown with its label, or with its name if the label is unknown`() {
        func words(_ button: String?) -> String {
            let entry = HistoryEntry(
                id: 1, at: .fixed, streamID: ops, cardID: "c1", title: "Release",
                response: .submit(buttonName: "approve-it", values: [:]), button: button, state: .sent)
            return Strings.History.deed(entry, at: .fixed, in: .utc)
        }
        #expect(words("Approve it!") == "pressed Approve it!" && words(nil) == "pressed approve-it")
    }

    @Test func `an action on many cards says how many were already closed`() {
        func words(_ count: Int, closed: Int, _ state: HistoryEntry.State) -> String {
            Strings.History.subject(
                HistoryEntry(
                    id: 1, at: .fixed, streamID: ops, cardID: "c1", title: "Release", count: count, closed: closed,
                    response: .dismiss, state: state))
        }
        #expect(words(1, closed: 1, .closed) == "Release")
        #expect(words(3, closed: 0, .sent) == "Release and 2 more")
        #expect(words(3, closed: 2, .sent) == "Release and 2 more, 2 of them too late")
        #expect(words(3, closed: 3, .closed) == "Release and 2 more")
        #expect(Strings.History.state(.closed) == "too late")
    }

    private func action(_ id: Int64, _ state: HistoryEntry.State, count: Int = 1) -> HistoryEntry {
        HistoryEntry(
            id: id, at: .fixed, streamID: ops, cardID: CardID("c\(id)"), title: "Release \(id)", count: count,
            response: .dismiss, state: state)
    }

    private func history(_ actions: [HistoryEntry]) -> AppState {
        var state = AppState.given(["c8", "c9"])
        _ = state.press("H")
        _ = update(&state, .history(.history(actions)), at: .fixed)
        return state
    }

    @Test(arguments: [
        ("R", Effect.retryAction("c2", ops), Strings.Toasts.retrying),
        ("X", .discardAction("c2", ops), Strings.Toasts.discarded),
    ])
    func `a refused action is sent again or discarded from the history`(key: String, effect: Effect, words: String) {
        var state = history([action(3, .sent), action(2, .refused), action(1, .undone)])
        #expect(state.press("k", key) == [])
        #expect(state.toast == Strings.History.notRefused)
        #expect(state.press("j", key) == [effect])
        #expect(state.toast == words)
        // The selection stays on its action when a new action is added above it.
        _ = update(&state, .history(.history([action(4, .sent), action(3, .sent), action(2, .refused)])), at: .fixed)
        #expect(state.press(key) == [effect])
    }

    @Test func `refused actions among several cards are pointed out`() {
        var state = history([action(1, .refused, count: 3)])
        #expect(state.press("X") == [])
        #expect(state.toast == Strings.History.refusedTogether(key: "/"))
    }

    @Test func `the selection stays within the history`() {
        var state = history([action(2, .sent), action(1, .refused)])
        _ = state.press("k", "G", "j", "j")
        #expect(state.press("R") == [.retryAction("c1", ops)])
        _ = state.press("g")
        #expect(state.press("R") == [])
        _ = update(&state, .history(.history([])), at: .fixed)
        #expect(state.press("j", "R") == [])
        #expect(state.press("esc") == [] && state.overlays.isEmpty)
    }

    @Test func `the newest refused action is selected first`() {
        var state = history([action(3, .sent), action(2, .refused), action(1, .refused)])
        #expect(state.press("X") == [.discardAction("c2", ops)])
    }

    @Test func `H shows past actions and updates their state`() {
        let action = HistoryEntry(
            id: 1, at: .fixed, streamID: ops, cardID: "c1", title: "Release", response: .dismiss, state: .waiting)
        var state = AppState.given(["c1"])
        #expect(state.press("H") == [.history(.read)])
        _ = update(&state, .history(.history([action])), at: .fixed)
        #expect(state.overlays == [.history(HistoryOverlay(actions: [action]))])
        let effects = update(&state, .responseSettled("c1", .dismiss, .delivered), at: .fixed)
        #expect(effects == [.history(.read)])
        var sent = action
        sent.state = .sent
        _ = update(&state, .history(.history([sent])), at: .fixed)
        #expect(state.overlays == [.history(HistoryOverlay(actions: [sent]))])
        _ = state.press("esc")
        // A result that arrives too late opens nothing.
        _ = update(&state, .history(.history([sent])), at: .fixed)
        #expect(state.overlays.isEmpty)
    }
}
