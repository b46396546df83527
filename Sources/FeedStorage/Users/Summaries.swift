package import Cards
package import FeedEngine

/// A stream of an environment.
package struct StreamSummary: Hashable, Sendable {
    package var stream: StreamID
    /// How many users have had cards in it.
    package var users: Int
    /// How many of their cards are active.
    package var active: Int
    /// How many of those their users have not seen.
    package var unseen: Int

    package init(stream: StreamID, users: Int, active: Int, unseen: Int) {
        self.stream = stream
        self.users = users
        self.active = active
        self.unseen = unseen
    }
}

/// A stream of one user.
package struct FeedSummary: Hashable, Sendable {
    package var stream: StreamID
    /// How many cards are active.
    package var active: Int
    /// How many of those the user has not seen.
    package var unseen: Int

    package init(stream: StreamID, active: Int, unseen: Int) {
        self.stream = stream
        self.active = active
        self.unseen = unseen
    }
}

/// A card in a list of an environment's cards.
package struct ListedCard: Hashable, Sendable {
    /// Grows from card to card in the order of their publication.
    package var number: Int64
    package var card: StoredCard
    /// When the user saw it first, in milliseconds since 1970; nil for a card that was not seen.
    package var seenAt: Int64?

    package init(number: Int64, card: StoredCard, seenAt: Int64? = nil) {
        self.number = number
        self.card = card
        self.seenAt = seenAt
    }
}

/// Which cards of an environment are listed.
package struct CardRange: Hashable, Sendable {
    /// Cards with a number below this; nil begins with the newest card.
    package var before: Int64?
    /// Nil for all streams.
    package var stream: StreamID?
    /// Nil for all users.
    package var user: UserID?
    /// Nil for all statuses.
    package var status: CardStatus?
    /// So many cards at most.
    package var limit: Int

    package init(
        before: Int64? = nil, stream: StreamID? = nil, user: UserID? = nil, status: CardStatus? = nil, limit: Int
    ) {
        self.before = before
        self.stream = stream
        self.user = user
        self.status = status
        self.limit = limit
    }
}
