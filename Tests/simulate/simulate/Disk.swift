import Cards
import FeedAPI
import FeedEngine
import FeedSQLite
import FeedStorage
import Support

import struct Foundation.Date

/// The storage that the server nodes of a world share. It outlives each of them.
// Invariant: used by the only thread of the process.
final class Disk: @unchecked Sendable {
    let storage: any FeedStorage
    /// Whether writes fail.
    var isFull = false
    /// The maximum duration of each access, in seconds.
    var latency = 0.0
    var random: SeededGenerator
    let mutation: Mutation?
    /// Counters that increase with every change.
    private var feedMarks: [FeedKey: Int64] = [:]
    private var askMarks: [AskID: Int64] = [:]
    private var waits: [AskID: [ObjectIdentifier: Date]] = [:]

    init(_ database: Plan.Database, _ random: SeededGenerator, mutation: Mutation?) {
        switch database {
        case .memory: storage = MemoryStorage(epoch: "simulated")
        case .sqlite:
            do { storage = try SQLiteStorage() } catch { fatalError("SQLite in memory cannot be opened: \(error)") }
        }
        self.random = random
        self.mutation = mutation
    }

    func record(_ changed: FeedEffects) {
        for feed in changed.feeds { feedMarks[feed, default: 0] += 1 }
        for ask in changed.asks { askMarks[ask, default: 0] += 1 }
    }

    func marks(of feeds: FollowedFeeds, asks: [AskID]) -> FeedMarks {
        let changed = zip(feeds.keys, feeds.marks).map { ($0, feedMarks[$0, default: 0], $1) }.filter { $1 != $2 }
        return FeedMarks(
            feeds: Dictionary(uniqueKeysWithValues: changed.map { ($0.0, $0.1) }),
            asks: askMarks.filter { asks.contains($0.key) },
            epoch: storage.epoch)
    }

    func noteWait(for ask: AskID, at node: ObjectIdentifier, until: Date) { waits[ask, default: [:]][node] = until }

    func endWait(for ask: AskID, at node: ObjectIdentifier, now: Date) -> Date? {
        waits[ask]?[node] = nil
        return waits[ask]?.values.filter { $0 > now }.max()
    }
}
