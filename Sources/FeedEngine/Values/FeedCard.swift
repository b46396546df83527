package import Cards
package import FeedAPI

/// A card of a feed without its body.
package struct FeedCard: Hashable, Sendable, Identifiable {
    package var id: CardID
    package var feed: FeedKey
    /// The number of the card's last change in its feed; 0 if it was never delivered to the user.
    package var sequence: Int64
    /// The priority from 1 (top) to 10.
    package var priority: Int
    /// The id of the logical card that this is an edition of; nil for none.
    package var lifecycle: LifecycleID?
    package var life: CardLife
    /// The ask that the card belongs to; nil for none.
    package var ask: AskID?

    package init(
        id: CardID, feed: FeedKey, sequence: Int64 = 0, priority: Int, lifecycle: LifecycleID? = nil, life: CardLife,
        ask: AskID? = nil
    ) {
        self.id = id
        self.feed = feed
        self.sequence = sequence
        self.priority = priority
        self.lifecycle = lifecycle
        self.life = life
        self.ask = ask
    }

    /// The logical card that this is an edition of.
    package var logicalCard: LogicalCard? { lifecycle.map { LogicalCard(feed: feed, lifecycle: $0) } }
}

/// All cards of a feed with one lifecycle id: editions of one logical card, of which the newest replaces the others.
package struct LogicalCard: Hashable, Sendable {
    package var feed: FeedKey
    package var lifecycle: LifecycleID

    package init(feed: FeedKey, lifecycle: LifecycleID) {
        self.feed = feed
        self.lifecycle = lifecycle
    }
}
