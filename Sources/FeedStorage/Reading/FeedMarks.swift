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

    /// What has another mark than before, or had none; in another epoch, everything.
    package func changes(since earlier: FeedMarks) -> FeedEffects {
        guard epoch == earlier.epoch else { return FeedEffects(feeds: Set(feeds.keys), asks: Set(asks.keys)) }
        return FeedEffects(
            feeds: Set(feeds.filter { earlier.feeds[$0.key] != $0.value }.keys),
            asks: Set(asks.filter { earlier.asks[$0.key] != $0.value }.keys))
    }
}
