import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct UndoTests {
    /// A viewer with an undo window of 5 s in which the first card has just been dismissed.
    private func dismissed(window: Double = 5) -> AppState {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = window
        #expect(state.press("d") == [.responded("c1", .dismiss)])
        _ = update(&state, .responseSettled(CardID("c1"), .dismiss, .queued()), at: .fixed)
        _ = state.arrive(.of(["c2"]))
        return state
    }

    @Test func `the time for undo replaces a message about a field`() {
        let note = Card.Input(
            name: "note", kind: .text(defaultValue: "", numberOfLines: 1),
            validation: [Card.ValidationRule(.required, message: "Write a note")])
        var state = AppState.given(
            card("c1", .input(note), buttons(("Send", .submit(.init(buttonName: "send"))))))
        state.undoWindow.length = 5
        #expect(state.press("1") == [] && state.toast == "Write a note")
        _ = state.press("esc", "d")
        _ = update(&state, .responseSettled(CardID("c1"), .dismiss, .queued()), at: .fixed)
        #expect(state.progress == "Card dismissed · u to undo · 5 s" && state.toast == nil)
    }

    @Test func `a vote that can be undone is reported as sent later`() {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled("c1", .voteUp(message: nil), .queued()), at: .fixed)
        #expect(state.progress == "Feedback will be sent · u to undo · 5 s")
        state.containers[0].options.strings[.toastCardFeedbackMessage] = "Thank you"
        #expect(state.progress == "Thank you · u to undo · 5 s")
    }

    @Test func `a button that is undone brings its card back like any other action`() {
        var state = AppState.given(["c1", "c2"])
        let submit = CardResponse.submit(buttonName: "ok", values: [:])
        _ = update(&state, .undone(.done(.undone("c1", submit))), at: .fixed)
        #expect(state.toast == "Undone: the card is back")
    }

    private func pass(_ seconds: Double, _ state: inout AppState) {
        _ = update(&state, .timePassed, at: .fixed(seconds))
    }

    @Test func `the remaining time is shown, changes once a second and disappears`() {
        var state = dismissed()
        #expect(state.progress == "Card dismissed · u to undo · 5 s")
        #expect(state.toast == nil)
        for second in 1...4 {
            #expect(state.undoWindow.deadline(after: state.now) == .fixed(Double(second)))
            pass(Double(second), &state)
            #expect(state.progress == "Card dismissed · u to undo · \(5 - second) s")
        }
        #expect(state.undoWindow.deadline(after: state.now) == .fixed(5))
        pass(5, &state)
        #expect(state.progress == nil)
        #expect(state.undoWindow.deadline(after: state.now) == nil)
    }

    @Test func `if the card expires sooner, the store's shorter time is shown`() {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = state.press("d")
        _ = update(&state, .responseSettled("c1", .dismiss, .queued(until: .fixed(2))), at: .fixed)
        #expect(state.progress == "Card dismissed · u to undo · 2 s")
        pass(2, &state)
        #expect(state.progress == nil)
    }

    @Test(
        arguments: [
            (CardStatus.cancelled, "The card was cancelled by its publisher; your answer was not sent"),
            (.expired, "The card expired; your answer was not sent"),
            (.completed, "The card was completed elsewhere; your answer was not sent"),
            (.dismissed, "The card was dismissed elsewhere; your answer was not sent"),
            (nil, "The card was closed in the meantime; your answer was not accepted"),
        ] as [(CardStatus?, String)])
    func `when the card ends, the countdown stops and a message says so`(status: CardStatus?, text: String) {
        let submit = CardResponse.submit(buttonName: "approve", values: [:])
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled("c1", submit, .queued(until: .fixed(5))), at: .fixed)
        #expect(state.progress != nil)
        _ = update(&state, .responseSettled("c1", submit, .closed(status)), at: .fixed(1))
        #expect(state.progress == nil)
        #expect(state.toast == text)
        #expect(state.undoWindow.held.isEmpty)
    }

    @Test func `an answer that is undone in another viewer stops the countdown`() {
        var state = dismissed()
        _ = state.arrive(.of(["c2"]))
        #expect(state.progress != nil)
        _ = state.arrive(.of(["c1", "c2"]))
        #expect(state.progress == nil && state.undoWindow.held.isEmpty)
        _ = update(&state, .undone(.done(.nothing)), at: .fixed(1))
        #expect(state.toast == Strings.Undo.nothing)
    }

    @Test func `the removal of an answered card is not reported`() {
        var state = dismissed()
        _ = update(&state, .responseSettled("c1", .dismiss, .closed(nil)), at: .fixed(1))
        #expect(state.progress == nil && state.toast == nil)
    }

    @Test(arguments: [
        (["+"], CardResponse.voteUp(message: "all")), (["-", "3"], .voteDown(reason: .other, message: "all")),
    ])
    func `the text of an undone vote is in the next one`(keys: [String], vote: CardResponse) {
        let actions = ActionProperties(
            voteUp: .enabled(feedbackLabel: "What helped?"), voteDown: .enabled(feedbackLabel: nil))
        var state = AppState.given(card(actions: actions))
        state.undoWindow.length = 5
        for key in keys { _ = state.press(key) }
        state.type("all")
        #expect(state.press("enter") == [.responded("c1", vote)])
        _ = update(&state, .responseSettled("c1", vote, .queued(until: .fixed(5))), at: .fixed)
        #expect(state.press("u") == [.undo])
        _ = update(&state, .undone(.done(.undone("c1", vote))), at: .fixed(1))
        for key in keys { _ = state.press(key) }
        #expect(state.prompt?.field.text == "all")
    }

    @Test func `an answer that is sent immediately is reported immediately`() {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = state.press("d")
        _ = update(&state, .responseSettled("c1", .dismiss, .queued(until: .fixed)), at: .fixed)
        #expect(state.progress == nil)
        #expect(state.toast == "Card dismissed")
    }

    @Test func `without an undo window, a toast reports the answer`() {
        let state = dismissed(window: 0)
        #expect(state.progress == nil)
        #expect(state.toast == "Card dismissed")
    }

    @Test func `u undoes the last action in the store, and the restored card is selected`() {
        var state = dismissed()
        #expect(state.press("u") == [.undo])
        _ = update(&state, .undone(.done(.undone(CardID("c1"), .dismiss))), at: .fixed(1))
        #expect(state.progress == nil)
        #expect(state.toast == "Undone: the card is back")
        _ = state.arrive(.of(["c1", "c2"]))
        #expect(state.selection == "c1")
        // The card can be answered again.
        #expect(state.press("d") == [.responded("c1", .dismiss)])
    }

    @Test(arguments: [true, false]) func `restored cards are not new`(isToldFirst: Bool) {
        var state = dismissed()
        #expect(state.containers[0].arrivals.isEmpty)
        _ = state.press("u")
        if isToldFirst { _ = update(&state, .undone(.done(.undone(CardID("c1"), .dismiss))), at: .fixed) }
        _ = state.arrive(.of(["c1", "c2", "other"]))
        #expect(state.containers[0].arrivals.unseen == ["other"])
    }

    @Test func `a restored card that is published again is new`() {
        var state = dismissed()
        _ = state.press("u")
        pass(9, &state)
        var back = makeCard("c1")
        back.activeAt = .fixed(8)
        _ = state.arrive(.of([back, makeCard("c2")]))
        #expect(state.containers[0].arrivals.unseen == ["c1"])
    }

    /// The card was dismissed in another viewer, and the dismissal was undone there.
    @Test(arguments: [["c2"], []]) func `a restored card without changes is not new`(others: [String]) {
        var state = AppState.given(["c1"] + others)
        _ = state.arrive(.of(others))
        _ = state.arrive(.of(["c1", "c3"] + others))
        #expect(state.containers[0].arrivals.unseen == ["c3"])
    }

    @Test(arguments: [("Disk full", 1, "“Disk full”"), ("", 3, "Card without a title and 2 more")])
    func `an undone action of another viewer is named`(title: String, count: Int, subject: String) {
        var state = dismissed()
        _ = state.press("u")
        let undone = UndoResult.undoneOther("c9", .dismiss, count: count, title: title)
        _ = update(&state, .undone(.done(undone)), at: .fixed(1))
        #expect(
            state.toast
                == "Undone: the dismissal of \(subject), from another viewer or before this one started")
        // This viewer's own dismissal can still be undone.
        #expect(state.progress?.hasPrefix("Card dismissed · u to undo") == true)
    }

    @Test
    func `a card that returns before the undo is reported is selected, and later reports do not move the selection`() {
        var state = dismissed()
        #expect(state.press("u") == [.undo])
        _ = state.arrive(.of(["c1", "c2"]))
        #expect(state.selection == "c2")
        _ = update(&state, .undone(.done(.undone(CardID("c1"), .dismiss))), at: .fixed(1))
        #expect(state.selection == "c1")
        _ = state.press("j")
        _ = state.arrive(.of(["c0", "c1", "c2"]))
        #expect(state.selection == "c2")
    }

    @Test(arguments: ["a key", "time"])
    func `a card that returns late does not take the focus`(what: String) {
        var state = dismissed()
        _ = state.press("u")
        _ = update(&state, .undone(.done(.undone(CardID("c1"), .dismiss))), at: .fixed(1))
        if what == "time" { pass(3, &state) } else { _ = state.press("k") }
        _ = state.arrive(.of(["c1", "c2"]))
        #expect(state.selection == "c2")
    }

    @Test func `several actions can be undone one after the other, the newest first`() {
        var state = dismissed()
        pass(2, &state)
        let snooze = CardResponse.snooze(until: .fixed(3600))
        _ = update(&state, .responseSettled(CardID("c2"), snooze, .queued()), at: .fixed(2))
        #expect(state.progress?.hasPrefix("Snoozed until") == true)
        _ = update(&state, .undone(.done(.undone(CardID("c2"), snooze))), at: .fixed(3))
        #expect(state.progress == "Card dismissed · u to undo · 2 s")
    }

    @Test(arguments: [
        (CardResponse.dismiss, "the dismissal was already sent"), (.snooze(until: .fixed(60)), "wake the card"),
        (.voteUp(message: nil), "already sent"), (.submit(buttonName: "send", values: [:]), "already sent"),
    ])
    func `after the undo window, a message says why nothing is undone`(response: CardResponse, words: String) {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed)
        pass(6, &state)
        _ = update(&state, .undone(.done(.nothing)), at: .fixed(6))
        #expect(state.toast?.contains(words) == true)
    }

    @Test func `without actions, there is nothing to undo`() {
        var state = AppState.given(["c1"])
        _ = update(&state, .undone(.done(.nothing)), at: .fixed)
        #expect(state.toast == "Nothing to undo")
    }

    @Test func `a time that lost its fraction in the store is still the same snooze`() {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled("c1", .snooze(until: .fixed(3600.0004)), .queued()), at: .fixed)
        _ = update(&state, .undone(.done(.undone("c1", .snooze(until: .fixed(3600))))), at: .fixed(1))
        #expect(state.progress == nil)
    }

    @Test func `waking a card cannot be undone as a snooze`() {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled("c1", .snooze(until: .fixed(3600)), .queued()), at: .fixed)
        _ = update(&state, .history(.woken("c1", ops)), at: .fixed(1))
        #expect(state.progress == nil)
        _ = update(&state, .undone(.done(.nothing)), at: .fixed(2))
        #expect(state.toasts.recent.last?.text == Strings.Undo.nothing)
    }

    @Test func `the remaining time replaces earlier toasts`() {
        var state = AppState.given(["c1", "c2"])
        state.undoWindow.length = 5
        _ = update(&state, .noticed("This card doesn't ask for votes"), at: .fixed)
        _ = update(&state, .responseSettled("c1", .dismiss, .queued()), at: .fixed(0.5))
        #expect(state.toast == nil)
        #expect(state.progress == "Card dismissed · u to undo · 5 s")
    }

    @Test func `an early response of the server ends the undo window`() {
        var state = dismissed()
        _ = update(&state, .responseSettled(CardID("c1"), .dismiss, .delivered), at: .fixed(1))
        #expect(state.progress == nil)
    }

    @Test func `without an undo window, the second press of a button does not answer the next card`() {
        func question(_ id: String, undo: Bool) -> Card {
            var card = card(id, .headline(Card.Headline(text: id)), buttons(("Yes", .submit(.init(buttonName: "yes")))))
            card.body.allowsUndo = undo
            return card
        }
        for undo in [false, true] {
            var state = AppState.given(.of([question("c1", undo: undo), question("c2", undo: undo)]))
            state.undoWindow.length = 5
            #expect(!state.press("1").isEmpty)
            _ = state.arrive(.of([question("c2", undo: undo)]))
            // Three presses in one burst, as from a key that is held down.
            for time in [0.1, 0.2, 0.45] where !undo {
                #expect(update(&state, .keyPressed(KeyChord(.character("1"))), at: .fixed(time)) == [])
                #expect(state.toast == Strings.Toasts.nextCame)
            }
            let later = update(&state, .keyPressed(KeyChord(.character("1"))), at: .fixed(1.2))
            #expect(!later.isEmpty, "undo \(undo)")
        }
    }

    @Test func `a form shows when it will be sent, and then waits for the response`() {
        let response = CardResponse.submit(buttonName: "send", values: [:])
        var state = AppState.given(
            card(
                "c1", .headline(Card.Headline(text: "Expenses")), buttons(("Send", .submit(.init(buttonName: "send")))))
        )
        state.undoWindow.length = 5
        #expect(state.press("1") == [.responded("c1", response)])
        _ = update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed)
        _ = state.arrive(.of([Card]()))
        #expect(state.progress == "Sending in 5 s · u to undo · Expenses")
        // The store's count of waiting actions does not include the response yet.
        pass(4, &state)
        _ = update(&state, .syncStatusChanged(.online), at: .fixed(4))
        pass(5, &state)
        #expect(state.progress == nil)
        pass(5.3, &state)
        #expect(state.progress == "Sending, please wait... · Expenses")
        _ = update(&state, .responseSettled(CardID("c1"), response, .delivered), at: .fixed(6))
        #expect(state.progress == nil)
        #expect(state.toast == "Card completed")
    }
}
