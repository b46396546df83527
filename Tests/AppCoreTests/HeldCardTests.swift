import Cards
import Support
import Testing

@testable import AppCore

/// Cards that a source holds back, and the switches of a source.
struct HeldCardTests {
    private static func state(held: Int = 0, switches: Bool = false) -> AppState {
        var state = AppState.given(["c1", "c2"])
        var status = state.syncStatus
        status.sources = [
            SyncStatus.Source(
                name: "shop", streams: [state.containers[0].streamID], connection: .live,
                capabilities: SourceCapabilities(actions: [.dismiss], offersSwitches: switches), heldCards: held)
        ]
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        return state
    }

    @Test func `the status line counts held cards, and a key shows the next one`() {
        var state = Self.state(held: 1)
        #expect(state.statusLine.text == "live · 1 card held back, W to show")
        #expect(state.press("W") == [.releaseHeld])
        #expect(Self.state(held: 2).statusLine.text == "live · 2 cards held back, W to show")
    }

    @Test func `without held cards, the key shows a message`() {
        var state = Self.state()
        #expect(state.statusLine.text == "live")
        #expect(state.press("W") == [])
        #expect(state.toast == "No card is held back")
    }

    // MARK: Switches

    private static let switches = SourceSwitches(
        title: "Notifications",
        items: [.init(key: "sale", name: "Sales", isOn: true), .init(key: "new", name: "New things", isOn: false)])

    private func menu(_ state: AppState) -> MenuOverlay? {
        guard case .menu(let menu)? = state.overlays.last else { return nil }
        return menu
    }

    @Test func `the sheet of switches stays open, and each key toggles a switch`() {
        var state = Self.state(switches: true)
        let stream = state.containers[0].streamID
        #expect(state.press("E") == [.switches(.list(stream))])
        _ = update(&state, .switches(.listed(Self.switches, stream)), at: .fixed)
        #expect(menu(state)?.title == "Notifications of shop")
        #expect(menu(state)?.items.map(\.isOn) == [true, false])
        #expect(state.press("enter") == [.switches(.set("sale", isOn: false, stream))])
        #expect(state.press("2") == [.switches(.set("new", isOn: true, stream))])
        #expect(menu(state)?.items.map(\.isOn) == [false, true])
        #expect(state.press("space") == [.switches(.set("new", isOn: false, stream))])
        _ = state.press("esc")
        #expect(state.overlays.isEmpty)
    }

    @Test func `a switch that fails is reverted with the reason`() {
        var state = Self.state(switches: true)
        let stream = state.containers[0].streamID
        _ = update(&state, .switches(.listed(Self.switches, stream)), at: .fixed)
        _ = state.press("enter")
        _ = update(&state, .switches(.failed("sale", stream, reason: "the disk is full")), at: .fixed)
        #expect(menu(state)?.items.first?.isOn == true)
        #expect(state.toast == "Couldn't change notifications: the disk is full")
    }

    @Test func `without switches, the reason is shown, also for an empty list`() {
        var state = Self.state()
        #expect(state.press("E") == [] && state.toast == "None of your sources lets you choose notifications")
        state = Self.state(switches: true)
        let empty = SourceSwitches(title: "Notifications", items: [])
        _ = update(&state, .switches(.listed(empty, state.containers[0].streamID)), at: .fixed)
        #expect(state.overlays.isEmpty && state.toast == "There are no kinds of notifications to choose")
    }
}
