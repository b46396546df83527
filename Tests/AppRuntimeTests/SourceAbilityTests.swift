import AppCore
import AppRuntime
import Canvas
import Cards
import FeedAPI
import Testing

/// A viewer of a source that supports less than our server. Serialised, because each test blocks its thread as the main
/// thread would.
@Suite(.serialized) struct SourceAbilityTests {
    /// Our server, with dismissals only.
    private struct LimitedSource: CardSource {
        let capabilities = SourceCapabilities(actions: [.dismiss])
        let source: FeedSource

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            try await source.snapshot(of: stream, page: page)
        }

        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
            try await source.changes(of: stream, since: cursor)
        }

        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
            #expect(action.response == .dismiss)
            return try await source.perform(action)
        }
    }

    @Test func `unsupported actions are neither offered nor sent, and the others work`() async throws {
        let app = try await HeadlessApp(
            cards: [.titled("Here", button: "Approve")], size: Size(columns: 120, rows: 20))
        await app.connect(to: LimitedSource(source: FeedSource(app.client)))
        #expect(app.shows("Here") && app.shows("dismiss"))
        #expect(!app.screen.contains("snooze"))
        app.press("s")
        #expect(app.shows("This feed's cards can't be snoozed"))
        app.press("1")
        #expect(app.shows("This feed accepts no answers"))
        app.press("d")
        #expect(app.hides("Here"))
        #expect(app.player.wait { _ in app.loop.state.syncStatus.waitingActions == 0 })
        await app.close()
    }
}
