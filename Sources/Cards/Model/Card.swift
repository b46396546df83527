public import struct Foundation.Date

/// One card as a user's stream holds it: the authored ``body`` and, around it, what has happened to it since.
public struct Card: Hashable, Sendable, Identifiable {
    /// Names it for good; made by the server.
    public var id: CardID
    /// The stream it came in.
    public var streamID: StreamID
    /// Where it is in its life.
    public var status: CardStatus
    /// When it was published.
    public var createdAt: Date
    /// The last change of anything about it.
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
    /// What its author wrote.
    public var body: CardBody

    /// "This is useful", or that it isn't.
    public enum Vote: String, Hashable, Sendable { case up, down }

    /// See the properties.
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
