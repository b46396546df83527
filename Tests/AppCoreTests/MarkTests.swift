import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct MarkTests {
    private func marked(_ state: AppState) -> [String] { state.containers[0].marks.cards.map(\.rawValue).sorted() }
    private func plan(_ action: BulkAction, _ cards: [String], skipped: Int = 0) -> BulkPlan {
        BulkPlan(action: action, container: main, stream: ops, cards: cards.map { CardID($0) }, skipped: skipped)
    }

    @Test func `space marks a card and moves on, and removes a mark`() {
        var state = AppState.given(["c1", "c2", "c3"])
        #expect(state.press("space", "space") == [])
        #expect(marked(state) == ["c1", "c2"])
        #expect(state.selection == "c3")
        _ = state.press("k", "space")
        #expect(marked(state) == ["c1"])
        #expect(state.containers[0].markedCount == 1)
    }

    @Test func `v marks from one card to another, in either direction`() {
        var state = AppState.given(["c1", "c2", "c3", "c4"], selecting: "c3")
        _ = state.press("v", "k", "k")
        #expect(state.containers[0].markedRange == 0...2)
        #expect(state.containers[0].markedCount == 3)
        #expect(marked(state) == [])
        _ = state.press("v")
        #expect(marked(state) == ["c1", "c2", "c3"])
        #expect(state.containers[0].markedRange == nil)
    }

    private func asking(_ ids: [String], up: Bool = true, down: Bool = true) -> [Card] {
        ids.map { id in
            var body = makeBody()
            body.actions.voteUp = up ? .enabled(feedbackLabel: "Thanks") : .disabled
            body.actions.voteDown = down ? .enabled(feedbackLabel: nil) : .disabled
            return makeCard(id, body: body)
        }
    }

    @Test func `a vote applies to all marked cards that allow it, after one question, and the marks stay`() {
        var state = AppState.given(.of(asking(["c1", "c2"]) + asking(["c3"], up: false)))
        _ = state.press("V", "+")
        #expect(state.menu?.title == "Vote that 2 marked cards are useful? · 1 doesn't ask for this vote")
        let effects = state.press("y")
        let voted = plan(.voteUp(isOfferedOnAll: false), ["c1", "c2"], skipped: 1)
        #expect(effects == [.marks(.respond(voted, .voteUp(message: nil)))])
        #expect(marked(state) == [] && state.selection == "c1")
        _ = update(&state, .marks(.settled(voted, .voteUp(message: nil), .queued(2, until: .fixed))), at: .fixed)
        #expect(state.toast == "Voted useful: 2 cards")
        // The marks can be answered again at once.
        #expect(!state.press("d").isEmpty)
    }

    @Test func `a vote against the marked cards asks for the reason`() {
        var state = AppState.given(.of(asking(["c1", "c2"])))
        _ = state.press("V", "-")
        #expect(state.menu?.title == "Vote that 2 marked cards aren't useful")
        let effects = state.press("enter")
        let response = CardResponse.voteDown(reason: CardResponse.VoteReason.allCases[0], message: nil)
        #expect(effects == [.marks(.respond(plan(.voteDown(isOfferedOnAll: false), ["c1", "c2"]), response))])
    }

    @Test func `a container can offer the vote on cards that do not ask for it`() {
        var state = AppState.given(.of(asking(["c1", "c2"], up: false, down: false)))
        _ = state.press("V", "+")
        #expect(state.toast == "None of the 2 marked cards asks for this vote" && state.menu == nil)
        state.containers[0].options.votes = .useful
        _ = state.press("+")
        #expect(state.menu?.title == "Vote that 2 marked cards are useful?")
    }

    @Test func `the votes that marked cards ask for are among the hints`() {
        var state = AppState.given(.of(asking(["c1", "c2"], down: false)))
        _ = state.press("V")
        #expect(
            KeyHint.all(for: state).filter { [.voteUp, .voteDown].contains($0.command) }.map(\.word) == ["useful 2"])
    }

    @Test func `escape first leaves the field, then removes all marks`() {
        var state = AppState.given(["c1", "c2"])
        _ = state.press("space", "v", "esc")
        #expect(state.containers[0].marks == Marks())
    }

    @Test func `V marks all loaded cards, and again removes the marks`() {
        var state = AppState.given(["c1", "c2", "c3"])
        #expect(state.press("V") == [])
        #expect(marked(state) == ["c1", "c2", "c3"])
        _ = state.press("V")
        #expect(marked(state) == [])
    }

    /// No card matches the first letters of the filter.
    @Test func `marks stay while a filter is typed, and afterwards on the cards that it shows`() {
        var state = AppState.given(["c1", "c2", "c3"])
        _ = state.press("space", "space", "/")
        state.type("c")
        _ = state.arrive(.of([String]()))
        #expect(marked(state) == ["c1", "c2"])
        state.type("2")
        _ = state.arrive(.of(["c2"]))
        #expect(marked(state) == ["c1", "c2"])
        _ = state.press("enter")
        #expect(marked(state) == ["c2"])
        #expect(state.containers[0].markedCount == 1)
        _ = state.press("/", "esc")
        _ = state.arrive(.of(["c1", "c2", "c3"]))
        #expect(marked(state) == ["c2"])
    }

    @Test func `in a long stream, the store is asked which marked cards a filter shows`() {
        var state = AppState.given(.slice(0..<60, of: 100_000))
        _ = state.press("space", "space", "/")
        state.type("c1")
        _ = state.arrive(.slice(0..<60, of: 9000))
        let effects = state.press("enter")
        let cards: Set<CardID> = ["c0", "c1"]
        #expect(effects == [.marks(.match(main, state.containers[0].query, cards))])
        #expect(state.containers[0].markedCount == nil)
        _ = update(&state, .marks(.read(main, .read(["c1"]))), at: .fixed)
        #expect(marked(state) == ["c1"])
        // The window follows the cards; the marks are not read a second time.
        #expect(!state.arrive(.slice(0..<60, of: 9000)).contains { if case .marks = $0 { true } else { false } })
    }

    @Test func `V on a long stream asks the store and loads no cards`() {
        var state = AppState.given(.slice(0..<60, of: 100_000))
        #expect(state.press("V") == [.marks(.read(main, state.containers[0].query, from: nil, to: nil, joining: []))])
        #expect(state.containers[0].markedCount == nil)
        let all = Set((0..<100_000).map { CardID("c\($0)") })
        _ = update(&state, .marks(.read(main, .read(all))), at: .fixed)
        #expect(state.containers[0].markedCount == 100_000)
        #expect(state.containers[0].window.items.count == 60)
    }

    @Test func `a range that starts outside the window is read from the store`() {
        var state = AppState.given(.slice(0..<60, of: 200))
        _ = state.press("v")
        _ = state.press("G")
        _ = state.arrive(.slice(140..<200, of: 200))
        #expect(state.selection == "c199")
        #expect(state.containers[0].markedRange == 0...59)
        #expect(state.containers[0].markedCount == nil)
        let effects = state.press("v")
        guard case .marks(.read(main, _, from: CardID("c0"), to: CardID("c199"), let known))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(known.count == 60)
    }

    @Test func `d asks once with the number of cards, and dismisses only the marked ones`() throws {
        var state = AppState.given(["c1", "c2", "c3"], selecting: "c3")
        _ = state.press("k", "space", "g", "space")
        #expect(state.press("d") == [])
        let menu = try #require(state.menu)
        #expect(menu.title == "Dismiss 2 marked cards?")
        #expect(menu.items.map(\.label) == ["Dismiss 2 marked cards", "Leave the cards as they are"])
        let plan = plan(.dismiss, ["c1", "c2"])
        #expect(state.press("y") == [.marks(.respond(plan, .dismiss))])
        #expect(state.containers[0].marks.isEmpty)
        #expect(state.selection == "c3")
        state.undoWindow.length = 5
        _ = update(&state, .marks(.settled(plan, .dismiss, .queued(2))), at: .fixed)
        #expect(state.progress == "2 cards dismissed · u to undo · 5 s")
        _ = update(&state, .undone(.done(.undone(CardID("c1"), .dismiss, count: 2))), at: .fixed)
        #expect(state.toast == "Undone: 2 cards are back")
        #expect(state.progress == nil)
    }

    @Test func `the time to undo ends when any of the cards returns`() {
        var state = AppState.given(["c1", "c2", "c3"])
        state.undoWindow.length = 5
        let plan = plan(.dismiss, ["c1", "c2"])
        _ = update(&state, .marks(.settled(plan, .dismiss, .queued(2))), at: .fixed)
        // The store reports the card that it wrote last.
        _ = update(&state, .undone(.done(.undone("c2", .dismiss, count: 2))), at: .fixed)
        #expect(state.progress == nil)
    }

    /// The cards of the window may come back before the store reports what it undid.
    @Test func `if the cards return before the undo is reported, nothing is left to undo`() {
        var state = AppState.given(["other"])
        state.undoWindow.length = 5
        let plan = plan(.dismiss, ["c1", "c2", "c3"])
        _ = update(&state, .marks(.settled(plan, .dismiss, .queued(3))), at: .fixed)
        #expect(state.press("u") == [.undo])
        _ = state.arrive(.of(["c2", "c3", "other"]))
        _ = update(&state, .undone(.done(.undone("c3", .dismiss, count: 3))), at: .fixed)
        #expect(state.toast == "Undone: 3 cards are back" && state.progress == nil)
        _ = update(&state, .undone(.done(.nothing)), at: .fixed(1))
        #expect(state.toasts.recent.last?.text == Strings.Undo.nothing)
    }

    @Test func `if no card could be answered, no success is reported`() {
        var state = AppState.given(["c1"])
        state.undoWindow.length = 5
        let plan = plan(.snooze, ["c1"])
        let snooze = CardResponse.snooze(until: .fixed(3600))
        _ = update(&state, .marks(.settled(plan, snooze, .queued(0))), at: .fixed)
        #expect(
            state.toasts.recent.map(\.text) == [
                "1 card skipped: its publisher updated it, or it expires before the snooze time"
            ])
        #expect(state.progress == nil)
    }

    @Test func `leaving the prompt or closing the question keeps the marks`() {
        var state = AppState.given(["c1", "c2"])
        _ = state.press("V", "d")
        #expect(state.press("enter") == [])
        #expect(marked(state) == ["c1", "c2"])
        #expect(state.press("d", "esc") == [])
        #expect(marked(state) == ["c1", "c2"])
    }

    @Test func `the hints show the number of marked cards, and how to remove the marks`() {
        var state = AppState.given(["c1", "c2", "c3"])
        _ = state.press("space", "v")
        let hints = KeyHint.all(for: state)
        #expect(hints.first { $0.command == .dismiss }?.word == "dismiss 2")
        #expect(hints.first { $0.command == .snooze }?.word == "snooze 2")
        #expect(hints.first { $0.command == .back }?.word == "unmark")
        #expect(!hints.contains { $0.command == .openMenu })
        _ = state.press("esc")
        #expect(KeyHint.all(for: state).first { $0.command == .dismiss }?.word == "dismiss")
    }

    @Test func `a button is pressed on all marked cards that have it`() throws {
        let approve = CardResponse.submit(buttonName: "approve", values: [:])
        func asking(_ id: String, _ name: String = "approve") -> Card {
            card(id, buttons(("Approve", .submit(.init(buttonName: name))), ("Look", .openLink(url: "https://a.b"))))
        }
        let form = card(
            "c4", .input(Card.Input(name: "on", label: "On", kind: .toggle(defaultValue: false))),
            buttons(("Approve", .submit(.init(buttonName: "approve")))))
        var state = AppState.given(
            .of([asking("c1"), asking("c2"), asking("c3", "other"), form, asking("c5")]), rows: 60)
        _ = state.press("space", "space", "space", "space", "g")
        let first = state.press("1")
        #expect(first == [])
        #expect(try #require(state.menu).title == "Press “Approve” on 2 marked cards? · 2 can't be answered this way")
        #expect(state.press("n") == [] && marked(state).count == 4)
        _ = state.press("1")
        var wanted = plan(.press(text: "Approve", approve), ["c1", "c2"])
        wanted.skipped = 2
        #expect(state.press("y") == [.marks(.respond(wanted, approve))])
        state.undoWindow.length = 5
        _ = update(&state, .marks(.settled(wanted, approve, .queued(2))), at: .fixed)
        #expect(state.progress == "2 cards answered · u to undo · 5 s")
        #expect(marked(state).isEmpty)
    }

    @Test func `a digit applies to the marked cards, whichever card is selected`() throws {
        let ask = buttons(("Approve", .submit(.init(buttonName: "approve"))), ("Later", .snooze(nil)))
        var state = AppState.given(.of([card("c1", ask), card("c2", ask), card("c3", ask), card("c4")]), rows: 60)
        _ = state.press("space", "space")
        #expect(state.selection == "c3")
        #expect(KeyHint.all(for: state).first { $0.command == .pressButton(1) }?.word == "Approve 2")
        #expect(state.press("1") == [])
        #expect(try #require(state.menu).title == "Press “Approve” on 2 marked cards?")
        _ = state.press("n", "j")
        // The selected card does not need to have the button.
        #expect(state.selection == "c4")
        #expect(state.press("1") == [] && state.menu != nil)
        // A button that the marked cards do not share does not answer the selected card.
        _ = state.press("n", "k")
        #expect(state.press("2") == [] && state.menu == nil)
        #expect(state.toast == "The marked cards have no button 2: esc clears the marks")
    }

    @Test
    func `a button that opens something applies to the selected card only, and a single marked card needs no question`()
    {
        let buttons = buttons(("Approve", .submit(.init(buttonName: "ok"))), ("Look", .openLink(url: "https://a.b")))
        var state = AppState.given(.of([card("c1", buttons), card("c2", buttons)]))
        state.settings.features.opensLinks = true
        _ = state.press("space")
        #expect(state.press("2").contains(.openLink("https://a.b")))
        _ = state.press("k")
        // With only one marked card, there is no confirmation.
        #expect(state.press("1").contains(.responded("c1", .submit(buttonName: "ok", values: [:]))))
        state = AppState.given(.of([card("c1", buttons), card("c2", buttons)]))
        state.settings.features.opensLinks = true
        _ = state.press("V")
        #expect(state.press("2").contains(.openLink("https://a.b")))
        #expect(state.menu == nil)
    }

    @Test func `y answers the question and n leaves it`() {
        var state = AppState.given(["c1", "c2"])
        #expect(state.press("V", "d", "n") == [])
        #expect(state.menu == nil && marked(state) == ["c1", "c2"])
        #expect(state.press("d", "y") == [.marks(.respond(plan(.dismiss, ["c1", "c2"]), .dismiss))])
    }

    @Test func `a second press of the digit that asks the question does not answer it`() {
        let ask = buttons(("Approve", .submit(.init(buttonName: "approve"))))
        var state = AppState.given(.of([card("c1", ask), card("c2", ask)]), rows: 60)
        let digit = AppEvent.Kind.keyPressed(KeyChord(.character("1")))
        #expect(state.press("V", "1", "1") == [])
        #expect(state.menu != nil && state.toast == Strings.Toasts.questionCame)
        // A key that is held down repeats.
        for time in [0.4, 0.6] {
            let effects = update(&state, digit, at: .fixed(time)).filter { !$0.isSeen }
            #expect(effects == [])
        }
        var later = state
        #expect(update(&later, digit, at: .fixed(1.2)).count == 1)
        // Other keys are not affected, and Enter alone answers nothing.
        #expect(state.press("enter") == [] && state.menu == nil && marked(state) == ["c1", "c2"])
        _ = state.press("1")
        #expect(state.press("y").count == 1)
    }

    @Test func `cards that do not allow the action are left out and counted`() throws {
        let firm = ActionProperties(isDismissSwipeEnabled: false, isDismissOverflowEnabled: false)
        let cards = [card("c1", actions: firm), card("c2"), card("c3")]
        var state = AppState.given(.of(cards))
        _ = state.press("V", "d")
        #expect(try #require(state.menu).title == "Dismiss 2 marked cards? · 1 can't be dismissed")
        #expect(state.press("k", "enter") == [.marks(.respond(plan(.dismiss, ["c2", "c3"], skipped: 1), .dismiss))])
        var only = AppState.given(.of([cards[0]]))
        #expect(only.press("space", "d") == [])
        #expect(only.menu == nil)
        #expect(only.toast == "The marked card can't be dismissed")
    }

    @Test func `s snoozes all marked cards until the same time`() throws {
        var state = AppState.given(["c1", "c2"])
        _ = state.press("V", "s")
        #expect(try #require(state.menu).title == "Snooze 2 marked cards")
        let until = Date.fixed.addingTimeInterval(3600)
        #expect(state.press("1") == [.marks(.respond(plan(.snooze, ["c1", "c2"]), .snooze(until: until)))])
        _ = update(
            &state, .marks(.settled(plan(.snooze, ["c1", "c2"]), .snooze(until: until), .queued(1))), at: .fixed)
        #expect(state.toast == "Snoozed until 10:00 · 1 not snoozed: it expires before then, or was updated")
        // The time left to undo is shown, together with the number of cards that were not snoozed.
        state.undoWindow.length = 5
        _ = update(
            &state, .marks(.settled(plan(.snooze, ["c1", "c2"]), .snooze(until: until), .queued(1))), at: .fixed)
        #expect(
            state.progress
                == "Snoozed until 10:00 · 1 not snoozed: it expires before then, or was updated · u to undo · 5 s")
        #expect(state.toasts.current == nil)
    }

    @Test func `choosing another time opens the calendar for all marked cards`() throws {
        var state = AppState.given(["c1", "c2"])
        _ = state.press("V", "s", "end", "enter")
        guard case .calendar(let calendar)? = state.overlays.last else {
            Issue.record("no calendar")
            return
        }
        #expect(calendar.title == "Snooze 2 marked cards")
        let effects = state.press("enter")
        guard case .marks(.respond(let answered, .snooze))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(answered.cards.count == 2)
    }

    @Test func `marked cards outside the window are checked first, and closing the sheet cancels that`() {
        var state = AppState.given(.slice(0..<60, of: 200))
        _ = state.press("V")
        let all = Set((0..<200).map { CardID("c\($0)") })
        _ = update(&state, .marks(.read(main, .read(all))), at: .fixed)
        #expect(state.press("d") == [.marks(.review(main, ops, all, .dismiss))])
        #expect(state.menu?.title == "Reading 200 cards …")
        var closed = state
        _ = closed.press("esc")
        let found = plan(.dismiss, ["c5", "c150"], skipped: 198)
        _ = update(&closed, .marks(.reviewed(.reviewed(found))), at: .fixed)
        #expect(closed.menu == nil)
        _ = update(&state, .marks(.reviewed(.reviewed(found))), at: .fixed)
        #expect(state.menu?.title == "Dismiss 2 marked cards? · 198 can't be dismissed")
    }

    @Test func `a removed card loses its mark`() {
        var state = AppState.given(["c1", "c2", "c3"])
        _ = state.press("V")
        _ = state.arrive(.of(["c1", "c4"]))
        #expect(marked(state) == ["c1"])
    }

    @Test func `a single card container has no marks`() {
        var state = AppState.given(["c1"])
        state.containers[0].kind = .single
        _ = state.press("space")
        #expect(state.containers[0].marks.isEmpty)
        #expect(state.toast == "This container shows one card at a time: cards can't be marked here")
    }
}
