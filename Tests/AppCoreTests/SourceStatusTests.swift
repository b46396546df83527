import AppCore
import Basics
import Cards
import Support
import Testing

/// Sources in addition to the feed's connection: which of them are not connected, and what each supports.
@Suite struct SourceStatusTests {
    private func status(_ connection: SyncStatus.Connection, main: SyncStatus.Connection = .live) -> SyncStatus {
        SyncStatus(
            connection: main, lastSyncedAt: .fixed,
            sources: [
                SyncStatus.Source(
                    name: "team", streams: ["talk"], connection: connection,
                    capabilities: SourceCapabilities(actions: [.dismiss]))
            ])
    }

    private func line(_ status: SyncStatus) -> StatusLine {
        StatusLine(status, at: .fixed, in: .utc, pollingSeconds: 15)
    }

    @Test(arguments: [
        (SyncStatus.Connection.live, "live", StatusLine.Tone.calm), (.polling(.chosen), "live", .calm),
        (.connecting, "live · team: connecting", .calm),
        (.offline(since: .fixed, .noConnection()), "live · team: offline", .warning),
        (.offline(since: .fixed, .unreachable(server: nil)), "live · team: offline", .warning),
        (.stopped(.authentication("no token")), "live · team: not logged in", .warning),
        (.stopped(.denied("no")), "live · team: denied by network.policy", .warning),
        (.offline(since: .fixed, .hostNotFound("x.example")), "live · team: can't find the host x.example", .warning),
    ])
    func `the status line names a source that is not connected`(
        connection: SyncStatus.Connection, text: String, tone: StatusLine.Tone
    ) {
        let line = line(status(connection))
        #expect(line.text == text && line.tone == tone)
    }

    @Test func `the status line shows the connection before other sources`() {
        var status = status(
            .stopped(.authentication("no token")), main: .offline(since: .fixed, .noConnection()))
        status.waitingActions = 2
        #expect(line(status).text.hasSuffix("2 unsent · team: not logged in"))
        #expect(line(status).text.hasPrefix("offline since"))
    }

    @Test func `the actions offered for a card depend on the source of its stream`() throws {
        var state = AppState.given(makeCard())
        let stream = try #require(state.containers.first?.streamID)
        var status = status(.live)
        status.sources[0].streams = [stream]
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        state.draw()
        #expect(state.press("s") == [])
        #expect(state.toast == "This feed's cards can't be snoozed")
        status.sources[0].streams = ["talk"]
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        #expect(KeyHint.all(for: state).map(\.command).contains(.snooze))
    }

    @Test func `an empty container says that its own source is not logged in`() throws {
        var state = AppState.given(makeCard())
        let stream = try #require(state.containers.first?.streamID)
        var status = status(.stopped(.authentication("no token")))
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        #expect(state.accessFailure(of: stream) == nil)
        status.sources[0].streams = [stream]
        _ = update(&state, .syncStatusChanged(status), at: .fixed)
        #expect(
            state.accessFailure(of: stream) == LaunchFailure(message: "team: not logged in", detail: "no token"))
    }
}
