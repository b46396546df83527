import Cards
import Support
import Testing

@testable import AppCore

/// The first screen when all cards come from an attached source.
struct SourceLaunchTests {
    private func state(_ connection: SyncStatus.Connection, hasWindow: Bool = true) -> AppState {
        var state = AppState.starting()
        var status = SyncStatus(connection: .live)
        status.sources = [
            SyncStatus.Source(name: "team", streams: [state.containers[0].streamID], connection: connection)
        ]
        if hasWindow { _ = update(&state, .feedArrived(main, CardWindow()), at: .fixed) }
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        return state
    }

    @Test func `a connected source without cards is shown as empty, although the feed has loaded nothing`() {
        #expect(state(.connecting).launch == .loading)
        #expect(state(.live, hasWindow: false).launch == .loading)
        #expect(state(.live).launch == .ready)
    }

    @Test func `a source that refuses access says why`() {
        let failure = LaunchFailure(message: "team: not logged in", detail: "token_command: exit code 3: no key")
        #expect(
            state(.stopped(.authentication("token_command: exit code 3: no key"))).launch == .failed(failure))
    }

    @Test func `an unreachable source is not shown as loading`() {
        guard case .failed(let failure) = state(.offline(since: .fixed, .unreachable(server: "chat.example"))).launch
        else { return #expect(Bool(false)) }
        #expect(failure.detail == "Can't reach chat.example")
    }
}
