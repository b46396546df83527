package import FeedAPI
package import FeedEngine

/// Numbers that differ after every change of a feed or an ask. They have no order.
package struct FeedMarks: Hashable, Sendable {
    package var feeds: [FeedKey: Int64]
    package var asks: [AskID: Int64]
    /// The storage's epoch: in another one, the same number is another change.
    package var epoch: String

    package init(feeds: [FeedKey: Int64] = [:], asks: [AskID: Int64] = [:], epoch: String = "") {
        self.feeds = feeds
        self.asks = asks
        self.epoch = epoch
    }

    /// Which of those that were asked for have another mark than before, or none any more; in another epoch, all.
    package func changes(since earlier: FeedMarks, among asked: FeedEffects) -> FeedEffects {
        guard epoch == earlier.epoch else { return asked }
        return FeedEffects(
            feeds: asked.feeds.filter { feeds[$0] != earlier.feeds[$0] },
            asks: asked.asks.filter { asks[$0] != earlier.asks[$0] })
    }
}
