public import Cards

public import struct Foundation.Date

/// A card as a source delivers it: its state, and its authored body as JSON bytes. Neither source nor session decodes
/// the body; only the drawing code does.
public struct FeedEntry: Hashable, Sendable {
    /// Unique in its stream, and never used again.
    public var id: CardID
    /// Grows with every change of the card; of two states the one with the higher version wins, so applying a change
    /// twice has no effect. From 0 to 2^47 - 1.
    public var version: Int64
    /// Active or snoozed; cards with other statuses are delivered as a ``FeedRemoval``.
    public var status: CardStatus
    /// Determines the position in the stream: 1 comes first.
    public var priority: Int
    /// When the card was published.
    public var createdAt: Date
    /// When the card or its state last changed.
    public var updatedAt: Date
    /// When the card last became active: when published, or when it returned from a snooze. The newest comes first.
    public var activeAt: Date
    /// When the card returns from a snooze; nil if it is not snoozed or the source does not know.
    public var snoozedUntil: Date?
    /// When the card expires; nil for never.
    public var expiresAt: Date?
    /// The user's last vote; nil for none.
    public var vote: Card.Vote?
    /// Whether the user has read the content that the card is about, for a source that tracks this: an unread card
    /// counts as new even after it was on the screen. Nil for other sources, whose cards are new until the user sees
    /// them.
    public var isRead: Bool?
    /// The UTF-8 JSON object of the ``CardBody``.
    public var body: [UInt8]

    /// Creates an entry from its properties.
    public init(
        id: CardID, version: Int64, status: CardStatus = .active, priority: Int = CardBody.defaultPriority,
        createdAt: Date, updatedAt: Date, activeAt: Date, snoozedUntil: Date? = nil, expiresAt: Date? = nil,
        vote: Card.Vote? = nil, isRead: Bool? = nil, body: [UInt8]
    ) {
        self.id = id
        self.version = version
        self.status = status
        self.priority = priority
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.activeAt = activeAt
        self.snoozedUntil = snoozedUntil
        self.expiresAt = expiresAt
        self.vote = vote
        self.isRead = isRead
        self.body = body
    }
}

/// A card that is no longer visible to the user, and why.
public struct FeedRemoval: Hashable, Sendable {
    /// The id of the card.
    public var id: CardID
    /// See ``FeedEntry/version``.
    public var version: Int64
    /// `dismissed`, `completed`, `cancelled`, `expired`, `snoozed` or `embargoed`.
    public var status: CardStatus

    /// Creates a removal from its properties.
    public init(id: CardID, version: Int64, status: CardStatus) {
        self.id = id
        self.version = version
        self.status = status
    }
}
