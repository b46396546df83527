package import Cards

/// A card of a feed without its body.
package struct FeedCard: Hashable, Sendable, Identifiable {
    package var id: CardID
    package var feed: FeedKey
    /// The number of the card's last change in its feed; 0 while the user has not been told of the card.
    package var sequence: Int64
    /// 1 (top) to 10.
    package var priority: Int
    /// Names the logical card of which this is one edition; nil for a card of its own.
    package var lifecycle: LifecycleID?
    package var life: CardLife

    package init(
        id: CardID, feed: FeedKey, sequence: Int64 = 0, priority: Int, lifecycle: LifecycleID? = nil, life: CardLife
    ) {
        self.id = id
        self.feed = feed
        self.sequence = sequence
        self.priority = priority
        self.lifecycle = lifecycle
        self.life = life
    }

    /// The logical card that it is an edition of.
    package var logicalCard: LogicalCard? { lifecycle.map { LogicalCard(feed: feed, lifecycle: $0) } }
}

/// All cards of a feed with one lifecycle id: the editions of one logical card, of which the newest replaces the others.
package struct LogicalCard: Hashable, Sendable {
    package var feed: FeedKey
    package var lifecycle: LifecycleID

    package init(feed: FeedKey, lifecycle: LifecycleID) {
        self.feed = feed
        self.lifecycle = lifecycle
    }
}
