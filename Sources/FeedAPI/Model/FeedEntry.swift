public import Cards

public import struct Foundation.Date

/// A card on the wire: what has happened to it, and its authored body as the very bytes the publisher's JSON was
/// stored as. Neither server nor sync decodes a body; only who draws it does.
///
/// JSON: `{"id","seq","status","priority","created","updated","active","snoozedUntil"?,"expires"?,"vote"?,"card":{…}}`.
public struct FeedEntry: Hashable, Sendable {
    public var id: CardID
    /// The sequence number of the change that made this state; higher wins, so applying twice changes nothing.
    public var sequence: Int64
    public var status: CardStatus
    public var priority: Int
    public var createdAt: Date
    public var updatedAt: Date
    public var activeAt: Date
    public var snoozedUntil: Date?
    public var expiresAt: Date?
    public var vote: Card.Vote?
    /// The UTF-8 JSON object of the ``CardBody``.
    public var body: [UInt8]

    public init(
        id: CardID, sequence: Int64, status: CardStatus = .active, priority: Int = CardBody.defaultPriority,
        createdAt: Date, updatedAt: Date, activeAt: Date, snoozedUntil: Date? = nil, expiresAt: Date? = nil,
        vote: Card.Vote? = nil, body: [UInt8]
    ) {
        self.id = id
        self.sequence = sequence
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

/// A card that is no longer visible to the user, and why. JSON: `{"id","seq","status"}`.
public struct FeedRemoval: Hashable, Sendable {
    public var id: CardID
    public var sequence: Int64
    /// `dismissed`, `completed`, `cancelled`, `expired`, `snoozed` or `embargoed`.
    public var status: CardStatus

    public init(id: CardID, sequence: Int64, status: CardStatus) {
        self.id = id
        self.sequence = sequence
        self.status = status
    }
}
