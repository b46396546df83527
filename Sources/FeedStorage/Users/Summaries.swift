package import Cards
package import FeedEngine

/// A stream of an environment.
package struct StreamSummary: Hashable, Sendable {
    package var stream: StreamID
    /// The number of users who have ever had cards in the stream.
    package var users: Int
    /// The number of these users' active cards.
    package var active: Int
    /// The number of active cards that their users have not seen.
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
    /// The number of active cards.
    package var active: Int
    /// The number of active cards that the user has not seen.
    package var unseen: Int

    package init(stream: StreamID, active: Int, unseen: Int) {
        self.stream = stream
        self.active = active
        self.unseen = unseen
    }
}

/// A card in a list of an environment's cards.
package struct ListedCard: Hashable, Sendable {
    /// The number of the card in the order of publication.
    package var number: Int64
    package var card: StoredCard
    /// When the user first saw the card, in milliseconds since 1970; nil if the user has not seen it.
    package var seenAt: Int64?

    package init(number: Int64, card: StoredCard, seenAt: Int64? = nil) {
        self.number = number
        self.card = card
        self.seenAt = seenAt
    }
}

/// A range of an environment's cards to list.
package struct CardRange: Hashable, Sendable {
    /// Selects cards with a lower number; nil starts with the newest card.
    package var before: Int64?
    /// Selects the cards of this stream; nil for all.
    package var stream: StreamID?
    /// Selects the cards of this user; nil for all.
    package var user: UserID?
    /// Selects cards with this status; nil for all.
    package var status: CardStatus?
    /// Selects cards whose id begins with this text; nil for all.
    package var beginning: String?
    /// The maximum number of cards.
    package var limit: Int

    package init(
        before: Int64? = nil, stream: StreamID? = nil, user: UserID? = nil, status: CardStatus? = nil,
        beginning: String? = nil, limit: Int
    ) {
        self.before = before
        self.stream = stream
        self.user = user
        self.status = status
        self.beginning = beginning
        self.limit = limit
    }
}
