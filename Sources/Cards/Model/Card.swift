public import struct Foundation.Date

/// A card in a user's stream: the authored ``body`` and its state.
public struct Card: Hashable, Sendable, Identifiable {
    /// Globally unique and never reused; assigned by the server.
    public var id: CardID
    /// The stream of the card.
    public var streamID: StreamID
    /// The status in the card's lifecycle.
    public var status: CardStatus
    /// When the card was published.
    public var createdAt: Date
    /// When the card or its state last changed.
    public var updatedAt: Date
    /// When the card last became active: published, released from an embargo or returned from a snooze. Cards of equal
    /// priority are ordered by it, newest first.
    public var activeAt: Date
    /// When a snoozed card returns; nil in every other status.
    public var snoozedUntil: Date?
    /// When the card expires: the earlier of the body's two settings. It limits the snooze options.
    public var expiresAt: Date?
    /// The user's vote; nil for none.
    public var vote: Vote?
    /// The authored content.
    public var body: CardBody

    /// A vote: "this is useful", or "this isn't useful".
    public enum Vote: String, Hashable, Sendable { case up, down }

    /// Creates an instance with these properties.
    public init(
        id: CardID, streamID: StreamID, status: CardStatus = .active, createdAt: Date, updatedAt: Date? = nil,
        activeAt: Date? = nil, snoozedUntil: Date? = nil, expiresAt: Date? = nil, vote: Vote? = nil, body: CardBody
    ) {
        self.id = id
        self.streamID = streamID
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
        self.activeAt = activeAt ?? createdAt
        self.snoozedUntil = snoozedUntil
        self.expiresAt = expiresAt
        self.vote = vote
        self.body = body
    }

    /// The priority from 1 (top) to 10.
    public var priority: Int { body.priority }
}
