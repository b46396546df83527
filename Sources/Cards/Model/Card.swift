public import struct Foundation.Date

/// One card as a user's stream holds it: the authored ``body`` and, around it, what has happened to it since.
public struct Card: Hashable, Sendable, Identifiable {
    public var id: CardID
    public var streamID: StreamID
    public var status: CardStatus
    public var createdAt: Date
    public var updatedAt: Date
    /// The last time the card became active: published, un-embargoed or back from snooze. Orders cards of equal
    /// priority, newest first.
    public var activeAt: Date
    /// When a snoozed card returns; nil in every other status.
    public var snoozedUntil: Date?
    /// The effective end of life, already the earlier of the body's two ways to say it. Bounds the snooze picker.
    public var expiresAt: Date?
    /// The user's vote, once given.
    public var vote: Vote?
    public var body: CardBody

    public enum Vote: String, Hashable, Sendable { case up, down }

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

    /// 1 (top) to 10; lower sorts above.
    public var priority: Int { body.priority }
}
