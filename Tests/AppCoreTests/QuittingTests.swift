import AppCore
import Cards
import Support
import Testing

struct QuittingTests {
    private func viewer(keepsActions: Bool, _ connection: SyncStatus.Connection, waiting: Int) -> AppState {
        var state = AppState.given(["c1"])
        state.keepsActions = keepsActions
        let status = SyncStatus(connection: connection, waitingActions: waiting, lastSyncedAt: .fixed)
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        return state
    }

    private let offline = SyncStatus.Connection.offline(since: .fixed, .noConnection(server: nil))

    @Test func `a viewer that keeps nothing asks before what was done is lost`() {
        var state = viewer(keepsActions: false, offline, waiting: 2)
        #expect(state.statusLine.text.hasPrefix("second viewer: nothing is kept · offline"))
        #expect(state.press("q") == [])
        #expect(state.menu?.title == "2 things you did have not reached the server: quit?")
        #expect(state.press("enter") == [])
        #expect(state.menu == nil)
        #expect(state.press("q", "j", "enter") == [Effect.quit(code: 0)])
    }

    @Test func `y quits and n stays, also as words line by line`() {
        var state = viewer(keepsActions: false, offline, waiting: 2)
        #expect(state.press("q", "n") == [])
        #expect(state.menu == nil)
        #expect(state.press("q", "y") == [Effect.quit(code: 0)])
        _ = update(&state, .command(.close), at: .fixed)
        _ = state.press("q")
        #expect(update(&state, .lineEntered("No"), at: .fixed) == [])
        #expect(state.menu == nil)
        _ = state.press("q")
        #expect(update(&state, .lineEntered("yes"), at: .fixed) == [Effect.quit(code: 0)])
    }

    @Test func `a command that has the store is no viewer`() {
        var state = viewer(keepsActions: false, offline, waiting: 2)
        state.waitsForCommand = true
        #expect(state.statusLine.text.hasPrefix("a command runs: kept when it ends · offline"))
        #expect(state.press("q") == [])
        state.keepsActions = true
        #expect(state.statusLine.text.hasPrefix("offline"))
    }

    @Test func `what waits to be undone would be lost as well`() {
        var state = viewer(keepsActions: false, offline, waiting: 1)
        state.undoWindow.length = 5
        _ = state.press("d")
        _ = update(&state, .responseSettled("c1", .dismiss, .queued()), at: .fixed)
        #expect(state.press("q") == [])
        #expect(state.menu?.title == "2 things you did have not reached the server: quit?")
    }

    @Test func `nobody else is asked`() {
        for var state in [
            viewer(keepsActions: true, offline, waiting: 2), viewer(keepsActions: false, offline, waiting: 0),
            viewer(keepsActions: false, .live, waiting: 2),
        ] {
            #expect(state.press("q") == [Effect.quit(code: 0)])
        }
    }

    @Test func `a zoomed container tells the way back`() {
        var state = AppState.given(["c1"])
        state.isZoomed = true
        #expect(state.statusLine.text == "live · zoomed, z goes back")
    }
}
