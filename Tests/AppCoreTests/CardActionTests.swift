import AppCore
import Cards
import Support
import Testing

import struct Foundation.Date

struct CardActionTests {
    @Test func `d dismisses the card and selects the next one`() {
        var state = AppState.given(["a", "b"])
        #expect(state.press("d") == [.responded("a", .dismiss)])
        #expect(state.selection == "b")
    }

    @Test func `d twice before the store answers dismisses two cards`() {
        var state = AppState.given(["a", "b", "c"], selecting: "b")
        #expect(state.press("d", "d", "d") == ["b", "c", "a"].map { .responded($0, .dismiss) })
    }

    @Test func `a card is not answered twice`() {
        var state = AppState.given(["a"])
        #expect(state.press("d") == [.responded("a", .dismiss)])
        #expect(state.press("d", "2") == [])
        #expect(state.toast == Strings.Card.sending)
    }

    @Test func `a failed answer is reported and can be repeated`() {
        var state = AppState.given(["a"])
        _ = state.press("d")
        #expect(update(&state, .responseSettled(CardID("a"), .dismiss, .failed(reason: "disk full")), at: .fixed) == [])
        #expect(state.toast == "Couldn't dismiss the card: disk full")
        #expect(state.press("d") == [.responded("a", .dismiss)])
    }

    @Test func `a changed card can be answered again`() {
        var state = AppState.given(["a"])
        _ = state.press("d")
        var window = CardWindow.of(["a"])
        window.items[0].version = 2
        _ = state.arrive(window)
        #expect(state.press("d") == [.responded("a", .dismiss)])
    }

    static let told: [(CardResponse, String)] = [
        (CardResponse.dismiss, "Card dismissed"),
        (.snooze(until: .fixed(3600)), "Snoozed until 10:00"),
        (.voteUp(message: nil), "Feedback received"),
        (.voteDown(reason: .tooOften, message: nil), "Feedback received"),
    ]

    @Test(arguments: told)
    func `a queued action is reported`(response: CardResponse, toast: String) {
        var state = AppState.given(["a"])
        #expect(update(&state, .responseSettled(CardID("a"), response, .queued()), at: .fixed) == [])
        #expect(state.toast == toast)
    }

    @Test func `plus votes up once, until the vote has arrived`() {
        var state = AppState.given(card(buttons()))
        #expect(state.press("+") == [.responded("c1", .voteUp(message: nil))])
        #expect(state.press("+") == [])
        _ = update(&state, .responseSettled(CardID("c1"), .voteUp(message: nil), .queued()), at: .fixed)
        #expect(state.press("+") == [.responded("c1", .voteUp(message: nil))])
    }

    @Test func `a vote up with a label asks for text`() {
        var state = AppState.given(card(actions: ActionProperties(voteUp: .enabled(feedbackLabel: "What helped?"))))
        #expect(state.press("+") == [])
        #expect(state.prompt?.title == "What helped?")
        state.type("all")
        #expect(state.press("enter") == [.responded("c1", .voteUp(message: "all"))])
        #expect(state.overlays.isEmpty)
    }

    /// Symbols: event-vote-reason
    @Test(arguments: [("1", CardResponse.VoteReason.notRelevant), ("2", .tooOften)])
    func `minus asks for a reason`(key: String, reason: CardResponse.VoteReason) {
        var state = AppState.given(card())
        #expect(state.press("-") == [])
        #expect(state.menu?.items.map(\.label) == ["It's not relevant", "I see this too often", "Something else"])
        #expect(state.press(key) == [.responded("c1", .voteDown(reason: reason, message: nil))])
    }

    @Test func `the reason "something else" takes up to 280 characters`() {
        var state = AppState.given(card())
        #expect(state.press("-", "k", "enter") == [])
        #expect(state.prompt?.title == "Send feedback")
        let text = String(repeating: "é", count: 280)
        state.type(text + "!")
        #expect(state.prompt?.problem == "Feedback is limited to 280 characters")
        #expect(state.press("enter") == [])
        #expect(state.prompt != nil)
        #expect(state.press("backspace", "enter") == [.responded("c1", .voteDown(reason: .other, message: text))])
    }

    /// Symbols: voting-options
    @Test func `the menu offers what the card allows`() {
        var state = AppState.given(
            card(actions: ActionProperties(isDismissOverflowEnabled: false, voteDown: .enabled(feedbackLabel: nil))))
        #expect(state.press("m") == [])
        #expect(state.menu?.items.map(\.label) == ["Snooze", "This isn't useful"])
        #expect(state.press("1") == [])
        #expect(state.menu?.title == "Snooze")
    }

    /// Symbols: voting-options
    @Test func `a container can offer votes on all cards`() {
        var state = AppState.given(card(actions: ActionProperties(voteDown: .enabled(feedbackLabel: "Why?"))))
        #expect(state.press("+") == [])
        #expect(state.toast == Strings.Disabled.vote)
        state.containers[0].options.votes = [.useful, .notUseful]
        _ = state.press("m")
        #expect(state.menu?.items.map(\.key) == ["s", "d", "+", "-"])
        #expect(state.press("+") == [.responded("c1", .voteUp(message: nil))])
    }

    @Test func `the menu can dismiss a card for which the key is not allowed`() {
        var state = AppState.given(card(actions: ActionProperties(isDismissSwipeEnabled: false)))
        #expect(state.press("d") == [])
        #expect(state.toast == "Dismiss is only in this card's menu: press m")
        #expect(state.press("m", "j", "enter") == [.responded("c1", .dismiss)])
    }

    @Test func `the menu shows the keys of its commands, and accepts them`() {
        var state = AppState.given(card(actions: .everything))
        _ = state.press("m")
        #expect(state.menu?.items.map(\.key) == ["s", "d", "+", "-"])
        #expect(state.press("d") == [.responded("c1", .dismiss)])
        state = AppState.given(card(actions: ActionProperties(isDismissSwipeEnabled: false)))
        _ = state.press("m")
        // An action that is only in the menu has no key.
        #expect(state.menu?.items.map(\.key) == ["s", nil])
        #expect(state.press("d") == [])
        #expect(state.menu != nil)
    }

    @Test func `a key without a command removes a toast`() {
        var state = AppState.given(["c1"])
        _ = update(&state, .noticed("Something happened"), at: .fixed)
        #expect(state.toast == "Something happened")
        #expect(state.press("Q") == [])
        #expect(state.toast == nil)
    }

    @Test func `m activates a dismiss control`() {
        var state = AppState.given(card(actions: ActionProperties(overflowMenu: .dismiss)))
        #expect(state.press("m") == [.responded("c1", .dismiss)])
    }

    static let disabled: [(String, ActionProperties, String)] = [
        (
            "d", ActionProperties(isDismissSwipeEnabled: false, isDismissOverflowEnabled: false),
            "This card can't be dismissed"
        ),
        (
            "d", ActionProperties(isDismissSwipeEnabled: false, overflowMenu: .hidden),
            "This card can't be dismissed"
        ),
        (
            "s", ActionProperties(isSnoozeOverflowEnabled: false, isSwipeEnabled: false),
            "This card can't be snoozed"
        ),
        ("+", ActionProperties(), "This card doesn't ask for votes"),
        ("-", ActionProperties(), "This card doesn't ask for votes"),
        ("m", ActionProperties(overflowMenu: .hidden), "This card has no menu"),
        (
            "m", ActionProperties(isDismissOverflowEnabled: false, isSnoozeOverflowEnabled: false),
            "This card's menu is empty"
        ),
        ("R", ActionProperties(), "This card has no refused action"),
        ("X", ActionProperties(), "This card has no refused action"),
        ("3", ActionProperties(), "This card has no button or link 3"),
        ("tab", ActionProperties(), "This card has no buttons, fields or links"),
    ]

    @Test(arguments: disabled)
    func `a disabled action says why`(key: String, actions: ActionProperties, reason: String) {
        var state = AppState.given(card(actions: actions))
        #expect(state.press(key) == [])
        #expect(state.toast == reason)
        #expect(state.overlays.isEmpty)
    }

    @Test func `a menu with nothing in it is not offered`() {
        let actions = ActionProperties(isDismissOverflowEnabled: false, isSnoozeOverflowEnabled: false)
        let state = AppState.given(card(actions: actions))
        #expect(Command.openMenu.availability(in: state) == .disabled(reason: "This card's menu is empty"))
        var voting = actions
        voting.voteDown = .enabled(feedbackLabel: nil)
        #expect(Command.openMenu.availability(in: AppState.given(card(actions: voting))) == .enabled)
    }

    @Test func `an unreadable card allows no action`() {
        var state = AppState.given(
            CardWindow(items: [.init(id: CardID("x"), version: 1, content: .unreadable(reason: "bad"))], totalCount: 1))
        #expect(state.press("d") == [])
        #expect(state.toast == Strings.Disabled.unreadableCard)
    }

    @Test func `a refused action can only be retried or discarded`() {
        var state = AppState.given(makeCard("a"), delivery: .refused(reason: "closed"))
        #expect(state.press("R") == [.retryAction(CardID("a"), ops)])
        #expect(state.press("X") == [.discardAction(CardID("a"), ops)])
        #expect(state.press("d") == [])
        #expect(state.toast?.contains("R to send again, X to discard") == true)
    }

    @Test func `a refusal is reported when it arrives`() {
        var state = AppState.given(["a"])
        _ = state.arrive(.of([makeCard("a")], delivery: .refused(reason: "not yours")))
        #expect(state.toast == "The server refused your action: not yours")
    }

    static let programKeys: [(String, [Effect])] = [
        ("ctrl-l", [Effect.redraw]), ("ctrl-z", [.suspend]), ("q", [.quit(code: 0)]), ("ctrl-c", [.quit(code: 0)]),
        ("r", [.refresh]),
    ]

    @Test(arguments: programKeys)
    func `the keys of the program quit, refresh and suspend`(key: String, effects: [Effect]) {
        var state = AppState.given(["a"])
        #expect(state.press(key) == effects)
    }

    @Test func `an overlay whose card is gone closes`() {
        var state = AppState.given(["a", "b"])
        _ = state.press("s")
        _ = state.arrive(.of(["b"]))
        #expect(state.overlays.isEmpty)
        #expect(state.toast == Strings.Toasts.cardGone)
    }

    @Test func `if an action on another card was refused, a message says how to find the card`() {
        var state = AppState.given(["c1", "c2"])
        _ = state.press("X")
        #expect(state.toast == "This card has no refused action")
        #expect(!KeyHint.all(for: state).contains { $0.command == .showHistory })
        var status = SyncStatus.online
        status.refusedActions = 1
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        _ = state.press("X")
        #expect(state.toast == "Another card has a refused action: press H to show it")
        #expect(KeyHint.all(for: state).contains { $0.command == .showHistory && $0.word == "show refused" })
    }
}
