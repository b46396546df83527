public import Cards

public import struct Foundation.Date

/// A card as a source gives it: what has happened to it, and its authored body as bytes of JSON. Neither source nor session
/// decodes a body; only what draws it does.
public struct FeedEntry: Hashable, Sendable {
    /// Unique in its stream, for good.
    public var id: CardID
    /// Grows with every change of the card; of two states the one with the higher version is kept, so applying a change
    /// twice does nothing. From 0 to 2^47 - 1.
    public var version: Int64
    /// Active, or snoozed; others come as a ``FeedRemoval``.
    public var status: CardStatus
    /// Places the card in its stream: 1 comes first.
    public var priority: Int
    /// When it was published.
    public var createdAt: Date
    /// When anything of it last changed.
    public var updatedAt: Date
    /// When it last became active: at first, and when it returned from a snooze. The newest comes first.
    public var activeAt: Date
    /// When it returns from a snooze; nil where it is not snoozed, or where the source does not know.
    public var snoozedUntil: Date?
    /// When it ends by itself; nil for never.
    public var expiresAt: Date?
    /// How the user voted last; nil where they have not.
    public var vote: Card.Vote?
    /// The UTF-8 JSON object of the ``CardBody``.
    public var body: [UInt8]

    /// See the properties.
    public init(
        id: CardID, version: Int64, status: CardStatus = .active, priority: Int = CardBody.defaultPriority,
        createdAt: Date, updatedAt: Date, activeAt: Date, snoozedUntil: Date? = nil, expiresAt: Date? = nil,
        vote: Card.Vote? = nil, body: [UInt8]
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
        self.body = body
    }
}

/// A card that is no longer visible to the user, and why.
public struct FeedRemoval: Hashable, Sendable {
    /// That of the card.
    public var id: CardID
    /// See ``FeedEntry/version``.
    public var version: Int64
    /// `dismissed`, `completed`, `cancelled`, `expired`, `snoozed` or `embargoed`.
    public var status: CardStatus

    /// See the properties.
    public init(id: CardID, version: Int64, status: CardStatus) {
        self.id = id
        self.version = version
        self.status = status
    }
}
