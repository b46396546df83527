import Cards
import Foundation
import Support
import Testing

@testable import AppCore

/// What happens to the user's input when a card disappears.
struct LostCardTests {
    private static func form(_ id: String, lifecycle: String? = nil, title: String = "Form") -> Card {
        makeCard(
            id,
            body: makeBody(
                components: [
                    .headline(Card.Headline(text: title)),
                    .input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))),
                    .buttons(
                        Card.ButtonContainer(buttons: [
                            Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
                        ])),
                ], lifecycleID: lifecycle))
    }

    /// A viewer in which the user types in the first card's field.
    private func typing(_ card: Card) -> AppState {
        var state = AppState.given(.of([card, makeCard("other")]))
        _ = state.press("tab", "h", "i")
        return state
    }

    @Test func `letters typed for a removed form do not run commands on the next card`() {
        var state = typing(Self.form("f"))
        #expect(state.focus == .input(name: "note"))
        _ = update(&state, .feedArrived(main, .of([makeCard("other")])), at: .fixed)
        #expect(state.selection == "other")
        #expect(state.toast == "The card you were filling in is gone")
        // Keys are ignored as long as they follow each other without a pause.
        for tenth in 1...20 {
            let time = Date.fixed(Double(tenth) / 10)
            _ = update(&state, .timePassed, at: time)
            #expect(state.press("d") == [])
        }
        _ = update(&state, .timePassed, at: .fixed(3.1))
        #expect(state.press("d") == [.responded("other", .dismiss)])
    }

    @Test func `in streams whose cards return, the draft of a removed card is kept, and a message says so`() {
        var state = typing(Self.form("f"))
        var status = state.syncStatus
        status.capabilities = SourceCapabilities(actions: [.reply], cardsReturn: true)
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        let left = update(&state, .feedArrived(main, .of([makeCard("other")])), at: .fixed)
        #expect(state.toast == "The card is gone; if it comes back, what you entered will still be in it")
        #expect(!left.contains { $0.isDraft })
        _ = update(&state, .feedArrived(main, .of([Self.form("f"), makeCard("other")])), at: .fixed(5))
        #expect(state.form(of: "f").values["note"] == .text(TextField("hi")))
    }

    @Test func `a form that a filter hides keeps its values`() {
        var state = typing(Self.form("f"))
        _ = state.press("esc", "esc", "/")
        _ = state.press("o", "t", "h")
        // In a long stream, the first window of a filter has only some of its cards.
        var window = CardWindow.of([Self.form("f"), makeCard("other")])
        window.isPartial = true
        _ = state.arrive(window)
        _ = state.arrive(.of([makeCard("other")]))
        #expect(state.selection == "other" && state.toast == nil)
        _ = state.press("e")
        _ = state.press("enter", "esc")
        _ = state.arrive(.of([Self.form("f"), makeCard("other")]))
        #expect(state.toast == nil && state.form(of: "f").values["note"] == .text(TextField("hi")))
        // A card that leaves later is gone.
        _ = state.press("k")
        _ = state.arrive(.of([makeCard("other")]))
        #expect(state.toast == "The card you were filling in is gone")
    }

    @Test func `an emptied field does not count as filled in`() {
        var state = typing(Self.form("f"))
        _ = state.press("backspace", "backspace")
        _ = update(&state, .feedArrived(main, .of([makeCard("other")])), at: .fixed)
        #expect(state.toast == nil)
    }

    @Test func `keys meant for the menu of a removed card are ignored for one second`() {
        var state = AppState.given(["c1", "c2", "c3"])
        _ = state.press("m")
        #expect(!state.overlays.isEmpty)
        _ = update(&state, .feedArrived(main, .of(["c2", "c3"])), at: .fixed)
        #expect(state.overlays.isEmpty && state.selection == "c2")
        for tenth in [2.0, 4, 6, 8] {
            _ = update(&state, .timePassed, at: .fixed(tenth / 10))
            #expect(state.press("1") == [] && state.press("j") == [])
            #expect(state.selection == "c2")
        }
        #expect(state.press("ctrl-c") == [.quit(code: 0)])
        _ = update(&state, .timePassed, at: .fixed(1.2))
        _ = state.press("j")
        #expect(state.selection == "c3")
    }

    @Test func `a key meant for a removed card does not answer the next one`() {
        var state = AppState.given(["c1", "c2"])
        _ = state.press("j", "k")
        _ = update(&state, .feedArrived(main, .of(["c2"])), at: .fixed)
        #expect(state.press("d") == [])
        #expect(state.toast == "The list has just changed: press again")
        // One warning is enough.
        #expect(state.press("d") == [.responded("c2", .dismiss)])
    }

    @Test func `a user who only reads is protected as well, but only once a card was shown`() {
        for (seconds, isRead) in [(5.0, true), (1.0, true), (0.4, false)] {
            var state = AppState.given(.of([Self.edition("f"), makeCard("other")]))
            (state.start.firstCardsAt, state.start.hasInteracted) = (.fixed, false)
            _ = update(&state, .feedArrived(main, .of([Self.edition("g"), makeCard("other")])), at: .fixed(seconds))
            state.draw()
            #expect(state.press("d") == (isRead ? [] : [.responded("g", .dismiss)]))
        }
    }

    @Test func `the first key does not answer a card that has just arrived on top`() {
        var state = AppState.given(["c1"])
        (state.start.firstCardsAt, state.start.hasInteracted) = (.fixed, false)
        _ = update(&state, .feedArrived(main, .of(["top", "c1"])), at: .fixed(1))
        #expect(state.selection == "top" && state.press("d") == [])
        #expect(state.toast == "A new card has just come in: press again")
        #expect(state.press("d") == [.responded("top", .dismiss)])
    }

    @Test func `keys are ignored longer if the answer cannot be undone`() {
        for undo in [true, false] {
            var state = AppState.given(["c1"])
            (state.start.firstCardsAt, state.start.hasInteracted) = (.fixed, false)
            var top = makeCard("top")
            top.body.allowsUndo = undo
            _ = update(&state, .feedArrived(main, .of([top, makeCard("c1")])), at: .fixed(1))
            state.draw()
            _ = update(&state, .timePassed, at: .fixed(2.5))
            #expect(state.press("d") == (undo ? [.responded("top", .dismiss)] : []))
        }
    }

    private static func edition(_ id: String) -> Card { makeCard(id, body: makeBody(lifecycleID: "pay")) }

    @Test func `keys are not ignored if a message has announced the change of the card`() {
        var state = AppState.given(.of([Self.edition("e0")]))
        state.start.firstCardsAt = .fixed
        for number in 1...2 {
            let time = Date.fixed(10 + Double(number) * 0.7)
            _ = update(&state, .feedArrived(main, .of([Self.edition("e\(number)")])), at: time)
            state.draw()
            #expect(state.press("d") == (number == 1 ? [] : [.responded("e2", .dismiss)]))
        }
        // After a pause the change counts as unexpected again.
        _ = update(&state, .responseSettled("e2", .dismiss, .failed(reason: "none")), at: .fixed(12))
        _ = update(&state, .feedArrived(main, .of([Self.edition("e3")])), at: .fixed(20))
        #expect(state.press("d") == [])
    }

    @Test func `moving the selection is not blocked, and the user's own answer blocks no keys`() {
        var state = AppState.given(["c1", "c2", "c3"])
        _ = state.press("j", "k")
        _ = update(&state, .feedArrived(main, .of(["c2", "c3"])), at: .fixed)
        _ = state.press("j")
        #expect(state.selection == "c3")
        #expect(state.press("d") == [.responded("c3", .dismiss)])
        _ = update(&state, .feedArrived(main, .of(["c2"])), at: .fixed)
        #expect(state.press("d") == [.responded("c2", .dismiss)])
    }

    @Test func `entered values go to the next edition of the card`() {
        var state = typing(Self.form("f", lifecycle: "expense"))
        let next = Self.form("g", lifecycle: "expense", title: "Changed")
        _ = update(&state, .feedArrived(main, .of([makeCard("first"), next, makeCard("other")])), at: .fixed)
        #expect(state.selection == "g" && state.focus == .input(name: "note"))
        _ = state.press("!")
        #expect(state.form(of: "g").values["note"] == .text(TextField("hi!")))
        #expect(state.forms["f"] == nil)
    }

    @Test(arguments: ["f", "g"])
    func `letters typed for a field that an edition or update removes run no commands`(id: String) {
        for isSwitch in [false, true] {
            var state = typing(Self.form("f", lifecycle: "expense"))
            let rest: Card.Component =
                isSwitch
                ? .input(Card.Input(name: "note", kind: .toggle(defaultValue: false)))
                : .text(Card.TextBlock(text: "Changed"))
            let next = makeCard(id, body: makeBody(components: [rest], lifecycleID: "expense"))
            var window = CardWindow.of([next, makeCard("other")])
            window.items[0].version += 1
            _ = update(&state, .feedArrived(main, window), at: .fixed)
            #expect(state.toast == Strings.Toasts.fieldGone)
            for tenth in 1...20 {
                _ = update(&state, .timePassed, at: .fixed(Double(tenth) / 10))
                #expect(state.press("d", "-", "1") == [])
            }
            #expect(state.overlays.isEmpty && state.selection == id)
            _ = update(&state, .timePassed, at: .fixed(3.1))
            if isSwitch { _ = state.press("esc") }
            #expect(state.press("d") == [.responded(id, .dismiss)])
        }
    }

    @Test func `a form in a subview continues in the next edition`() {
        func edition(_ id: String) -> Card {
            let form = Card.Subview(
                title: "Details",
                components: [.input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1)))])
            return makeCard(
                id,
                body: makeBody(
                    components: [
                        .buttons(
                            Card.ButtonContainer(buttons: [Card.Button(text: "More", action: .openSubview(id: "more"))])
                        )
                    ], lifecycleID: "trip", subviews: ["more": form]))
        }
        var state = AppState.given(.of([edition("f"), makeCard("other")]))
        _ = state.press("1")
        state.draw()
        _ = state.press("tab", "h", "i")
        #expect(state.focus == .input(name: "note"))
        _ = update(&state, .feedArrived(main, .of([edition("g"), makeCard("other")])), at: .fixed)
        _ = state.press("!")
        #expect(state.selection == "g" && state.form(of: "g").values["note"] == .text(TextField("hi!")))
    }

    private static func asking(_ id: String, _ names: String..., title: String) -> Card {
        makeCard(
            id,
            body: makeBody(
                components: [
                    .headline(Card.Headline(text: title)),
                    .buttons(
                        Card.ButtonContainer(
                            buttons: names.map {
                                Card.Button(text: $0, action: .submit(Card.ButtonAction.Submission(buttonName: $0)))
                            })),
                ], lifecycleID: "payment"))
    }

    @Test(arguments: ["f", "g"])
    func `an edition or update never makes a known key press a different button`(id: String) {
        var state = AppState.given(.of([Self.asking("f", "approve", "reject", title: "Pay 100")]))
        _ = state.press("tab", "tab")
        #expect(state.focus == .button(1))
        var window = CardWindow.of([Self.asking(id, "reject", "approve", title: "Pay 9999")])
        window.items[0].version += 1
        _ = update(&state, .feedArrived(main, window), at: .fixed)
        #expect(state.selection == id && state.focus == nil)
        #expect(state.press("1") == [])
        #expect(state.toast == Strings.Toasts.otherVersionCame)
    }

    @Test func `changes before the user came to the card block no keys`() {
        var state = AppState.given(.of([Self.asking("f", "approve", "reject", title: "Pay 100")]))
        state.start.hasInteracted = false
        _ = update(&state, .feedArrived(main, state.containers[0].window), at: .fixed)
        var window = CardWindow.of([Self.asking("f", "reject", "approve", title: "Pay 9999")])
        window.items[0].version += 1
        _ = update(&state, .feedArrived(main, window), at: .fixed(10))
        _ = state.press("j")
        _ = update(&state, .feedArrived(main, window), at: .fixed(60))
        #expect(!state.press("1").isEmpty)
    }

    @Test func `an update that keeps the buttons blocks no keys`() {
        var state = AppState.given(.of([Self.asking("f", "approve", "reject", title: "Pay 100")]))
        _ = state.press("tab", "tab")
        var window = CardWindow.of([Self.asking("f", "approve", "reject", title: "Pay 101")])
        window.items[0].version += 1
        _ = update(&state, .feedArrived(main, window), at: .fixed)
        #expect(state.focus == .button(1))
        #expect(!state.press("enter").isEmpty)
    }

    @Test func `before the first key, the selection stays once the card may have been read`() {
        var state = AppState.given([])
        state.start.hasInteracted = false
        _ = update(&state, .feedArrived(main, .of(["c1"])), at: .fixed)
        #expect(state.selection == "c1")
        // The server's cards arrive a moment after the stored ones.
        _ = update(&state, .feedArrived(main, .of(["c0", "c1"])), at: .fixed(1))
        #expect(state.selection == "c0")
        _ = update(&state, .feedArrived(main, .of(["b", "c0", "c1"])), at: .fixed(10))
        #expect(state.selection == "c0")
    }
}
