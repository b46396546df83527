package import FeedAPI
package import FeedEngine

/// Numbers that differ after every change of a feed or an ask. They have no order.
package struct FeedMarks: Hashable, Sendable {
    package var feeds: [FeedKey: Int64]
    package var asks: [AskID: Int64]

    package init(feeds: [FeedKey: Int64] = [:], asks: [AskID: Int64] = [:]) {
        self.feeds = feeds
        self.asks = asks
    }

    /// What has another mark than before, or had none.
    package func changes(since earlier: FeedMarks) -> FeedEffects {
        FeedEffects(
            feeds: Set(feeds.filter { earlier.feeds[$0.key] != $0.value }.keys),
            asks: Set(asks.filter { earlier.asks[$0.key] != $0.value }.keys))
    }
}
