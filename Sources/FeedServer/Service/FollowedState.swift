import FeedAPI
import FeedEngine
import FeedStorage

/// The feeds that clients of this server follow, and their marks as last read from a shared storage.
struct FollowedState {
    private(set) var feeds = FollowedFeeds()
    private var version = 0
    private var awaited: Set<FeedKey> = []
    private var marks = FeedMarks()

    /// Builds a new list only if the followed feeds have changed, because there may be tens of thousands.
    mutating func update(_ hub: PushHub, _ waiters: FeedWaiters) async {
        let (version, awaited) = (await hub.followedVersion, await waiters.awaited)
        guard version != self.version || awaited != self.awaited else { return }
        feeds = feeds.updated(to: await hub.followed.union(awaited))
        (self.version, self.awaited) = (version, awaited)
    }

    /// Stores newly read marks, and returns what has changed since the previous ones. A feed that is followed only
    /// since then was read before its first mark, so it counts as changed.
    mutating func apply(_ found: FeedMarks, asks: Set<AskID>) -> FeedEffects {
        let changed = found.changes(since: marks, among: feeds, asks)
        if !found.feeds.isEmpty { feeds = feeds.updated(to: Set(feeds.keys), marks: found.feeds) }
        marks = found
        return changed
    }
}
