import AppCore
import Cards
import Support
import Testing

/// Actions that the source of the cards does not support are not offered, and their keys say why.
@Suite struct SourceAbilityTests {
    private func state(
        _ actions: Set<CardResponse.Kind>, snooze: SourceCapabilities.SnoozeKeeping? = nil, _ card: Card
    ) -> AppState {
        var state = AppState.given(card)
        var status = SyncStatus.online
        status.capabilities = SourceCapabilities(actions: actions, snooze: snooze)
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        state.draw()
        return state
    }

    private func hints(_ state: AppState) -> Set<Command> { Set(KeyHint.all(for: state).map(\.command)) }

    @Test func `a source without snooze shows no hint for it, and its key says so`() {
        var state = state([.dismiss, .submit], makeCard())
        #expect(!hints(state).contains(.snooze) && hints(state).contains(.dismiss))
        #expect(hints(.given(makeCard())).contains(.snooze))
        #expect(state.press("s") == [])
        #expect(state.toast == "This feed's cards can't be snoozed" && state.overlays.isEmpty)
    }

    @Test func `a missing permission of the card is reported as such`() {
        var state = state([.dismiss], card(actions: ActionProperties(isSwipeEnabled: false, unknown: [:])))
        _ = state.press("+")
        #expect(state.toast == Strings.Disabled.vote)
    }

    @Test(arguments: [("d", "This feed's cards can't be dismissed"), ("+", "This feed accepts no votes")])
    func `other unsupported actions say why as well`(key: String, words: String) {
        var state = state([.submit], card(text("Hello")))
        #expect(state.press(key) == [])
        #expect(state.toast == words)
    }

    @Test func `the menu has the supported actions, and there is no menu without any`() {
        var some = state([.dismiss], card(text("Hello")))
        _ = some.press("m")
        #expect(some.menu?.items.map(\.label) == [Strings.Menu.dismiss])
        var none = state([.submit], card(text("Hello")))
        #expect(none.press("m") == [])
        #expect(none.menu == nil && none.toast == Strings.Disabled.emptyMenu)
    }

    @Test func `a button for an unsupported action says why, and other buttons work`() {
        var state = state(
            [.dismiss],
            card(buttons(("Later", .snooze(nil)), ("Send", .submit(.init(buttonName: "a"))), ("Away", .dismiss))))
        #expect(state.press("1") == [] && state.toast == "This feed's cards can't be snoozed" && state.overlays.isEmpty)
        #expect(state.press("2") == [] && state.toast == "This feed accepts no answers")
        #expect(state.press("3").contains(.responded("c1", .dismiss)))
    }

    @Test func `marked cards cannot be snoozed either`() {
        var state = AppState.given(["a", "b"])
        var status = SyncStatus.online
        status.capabilities = SourceCapabilities(actions: [.dismiss])
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        _ = state.press("space")
        #expect(state.press("s") == [])
        #expect(state.toast == "This feed's cards can't be snoozed" && state.overlays.isEmpty)
    }

    @Test func `a snooze that this machine keeps is offered`() {
        var state = state([.dismiss], snooze: .local, makeCard())
        #expect(hints(state).contains(.snooze))
        _ = state.press("s")
        #expect(state.menu?.title == Strings.Snooze.name)
    }
}

private func text(_ text: String) -> Card.Component { .text(Card.TextBlock(text: text)) }
