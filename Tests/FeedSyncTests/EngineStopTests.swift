import Basics
import CardStore
import Cards
import FeedAPI
import Support
import Testing

@testable import FeedSync

/// An action that is stored after an engine was stopped is for the next connection.
@Suite struct EngineStopTests {
    /// Records the actions that it performs.
    private struct RecordingSource: CardSource {
        let source: FeedSource
        let performed: Lock<[ActionKey]>

        var capabilities: SourceCapabilities { source.capabilities }

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            try await source.snapshot(of: stream, page: page)
        }

        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
            try await source.changes(of: stream, since: cursor)
        }

        func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
            try await source.follow(subscriptions)
        }

        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
            performed.withLock { $0.append(action.key) }
            throw .cancelled
        }
    }

    @Test func `an engine whose outbox opens late sends nothing that was stored after its stop`() async throws {
        let performed = Lock<[ActionKey]>([])
        let rig = try await SyncRig(wrapping: { RecordingSource(source: $0, performed: performed) })
        await rig.server.publish("a")
        try await rig.goLive()
        // A busy machine runs the turn that opens the outbox late.
        await rig.engine.turnOutbox { _ in for _ in 0..<1000 { await Task.yield() } }
        await rig.engine.perform(.drainOutbox)
        await rig.engine.stop()
        try await rig.database.respond(
            .dismiss, to: "a", in: rig.server.stream, key: ActionKey("later"), at: rig.clock.now)
        await rig.engine.outboxTurn?.value
        try await eventually("the outbox rests") { await rig.engine.drainer?.isResting ?? true }
        #expect(performed.withLock { $0 } == [])
        await rig.end()
    }
}
