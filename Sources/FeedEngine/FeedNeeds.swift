/// What a storage loads before a command, each once. An engine asks for nothing twice.
package struct FeedNeeds: Hashable, Sendable {
    /// The feeds whose counters are needed; those that do not exist yet are made.
    package var feeds: [FeedKey]
    /// The logical cards whose open editions are needed.
    package var logicalCards: [LogicalCard]

    package init(feeds: [FeedKey] = [], logicalCards: [LogicalCard] = []) {
        self.feeds = feeds
        self.logicalCards = logicalCards
    }
}

/// What a storage has loaded, locked against other transactions.
package struct LoadedFeeds: Hashable, Sendable {
    package var counters: [FeedKey: FeedCounters]
    /// The open cards of the logical cards that were needed, those of each from the oldest to the newest.
    package var editions: [FeedCard]

    package init(counters: [FeedKey: FeedCounters] = [:], editions: [FeedCard] = []) {
        self.counters = counters
        self.editions = editions
    }
}
