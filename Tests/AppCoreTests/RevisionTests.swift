import AppCore
import Cards
import Foundation
import Support
import Testing

/// What a card's new edition means for an answer to the previous edition.
struct EditionTests {
    private static func edition(_ id: String, title: String = "Pay", at seconds: Double = 0) -> Card {
        makeCard(
            id, createdAt: .fixed(seconds),
            body: makeBody(
                components: [
                    .headline(Card.Headline(text: title)),
                    .input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))),
                    buttons(("Approve", .submit(Card.ButtonAction.Submission(buttonName: "approve")))),
                ], lifecycleID: "pay"))
    }

    /// A viewer with an undo window of 5 s that has just answered the first card.
    private func answered(_ keys: String..., with response: CardResponse) -> AppState {
        var state = AppState.given(.of([Self.edition("f"), makeCard("other")]))
        state.undoWindow.length = 5
        for key in keys { _ = state.press(key) }
        _ = update(&state, .responseSettled("f", response, .queued()), at: .fixed)
        _ = state.arrive(.of(["other"]))
        return state
    }

    @Test func `an unsent answer is withdrawn when the next edition arrives, and its form goes to that edition`() {
        var state = answered(
            "tab", "h", "i", "esc", "1", with: .submit(buttonName: "approve", values: ["note": .string("hi")]))
        #expect(state.progress?.hasPrefix("Sending in 5 s") == true)
        let window = CardWindow.of([Self.edition("g"), makeCard("other")])
        let effects = update(&state, .feedArrived(main, window), at: .fixed(1)).filter { !$0.isDraft && !$0.isSeen }
        #expect(effects == [.withdraw("f", ops)])
        // The answer is withdrawn only once.
        #expect(!update(&state, .feedArrived(main, window), at: .fixed(1)).contains(.withdraw("f", ops)))
        _ = update(&state, .withdrawn("f", .done(.withdrawn)), at: .fixed(1))
        #expect(state.toast == "The card has changed: nothing was sent")
        #expect(state.progress == nil)
        #expect(state.form(of: "g").values["note"] == .text(TextField("hi")))
        #expect(state.forms["f"] == nil)
        // The selection returns to the card. An answer to it is now sent at once: a card that changes this often would
        // otherwise never get one.
        #expect(state.selection == "g" && state.isFrequentlyRevised("g") && !state.isFrequentlyRevised("other"))
        // The new edition has not been read yet.
        #expect(state.press("1") == [] && state.toast == "The card has just changed: press again")
        _ = update(&state, .undone(.done(.nothing)), at: .fixed(1))
        #expect(state.toast == Strings.Undo.nothing)
    }

    @Test func `a user who has moved on stays where they are`() {
        var state = answered("1", with: .submit(buttonName: "approve", values: [:]))
        _ = state.press("k")
        let window = CardWindow.of([Self.edition("g"), makeCard("other")])
        _ = update(&state, .feedArrived(main, window), at: .fixed(1))
        _ = update(&state, .withdrawn("f", .done(.withdrawn)), at: .fixed(1))
        #expect(state.toast == "The card has changed: nothing was sent" && state.selection == "other")
    }

    @Test func `an answer that is being sent is not withdrawn, and waits for the server's response`() {
        var state = answered("d", with: .dismiss)
        _ = state.arrive(.of([Self.edition("g"), makeCard("other")]))
        let before = state.toast
        _ = update(&state, .withdrawn("f", .done(.underWay)), at: .fixed(1))
        #expect(state.toast == before)
        #expect(state.progress?.hasPrefix("Card dismissed") == true)
    }

    /// The store withdraws an unsent answer when it learns that the card has ended. The events that report this arrive
    /// in any order.
    enum Order: CaseIterable { case windowClosedOutcome, windowOutcomeClosed, closedWindow }

    @Test(arguments: Order.allCases)
    func `an answer that the store withdrew goes to the next edition as well`(order: Order) {
        let response = CardResponse.submit(buttonName: "approve", values: ["note": .string("hi")])
        var state = answered("tab", "h", "i", "esc", "1", with: response)
        let window = CardWindow.of([Self.edition("g"), makeCard("other")])
        let arrived = AppEvent(.feedArrived(main, window), at: .fixed(1))
        let closed = AppEvent(.responseSettled("f", response, .closed(.cancelled)), at: .fixed(1))
        let outcome = AppEvent(.withdrawn("f", .done(.settled)), at: .fixed(1))
        switch order {
        case .windowClosedOutcome: for event in [arrived, closed, outcome] { _ = update(&state, event) }
        case .windowOutcomeClosed: for event in [arrived, outcome, closed] { _ = update(&state, event) }
        case .closedWindow:
            _ = update(&state, closed)
            #expect(state.toast == "The card was cancelled by its publisher; your answer was not sent")
            #expect(!update(&state, arrived).contains(.withdraw("f", ops)))
        }
        #expect(state.toast == "The card has changed: nothing was sent")
        #expect(state.progress == nil)
        #expect(state.form(of: "g").values["note"] == .text(TextField("hi")))
        #expect(state.selection == "g" && state.isFrequentlyRevised("g"))
    }

    @Test func `an edition of a card whose answer the server has withdraws nothing`() {
        var state = answered("d", with: .dismiss)
        _ = update(&state, .responseSettled("f", .dismiss, .delivered), at: .fixed(1))
        #expect(!state.arrive(.of([Self.edition("g"), makeCard("other")])).contains(.withdraw("f", ops)))
    }

    @Test func `withdrawing one of several answers leaves the others`() {
        var state = AppState.given(.of([makeCard("a"), Self.edition("f"), makeCard("other")]))
        state.undoWindow.length = 5
        let plan = BulkPlan(action: .dismiss, container: main, stream: ops, cards: ["f", "a"], skipped: 0)
        _ = state.press("V", "d")
        _ = update(&state, .marks(.reviewed(.reviewed(plan))), at: .fixed)
        _ = state.press("y")
        _ = update(&state, .marks(.settled(plan, .dismiss, .queued(2))), at: .fixed)
        _ = state.arrive(.of(["other"]))
        #expect(state.arrive(.of([Self.edition("g"), makeCard("other")])).contains(.withdraw("f", ops)))
        _ = update(&state, .withdrawn("f", .done(.withdrawn)), at: .fixed)
        #expect(state.progress == "Card dismissed · u to undo · 5 s")
    }

    @Test(arguments: [true, false])
    func `a refused answer to the previous edition is discarded with the reason`(isRefusedFirst: Bool) {
        var state = answered("1", with: .submit(buttonName: "approve", values: [:]))
        let refused = item(Self.edition("f"), version: 2, delivery: .refused(reason: "The card is already cancelled."))
        let next = item(Self.edition("g", at: 1), delivery: .none)
        func window(_ items: [CardWindow.Item]) -> CardWindow {
            CardWindow(items: items, totalCount: items.count, hasEverHadCard: true)
        }
        _ = state.arrive(window([isRefusedFirst ? refused : next]))
        #expect(state.arrive(window([next, refused])).contains(.discardAction("f", ops)))
        #expect(state.toast == Strings.Toasts.refusedReplaced)
        _ = state.press("esc")
        _ = state.arrive(window([next]))
        #expect(state.containers[0].window.items.map(\.id) == ["g"])
    }

    @Test func `a sheet that an edition closes says so, and feedback that was being typed is kept for it`() {
        func edition(_ id: String) -> Card {
            makeCard(id, body: makeBody(lifecycleID: "news", actions: .everything))
        }
        var state = AppState.given(.of([edition("f"), makeCard("other")]))
        _ = state.press("-", "3")
        state.type("Too long")
        _ = state.arrive(.of([edition("g"), makeCard("other")]))
        #expect(state.overlays.isEmpty && state.selection == "g")
        #expect(state.toast == Strings.Toasts.cardChanged)
        _ = update(&state, .timePassed, at: .fixed(3))
        _ = state.press("-", "3")
        #expect(state.prompt?.card == "g" && state.prompt?.field.text == "Too long")
        state.type("!")
        let effects = state.press("enter")
        #expect(effects == [.responded("g", .voteDown(reason: .other, message: "Too long!"))])
        // The text is offered only once.
        _ = state.press("esc", "-", "3")
        #expect(state.prompt?.field.text.isEmpty != false)
    }

    @Test func `a sheet of a card that is removed for good says so`() {
        var state = AppState.given(["f", "other"])
        _ = state.press("s")
        _ = state.arrive(.of(["other"]))
        #expect(state.overlays.isEmpty && state.toast == Strings.Toasts.cardGone)
    }

    @Test func `a refused answer to the only edition is kept for the user`() {
        var state = answered("d", with: .dismiss)
        let old = Self.edition("g", at: -1)
        let refused = item(Self.edition("f"), version: 2, delivery: .refused(reason: "No."))
        let effects = state.arrive(
            CardWindow(items: [item(old, delivery: .none), refused], totalCount: 2, hasEverHadCard: true))
        #expect(!effects.contains(.discardAction("f", ops)))
        #expect(state.toasts.recent.contains { $0.text == Strings.Toasts.refused("No.") })
    }
}
