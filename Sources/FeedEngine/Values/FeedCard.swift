package import Cards
package import FeedAPI

/// A card of a feed without its body.
package struct FeedCard: Hashable, Sendable, Identifiable {
    package var id: CardID
    package var feed: FeedKey
    /// The sequence number of the card's last change in its feed; 0 if the card was never delivered to the user.
    package var sequence: Int64
    /// The priority from 1 (top) to 10.
    package var priority: Int
    /// The lifecycle id that the card shares with other editions of the same logical card; nil for none.
    package var lifecycle: LifecycleID?
    package var life: CardLife
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

    /// The logical card of which this card is an edition; nil for none.
    package var logicalCard: LogicalCard? { lifecycle.map { LogicalCard(feed: feed, lifecycle: $0) } }
}

/// All cards of a feed with the same lifecycle id. They are editions of one logical card; the newest edition replaces
/// the others.
package struct LogicalCard: Hashable, Sendable {
    package var feed: FeedKey
    package var lifecycle: LifecycleID

    package init(feed: FeedKey, lifecycle: LifecycleID) {
        self.feed = feed
        self.lifecycle = lifecycle
    }
}
