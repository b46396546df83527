package import FeedAPI
package import FeedEngine

/// What has changed among the feeds and asks that are followed. Marks are numbers that differ after every change, and have no order.
package struct FeedMarks: Hashable, Sendable {
    /// The feeds whose mark is not the known one; 0 for those that do not exist any more.
    package var feeds: [FeedKey: Int64]
    /// All asks that exist.
    package var asks: [AskID: Int64]
    /// The storage's epoch: in another one, the same number is another change.
    package var epoch: String

    package init(feeds: [FeedKey: Int64] = [:], asks: [AskID: Int64] = [:], epoch: String = "") {
        self.feeds = feeds
        self.asks = asks
        self.epoch = epoch
    }

    /// Which of those that were asked for have changed: the feeds of the answer, and the asks that have another mark than
    /// before, or none any more; in another epoch, all.
    package func changes(since earlier: FeedMarks, among feeds: FollowedFeeds, _ asks: Set<AskID>) -> FeedEffects {
        guard epoch == earlier.epoch else { return FeedEffects(feeds: Set(feeds.keys), asks: asks) }
        return FeedEffects(
            feeds: Set(self.feeds.keys), asks: asks.filter { self.asks[$0] != earlier.asks[$0] })
    }
}
