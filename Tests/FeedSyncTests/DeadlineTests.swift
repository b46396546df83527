import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import SQLite
import Support
import Testing

/// Cards that expire while the store fails.
@Suite struct DeadlineTests {
    private let directory = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
    private var path: String { directory + "/cards.sqlite" }

    /// An engine with a store whose only card is about to expire, and a second connection to the store's file.
    private func rigWithDueCard() async throws -> (SyncRig, Connection) {
        let rig = try await SyncRig(SyncSettings(deliveryMode: .polling, pollInterval: 0), path: path)
        await rig.engine.start()
        try await rig.wait(for: .polling(.chosen))
        // The check at the start must not find the card.
        try await rig.pass(0.2)
        try await eventually("nothing is due for an hour") { rig.clock.wakeTimes.contains(3600.2) }
        let entry = makeEntry("a", expiresAt: rig.clock.now.addingTimeInterval(1))
        let delta = FeedDelta(
            streamID: rig.server.stream, cursor: FeedCursor(epoch: "e1", sequence: 1), upserts: [entry], removals: [],
            serverTime: rig.clock.now)
        try await rig.database.apply(delta, at: rig.clock.now)
        #expect(try rig.shown == ["a"])
        rig.clock.advance(by: 5)
        var options = ConnectionOptions()
        options.busyTimeout = 10_000
        return (rig, try Connection(path, options))
    }

    /// Makes the engine check for due cards.
    private func lookForDeadlines(_ rig: SyncRig) async throws {
        await rig.engine.outboxChanged()
        try await rig.pass(0.2)
    }

    /// Waits for each of these pauses in turn, after which the engine tries again. Other timers of the engine may be
    /// due in between.
    private func expectPauses(_ pauses: [Double], _ rig: SyncRig) async throws {
        for pause in pauses {
            let end = rig.clock.uptime + pause
            try await eventually("the next try is after \(pause) s") { rig.clock.wakeTimes.contains(end) }
            rig.clock.advance(by: pause)
        }
    }

    @Test func `writes to a failing store are retried with growing pauses, and the failure is reported once`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (rig, other) = try await rigWithDueCard()
        // Like a full disk: reads succeed, writes fail.
        try other.accessNow { db in try db.execute("BEGIN IMMEDIATE") }
        try await lookForDeadlines(rig)
        try await expectPauses([2, 4, 8, 16, 32, 60, 60], rig)
        #expect(rig.troubles.withLock { $0.count } == 1)
        try other.accessNow { db in try db.execute("ROLLBACK") }
        try await rig.pass(until: "expired") { try rig.shown == [] }
        await rig.end()
    }

    @Test func `reads of a failing store are retried within a minute`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (rig, other) = try await rigWithDueCard()
        try other.accessNow { db in try db.execute("ALTER TABLE card RENAME TO gone") }
        try await lookForDeadlines(rig)
        try await expectPauses([2, 4, 8], rig)
        try other.accessNow { db in try db.execute("ALTER TABLE gone RENAME TO card") }
        let mended = rig.clock.uptime
        try await rig.pass(until: "expired") { try rig.shown == [] }
        #expect(rig.clock.uptime - mended <= 60)
        await rig.end()
    }
}
