import Basics
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// An engine without a card store: everything arrives once and in order, with push and with polling.
@Suite struct FeedFollowerTests {
    private actor Follower: FeedFollower {
        private(set) var cursors: [StreamID: FeedCursor] = [:]
        private(set) var cards: Set<CardID> = []
        /// What was handled: whole snapshots ("="), and changes.
        private(set) var log: [String] = []
        private var gate: (@Sendable () async -> Void)?

        func cursor(of stream: StreamID) -> FeedCursor? { cursors[stream] }
        func dropCursor(of stream: StreamID) { cursors[stream] = nil }
        func wait(at gate: @escaping @Sendable () async -> Void) { self.gate = gate }

        func handle(_ delta: FeedDelta, since: FeedCursor?) async {
            if let since, since != cursors[delta.streamID] { return }
            cursors[delta.streamID] = delta.cursor
            cards.formUnion(delta.upserts.map(\.id))
            cards.subtract(delta.removals.map(\.id))
            log += delta.upserts.map { "+\($0.id)" } + delta.removals.map { "-\($0.id)" }
            await gate?()
        }

        func handle(_ entries: [FeedEntry], of stream: StreamID, upTo cursor: FeedCursor) async {
            cursors[stream] = cursor
            cards = Set(entries.map(\.id))
            log.append("=\(entries.count)")
        }
    }

    private let follower = Follower()

    @Test func `a follower gets a complete snapshot, then changes, and acknowledges them when they are handled`()
        async throws
    {
        let rig = try await SyncRig(follower: follower)
        await rig.server.publish("a", "b", "c")
        try await rig.goLive()
        // Two pages form one snapshot.
        #expect(await follower.log == ["=3"])
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        await follower.wait { for await _ in gate { break } }
        let delta = await rig.server.publish("d")
        await rig.server.push(.delta(delta))
        try await eventually("it handles the change") { await follower.log == ["=3", "+d"] }
        await rig.settle()
        #expect(await rig.server.acknowledged.isEmpty)
        open.yield()
        try await eventually("the acknowledgement") { await rig.server.acknowledged == [delta.cursor] }
        #expect(try rig.shown.isEmpty, "the card store has nothing to do with it")
        await rig.end()
    }

    @Test func `a follower continues where it ended`() async throws {
        let rig = try await SyncRig(follower: follower)
        await rig.server.publish("a")
        try await rig.goLive()
        await rig.engine.stop()
        await rig.server.publish("b")
        await rig.engine.start()
        try await eventually("b arrives") { await follower.log == ["=1", "+b"] }
        #expect(await rig.server.count(.snapshot(nil)) == 1)
        await rig.end()
    }

    @Test(arguments: [SyncSettings.DeliveryMode.push, .polling])
    func `an expired cursor is replaced by a snapshot`(deliveryMode: SyncSettings.DeliveryMode) async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: deliveryMode), follower: follower)
        await rig.server.publish("stale", "kept")
        await rig.engine.start()
        try await eventually("loaded") { await follower.cards == ["stale", "kept"] }
        await rig.engine.stop()
        await rig.server.remove("stale")
        await rig.server.forgetHistory()
        await rig.server.publish("new")
        await rig.engine.start()
        try await eventually("loaded anew") { await follower.cards == ["kept", "new"] }
        #expect(await follower.log == ["=2", "=2"])
        await rig.end()
    }

    @Test func `a single fetch works without a start`() async throws {
        let rig = try await SyncRig(follower: follower)
        await rig.server.publish("a")
        try await rig.engine.update(rig.server.stream)
        await rig.server.publish("b")
        try await rig.engine.update(rig.server.stream)
        #expect(await follower.log == ["=1", "+b"])
        #expect(await rig.server.count(.socket) == 0)
        #expect(rig.clock.sleeperCount == 0)
        await rig.end()
    }

    @Test func `the cause of a lost connection is named`() async throws {
        let rig = try await SyncRig(follower: follower)
        await rig.server.fail(socket: .unreachable("refused"))
        await rig.engine.start()
        try await eventually("a failure") { rig.failures.withLock { $0 } == [.unreachable("refused")] }
        await rig.end()
    }
}
