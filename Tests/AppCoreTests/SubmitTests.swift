import AppCore
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

struct SubmitTests {
    private static let response = CardResponse.submit(buttonName: "send", values: ["note": .string("Lunch")])

    private func form(_ id: String = "c1", then: Card.ButtonAction.AfterSubmit? = nil) -> Card {
        let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))
        return card(
            id, .headline(Card.Headline(text: "Expenses")), .input(note),
            buttons(("Send", .submit(.init(buttonName: "send", then: then)))))
    }

    /// A viewer after a form has been submitted: the store has the answer, and the card is gone.
    private func sent(offline: Bool = false, then: Card.ButtonAction.AfterSubmit? = nil) -> AppState {
        var state = AppState.given(.of([form(then: then), card("c2", .headline(Card.Headline(text: "Other")))]))
        if offline {
            let status = SyncStatus(connection: .offline(since: .fixed, .noConnection(server: nil)), waitingActions: 1)
            _ = update(&state, .syncStatusChanged(status), at: .fixed)
        }
        _ = state.press("tab")
        state.type("Lunch")
        #expect(state.press("esc", "1") == [.responded("c1", Self.response)])
        _ = update(&state, .responseSettled(CardID("c1"), Self.response, .queued()), at: .fixed)
        _ = state.arrive(.of([card("c2", .headline(Card.Headline(text: "Other")))]))
        return state
    }

    private func pass(_ seconds: Double, _ state: inout AppState) {
        _ = update(&state, .timePassed, at: .fixed(seconds))
    }

    @Test func `an answer without an undo window is reported as sent`() {
        var question = form()
        question.body.allowsUndo = false
        var state = AppState.given(.of([question, card("c2", .headline(Card.Headline(text: "Other")))]))
        state.undoWindow.length = 5
        let response = CardResponse.submit(buttonName: "send", values: ["note": .string("")])
        #expect(state.press("1") == [.responded("c1", response)])
        _ = update(&state, .responseSettled(CardID("c1"), response, .queued(until: .fixed)), at: .fixed)
        _ = state.arrive(.of([card("c2", .headline(Card.Headline(text: "Other")))]))
        #expect(state.undoWindow.held.isEmpty && state.progress == nil)
        pass(Sending.progressDelay, &state)
        #expect(state.progress?.contains("Expenses") == true && state.undoWindow.held.isEmpty)
        _ = update(&state, .responseSettled(CardID("c1"), response, .delivered), at: .fixed(1))
        #expect(state.progress == nil && state.toast == "Card completed")
    }

    @Test func `a reply empties the form as soon as it is stored, and the card stays`() {
        let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))
        let talk = card(
            "c1", .headline(Card.Headline(text: "Release")), .input(note),
            buttons(("Send", .submit(.init(buttonName: "say", keepsCard: true)))))
        var state = AppState.given(.of([talk]))
        _ = state.press("tab")
        for text in ["Hello", "Again"] {
            let reply = CardResponse.reply(buttonName: "say", values: ["note": .string(text)])
            state.type(text)
            #expect(state.press("esc", "1") == [.responded("c1", reply)])
            _ = update(&state, .responseSettled(CardID("c1"), reply, .queued()), at: .fixed)
            #expect(state.forms.isEmpty && state.selection == "c1" && state.progress == nil)
            // The next reply can be typed at once.
            #expect(state.focus == .input(name: "note") && state.toast == nil)
            _ = update(&state, .responseSettled(CardID("c1"), reply, .delivered), at: .fixed)
            #expect(state.toast == "Sent")
            state.toasts = ToastQueue()
        }
    }

    /// The details of a conversation, in the given version.
    private func details(_ etag: String, _ name: String, of id: String = "c1") -> Card {
        let fields = ["name", "about"].map {
            Card.Component.input(Card.Input(name: $0, kind: .text(defaultValue: name, numberOfLines: 1)))
        }
        let save = Card.ButtonAction.submit(.init(buttonName: "save", values: ["etag": .string(etag)], keepsCard: true))
        return makeCard(id, body: makeBody(components: fields + [buttons(("Save", save))]))
    }

    private func arrive(_ card: Card, _ version: Int64, _ state: inout AppState) {
        let items = [item(card, version: version, delivery: .none)]
        _ = state.arrive(CardWindow(items: items, totalCount: 1, hasEverHadCard: true))
    }

    private func saved(_ etag: String, _ name: String, _ about: String) -> CardResponse {
        .reply(buttonName: "save", values: ["etag": .string(etag), "name": .string(name), "about": .string(about)])
    }

    @Test func `a form sends the version of the card on which the user started it`() {
        var state = AppState.given(.of([details("1", "A")]))
        // Nothing has been entered, so the form follows the card on the screen.
        arrive(details("2", "B"), 2, &state)
        _ = state.press("tab")
        state.type("x")
        arrive(details("3", "C"), 3, &state)
        _ = state.press("tab")
        // Filling in another field of the same form later does not change the version of the form.
        state.type("y")
        arrive(details("4", "D"), 4, &state)
        let response = saved("2", "Bx", "Cy")
        #expect(state.press("enter") == [.responded("c1", response)])
        _ = update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed)
        #expect(state.forms.isEmpty)
        // The next form begins with the current version of the card.
        _ = state.press("esc", "tab")
        state.type("z")
        arrive(details("5", "E"), 5, &state)
        #expect(state.press("esc", "1") == [.responded("c1", saved("4", "Dz", "E"))])
    }

    @Test func `a refused form that returns belongs to the current version of the card`() {
        var state = AppState.given(.of([details("1", "A")]))
        _ = state.press("tab")
        state.type("x")
        arrive(details("2", "B"), 2, &state)
        let response = saved("1", "Ax", "B")
        #expect(state.press("enter") == [.responded("c1", response)])
        _ = update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed)
        _ = update(&state, .responseSettled(CardID("c1"), response, .refused(reason: "changed")), at: .fixed)
        _ = state.press("esc")
        _ = state.arrive(.of([details("2", "B")], delivery: .refused(reason: "changed")))
        _ = state.press("X")
        _ = update(
            &state, .discarded(CardID("c1"), [DiscardedReply(response: response, entered: [:])]), at: .fixed)
        arrive(details("2", "B"), 4, &state)
        #expect(state.press("1") == [.responded("c1", saved("2", "Ax", "B"))])
    }

    @Test func `enter in the text of a form that can be repeated sends it, and the footer says so`() {
        let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 3))
        let talk = card("c1", .input(note), buttons(("Send", .submit(.init(buttonName: "say", keepsCard: true)))))
        var state = AppState.given(.of([talk]))
        _ = state.press("tab")
        state.type("Hello")
        #expect(KeyHint.all(for: state).contains { $0.key == "enter" && $0.word == "send" })
        let reply = CardResponse.reply(buttonName: "say", values: ["note": "Hello"])
        #expect(state.press("enter") == [.responded("c1", reply)])
        // In a form whose submit removes the card, Enter moves to the next field.
        state = .given(.of([form()]))
        _ = state.press("tab")
        state.type("Hello")
        #expect(!KeyHint.all(for: state).contains { $0.key == "enter" })
        #expect(state.press("enter") == [] && state.focus == .button(0))
    }

    @Test func `a button with a question shows it in full before it sends`() throws {
        let question = "Leave “Release 4.12”? You will get its messages again only if another participant adds you."
        let leave = Card.ButtonAction.submit(.init(buttonName: "leave", keepsCard: true, confirm: question))
        var state = AppState.given(
            .of([card("c1", .headline(Card.Headline(text: "Release")), buttons(("Leave", leave)))]))
        for no in ["n", "esc", "enter"] {
            #expect(state.press("1") == [])
            let menu = try #require(state.menu)
            #expect(menu.title == "Release" && menu.question == question)
            #expect(menu.items.map(\.label) == ["Leave", "Cancel"])
            #expect(state.press(no) == [] && state.overlays.isEmpty, "\(no)")
        }
        _ = state.press("1")
        #expect(state.press("y") == [.responded("c1", .reply(buttonName: "leave", values: [:]))])
    }

    @Test func `a question is shown for a valid form, and is void once the card has other buttons`() {
        let name = Card.Input(
            name: "name", kind: .text(defaultValue: "", numberOfLines: 1), validation: [Card.ValidationRule(.required)])
        let save = Card.ButtonAction.submit(.init(buttonName: "save", confirm: "Sure?"))
        var state = AppState.given(.of([card("c1", .input(name), buttons(("Save", save)))]))
        #expect(state.press("1") == [] && state.overlays.isEmpty && state.focus == .input(name: "name"))
        state.type("Release 5")
        #expect(state.press("esc", "1") == [] && state.menu != nil)
        let other = card("c1", .input(name), buttons(("Send", .submit(.init(buttonName: "send")))))
        _ = state.arrive(
            CardWindow(items: [item(other, version: 2, delivery: .none)], totalCount: 1, hasEverHadCard: true))
        #expect(state.press("y") == [] && state.toast == Strings.Toasts.cardChanged)
    }

    @Test func `the publisher's message is shown once the server has the answer`() {
        for keeps in [true, false] {
            let save = Card.ButtonAction.submit(.init(buttonName: "save", keepsCard: keeps, done: "Details saved"))
            var state = AppState.given(.of([card("c1", buttons(("Save", save)))]))
            let response: CardResponse =
                keeps ? .reply(buttonName: "save", values: [:]) : .submit(buttonName: "save", values: [:])
            #expect(state.press("1") == [.responded("c1", response)])
            _ = update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed)
            #expect(state.toast == nil)
            _ = update(&state, .responseSettled(CardID("c1"), response, .delivered), at: .fixed)
            #expect(state.toast == "Details saved")
        }
    }

    @Test func `messages depend on the connection of the card's source`() {
        func status(main: SyncStatus.Connection, talk: SyncStatus.Connection) -> SyncStatus {
            SyncStatus(
                connection: main, waitingActions: 1,
                sources: [SyncStatus.Source(name: "talk", streams: [ops], connection: talk)])
        }
        let away = SyncStatus.Connection.offline(since: .fixed, .noConnection(server: nil))
        var state = sent()
        _ = update(&state, .syncStatusChanged(status(main: away, talk: .live)), at: .fixed)
        pass(1, &state)
        #expect(state.progress == "Sending, please wait... · Expenses")
        _ = update(&state, .syncStatusChanged(status(main: .live, talk: away)), at: .fixed(1))
        #expect(state.progress == "Waiting for a connection · esc to cancel · Expenses")
        #expect(state.press("esc") == [.withdraw(CardID("c1"), ops)])

        let reply = CardResponse.reply(buttonName: "say", values: [:])
        let talk = card("c2", buttons(("Send", .submit(.init(buttonName: "say", keepsCard: true)))))
        state = AppState.given(.of([talk]))
        _ = update(&state, .syncStatusChanged(status(main: .live, talk: away)), at: .fixed)
        #expect(state.press("1") == [.responded("c2", reply)])
        _ = update(&state, .responseSettled(CardID("c2"), reply, .queued()), at: .fixed)
        #expect(state.toast == "Saved: your reply will be sent when you are connected again")
    }

    @Test func `a reply that cannot be stored stays in the form`() {
        let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))
        let talk = card("c1", .input(note), buttons(("Send", .submit(.init(buttonName: "say", keepsCard: true)))))
        var state = AppState.given(.of([talk]))
        let reply = CardResponse.reply(buttonName: "say", values: ["note": "Hello"])
        _ = state.press("tab")
        state.type("Hello")
        _ = state.press("esc", "1")
        _ = update(&state, .responseSettled(CardID("c1"), reply, .failed(reason: "the disk is full")), at: .fixed)
        #expect(state.toast == "Couldn't send the reply: the disk is full")
        #expect(state.form(of: CardID("c1")).values["note"] == .text(TextField("Hello")))
    }

    @Test func `progress appears after 300 ms`() {
        var state = sent()
        #expect(state.progress == nil && state.toast == nil)
        #expect(state.nextDeadline.map { $0 <= .fixed(0.3) } == true)
        pass(0.29, &state)
        #expect(state.progress == nil)
        pass(0.3, &state)
        #expect(state.progress == "Sending, please wait... · Expenses")
    }

    @Test func `the server's response ends the progress, and only then the card counts as completed`() {
        var state = sent()
        pass(1, &state)
        _ = update(&state, .responseSettled(CardID("c1"), Self.response, .delivered), at: .fixed(1))
        #expect(state.progress == nil)
        #expect(state.toast == "Card completed")
        #expect(state.forms.isEmpty)
    }

    @Test func `escape during the progress withdraws the submit and restores the form`() {
        var state = sent(offline: true)
        pass(1, &state)
        #expect(state.press("esc") == [.withdraw(CardID("c1"), ops)])
        _ = update(&state, .withdrawn(CardID("c1"), .done(.withdrawn)), at: .fixed(1))
        #expect(state.progress == nil)
        #expect(state.toast == Strings.Submitting.takenBack)
        #expect(state.form(of: CardID("c1")).values["note"] == .text(TextField("Lunch")))
        // The card is back and selected.
        _ = state.arrive(.of([form(), card("c2", .headline(Card.Headline(text: "Other")))]))
        #expect(state.selection == "c1")
        #expect(state.press("1") == [.responded("c1", Self.response)])
    }

    @Test func `the action after a submit does not follow a withdrawn one`() {
        var state = sent(then: .url("https://example.org"))
        _ = update(&state, .withdrawn(CardID("c1"), .done(.withdrawn)), at: .fixed(1))
        #expect(state.answers.afterSubmit.isEmpty)
    }

    @Test func `escape leaves a field first, and the key says so`() {
        let note = Card.Input(name: "other", kind: .text(defaultValue: "", numberOfLines: 1))
        var state = sent(offline: true)
        _ = state.arrive(.of([card("c2", .input(note))]))
        pass(1, &state)
        _ = state.press("tab")
        #expect(state.progress?.contains(" u to cancel ") == true)
        #expect(state.press("esc") == [])
        #expect(state.focus == nil)
        #expect(state.press("esc") == [.withdraw(CardID("c1"), ops)])
    }

    @Test func `u withdraws the submit and restores the form`() {
        var state = sent(then: .url("https://example.org"))
        #expect(state.press("u") == [.undo])
        _ = update(&state, .undone(.done(.undone(CardID("c1"), Self.response))), at: .fixed(1))
        #expect(state.toast == "Undone: the card is back")
        #expect(state.answers.afterSubmit.isEmpty && state.answers.sending.submits.isEmpty)
        _ = state.arrive(.of([form(), card("c2", .headline(Card.Headline(text: "Other")))]))
        #expect(state.selection == "c1")
    }

    @Test func `a submit that was sent is not withdrawn, and a message says so`() {
        var state = sent()
        pass(1, &state)
        _ = update(&state, .withdrawn(CardID("c1"), .done(.underWay)), at: .fixed(1))
        #expect(state.toast == Strings.Submitting.underWay)
        #expect(state.progress != nil)
    }

    @Test func `without a connection, the submit waits and the screen says so`() {
        var state = sent(offline: true)
        pass(1, &state)
        #expect(state.progress == "Waiting for a connection · esc to cancel · Expenses")
        pass(10, &state)
        #expect(state.progress == nil)
        // Esc no longer undoes the submit; "u" still does.
        #expect(state.press("esc") == [])
        #expect(state.press("u") == [.undo])
    }

    @Test func `with a connection, the footer does not offer to withdraw with Escape`() {
        var state = sent()
        pass(1, &state)
        #expect(state.press("esc") == [])
        #expect(state.press("u") == [.undo])
    }

    @Test func `a refusal ends the progress and restores the form`() {
        var state = sent()
        pass(1, &state)
        _ = state.arrive(.of([form()], delivery: .refused(reason: "too late")))
        #expect(state.progress == nil)
        #expect(state.form(of: CardID("c1")).values["note"] == .text(TextField("Lunch")))
    }

    @Test func `the progress ends if another viewer settles the submit`() {
        var state = sent()
        _ = update(&state, .syncStatusChanged(SyncStatus(connection: .live, lastSyncedAt: .fixed)), at: .fixed(2))
        #expect(state.progress == nil)
    }
}
