import FeedEngine
import FeedStorage

/// What other servers change in the same storage.
extension FeedService {
    private static let interval = Duration.seconds(1)
    /// After so many intervals deliveries and deadlines are looked up again: those of a server that has ended.
    private static let longInterval = 10

    /// Wakes who follows what another server has changed, until the task is cancelled. Returns at once for a storage of one
    /// server. Asks each second for the feeds and asks that are followed here, so what is missed once is found the next time.
    func followOthers() async {
        guard storage.isShared else { return }
        var marks = FeedMarks()
        var rounds = 0
        while (try? await Task.sleep(for: Self.interval)) != nil {
            rounds += 1
            if rounds % Self.longInterval == 0 {
                await dispatcher?.follow()
                await dispatcher?.wake()
                await announce(FeedEffects())
            }
            let feeds = await hub.followed.union(feedWaiters.awaited)
            let asks = await askWaiters.awaited
            // Changes of before are found by the next round that has a database.
            guard let found = try? await storage.marks(of: Array(feeds), asks: Array(asks)) else { continue }
            // What is followed only since the last round was read before its first mark, so it counts as changed.
            let changed = found.changes(since: marks)
            marks = found
            if !changed.isEmpty { await announce(changed) }
        }
    }
}
