package import FeedAPI
package import FeedEngine

/// The feeds and asks that a command has changed, for those that wait for changes.
package struct FeedEffects: Hashable, Sendable {
    /// The feeds with new or changed cards.
    package var feeds: Set<FeedKey>
    package var asks: Set<AskID>

    package init(feeds: Set<FeedKey> = [], asks: Set<AskID> = []) {
        self.feeds = feeds
        self.asks = asks
    }

    /// Creates the effects of the final changes of a command.
    package init(_ changes: FeedChanges) {
        feeds = Set(changes.counters.keys)
        asks = Set(changes.asks.map(\.id))
    }

    package mutating func formUnion(_ other: FeedEffects) {
        feeds.formUnion(other.feeds)
        asks.formUnion(other.asks)
    }

    package var isEmpty: Bool { feeds.isEmpty && asks.isEmpty }
}
