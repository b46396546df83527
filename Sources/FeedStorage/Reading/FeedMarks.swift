package import FeedAPI
package import FeedEngine

/// Marks of followed feeds and asks, which show what has changed. A mark is a number that is different after every
/// change; the order of marks has no meaning.
package struct FeedMarks: Hashable, Sendable {
    /// The feeds whose mark differs from the known one; the mark is 0 if a feed no longer exists.
    package var feeds: [FeedKey: Int64]
    /// The marks of all requested asks that exist.
    package var asks: [AskID: Int64]
    /// The epoch of the storage. In different epochs, equal marks do not mean equal states.
    package var epoch: String

    package init(feeds: [FeedKey: Int64] = [:], asks: [AskID: Int64] = [:], epoch: String = "") {
        self.feeds = feeds
        self.asks = asks
        self.epoch = epoch
    }

    /// Returns the requested feeds and asks that have changed: the feeds of this result, and the asks whose mark
    /// differs from the earlier one or is gone. If the epoch has changed, returns all.
    package func changes(since earlier: FeedMarks, among feeds: FollowedFeeds, _ asks: Set<AskID>) -> FeedEffects {
        guard epoch == earlier.epoch else { return FeedEffects(feeds: Set(feeds.keys), asks: asks) }
        return FeedEffects(
            feeds: Set(self.feeds.keys), asks: asks.filter { self.asks[$0] != earlier.asks[$0] })
    }
}
