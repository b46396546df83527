import AppCore
import Basics
import Cards
import Support
import Testing

import struct Foundation.Date

struct NotificationTests {
    private static let all = NotificationRules(rules: [.init(priorities: 1...10, notifies: true, rings: false)])

    private func away(_ rules: NotificationRules = all) -> AppState {
        var state = AppState.given(["a"])
        state.notifications.rules = rules
        _ = update(&state, .focusChanged(false), at: .fixed)
        return state
    }

    private func titled(_ id: String, _ title: String, priority: Int = 5) -> Card {
        makeCard(id, body: makeBody(components: [.headline(Card.Headline(text: title))], priority: priority))
    }

    private func calls(_ effects: [Effect]) -> [NotificationRequest] {
        effects.compactMap { if case .notify(let call) = $0 { call } else { nil } }
    }

    @Test func `a new card notifies while the terminal has no focus`() {
        var state = away()
        let effects = state.arrive(.of([titled("n", "Release?"), makeCard("a")]))
        #expect(
            calls(effects) == [
                NotificationRequest(
                    title: "New card", body: "Release?", notifies: true, rings: false,
                    cards: [.init(card: "n", version: 1)])
            ])
    }

    private func talk(_ minute: Double, isRead: Bool) -> CardWindow.Item {
        var body = makeBody(components: [.headline(Card.Headline(text: "Deploys"))])
        body.metadata[CardBody.readKey] = .bool(isRead)
        let card = makeCard("talk", activeAt: .fixed(60 * minute), body: body)
        var found = item(card, version: Int64(minute), delivery: .none)
        found.unseenCount = isRead ? 0 : 1
        return found
    }

    private func talks(_ minute: Double, isRead: Bool) -> CardWindow {
        CardWindow(items: [talk(minute, isRead: isRead)], totalCount: 1, hasEverHadCard: true)
    }

    @Test func `a new message in a known card notifies, and marking it as unread does not`() {
        var state = AppState.given(talks(1, isRead: true))
        state.notifications.rules = Self.all
        _ = update(&state, .focusChanged(false), at: .fixed)
        #expect(calls(state.arrive(talks(1, isRead: false))) == [])
        #expect(calls(state.arrive(talks(2, isRead: false))).map(\.body) == ["Deploys"])
        #expect(calls(state.arrive(talks(2, isRead: true))) == [])
    }

    @Test func `an unread message stays new after it was shown`() {
        var state = AppState.given(talks(1, isRead: false))
        #expect(state.newCount == 1)
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.newCount == 1)
        _ = state.arrive(talks(1, isRead: true))
        #expect(state.newCount == 0)
    }

    @Test func `with the focus, without rules and at the first load, there are no notifications`() {
        var focused = away()
        _ = update(&focused, .focusChanged(true), at: .fixed)
        #expect(calls(focused.arrive(.of(["n", "a"]))) == [])
        var silent = away(NotificationRules())
        #expect(calls(silent.arrive(.of(["n", "a"]))) == [])
        var first = AppState.starting()
        first.notifications.rules = Self.all
        _ = update(&first, .focusChanged(false), at: .fixed)
        #expect(calls(first.arrive(.of(["a", "b"]))) == [])
    }

    @Test func `the first rule that matches the priority applies`() {
        let rules = NotificationRules(rules: [
            .init(priorities: 1...2, notifies: true, rings: true),
            .init(priorities: 3...4, notifies: false, rings: true),
            .init(priorities: 5...6, notifies: false, rings: false),
            .init(priorities: 5...10, notifies: true, rings: false),
        ])
        func call(_ priority: Int) -> NotificationRequest? {
            var state = away(rules)
            return calls(state.arrive(.of([titled("n", "New", priority: priority), makeCard("a")]))).first
        }
        #expect(call(1).map { $0.notifies && $0.rings } == true)
        #expect(call(4).map { !$0.notifies && $0.rings } == true)
        #expect(call(6) == nil)
        #expect(call(9).map { $0.notifies && !$0.rings } == true)
    }

    @Test func `in quiet hours there are no notifications, also past midnight`() {
        // The time is 09:30.
        func isCalled(_ start: Int, _ end: Int) -> Bool {
            var rules = Self.all
            rules.quietHours = .init(start: start, end: end)
            var state = away(rules)
            return !calls(state.arrive(.of(["n", "a"]))).isEmpty
        }
        let time = LocalZone.utc.civil(.fixed)
        let minute = time.hour * 60 + time.minute
        #expect(!isCalled(minute, minute + 1))
        #expect(isCalled(minute + 1, minute + 2))
        #expect(!isCalled(minute + 60, minute + 1))
        #expect(isCalled(minute + 60, minute))
    }

    @Test func `cards that arrive right after a notification are notified together after three seconds`() {
        var state = away()
        let first = calls(state.arrive(.of([titled("n", "One"), makeCard("m"), makeCard("a")])))
        #expect(first.map(\.title) == ["2 new cards"])
        #expect(first.first?.body == "One and 1 more")
        #expect(calls(state.arrive(.of([titled("o", "Two"), makeCard("n"), makeCard("m"), makeCard("a")]))) == [])
        #expect(calls(state.arrive(.of(["p", "o", "n", "m", "a"]))) == [])
        #expect(state.nextDeadline == .fixed(3))
        #expect(calls(update(&state, .timePassed, at: .fixed(2))) == [])
        let later = calls(update(&state, .timePassed, at: .fixed(3)))
        #expect(later.map(\.title) == ["2 new cards"])
        #expect(later.first?.body == "Two and 1 more")
        #expect(later.first?.cards.map(\.card) == ["o", "p"])
        #expect(calls(update(&state, .timePassed, at: .fixed(10))) == [])
    }

    @Test func `cards that are removed or seen in the meantime are not notified`() {
        var state = away()
        _ = state.arrive(.of(["n", "a"]))
        _ = state.arrive(.of(["o", "n", "a"]))
        _ = state.arrive(.of(["n", "a"]))
        #expect(calls(update(&state, .timePassed, at: .fixed(3))) == [])
        _ = state.arrive(.of(["p", "n", "a"]))
        _ = state.arrive(.of(["q", "p", "n", "a"]))
        _ = update(&state, .focusChanged(true), at: .fixed(4))
        _ = update(&state, .focusChanged(false), at: .fixed(5))
        #expect(calls(update(&state, .timePassed, at: .fixed(9))) == [])
    }

    @Test func `no card counts as seen while the terminal has no focus`() {
        var state = away()
        state.draw()
        #expect(update(&state, .timePassed, at: .fixed(5)) == [])
        _ = update(&state, .focusChanged(true), at: .fixed(5))
        state.draw()
        #expect(update(&state, .timePassed, at: .fixed(6)) == [.recordSeen(["a"], ops)])
    }
}
