import AppCore
import Cards
import Support
import Testing

struct QuittingTests {
    @Test func `quitting does not ask because of unsent actions`() {
        var state = AppState.given(["c1"])
        let offline = SyncStatus.Connection.offline(since: .fixed, .noConnection(server: nil))
        _ = update(
            &state, .syncStatusChanged(SyncStatus(connection: offline, waitingActions: 2, lastSyncedAt: .fixed)),
            at: .fixed)
        #expect(state.statusLine.text.hasPrefix("offline"))
        #expect(state.press("q") == [Effect.quit(code: 0)])
    }

    @Test func `a zoomed container shows how to return`() {
        var state = AppState.given(["c1"])
        state.isZoomed = true
        #expect(state.statusLine.text == "live · zoomed, z to go back")
    }
}
