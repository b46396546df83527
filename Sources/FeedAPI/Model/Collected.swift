public import Cards

public import struct Foundation.Date

/// Which part of what a server has collected is wanted: `since=&limit=`, or `last=`.
public struct RecordQuery: Hashable, Sendable {
    /// Lines after this number; 0, the default, from the oldest that is kept.
    public var since: Int64
    /// At most so many lines; nil leaves it to the server, which has a most of its own.
    public var limit: Int?
    /// The newest so many lines instead; nil by default.
    public var last: Int?

    public init(since: Int64 = 0, limit: Int? = nil, last: Int? = nil) {
        self.since = since
        self.limit = limit
        self.last = last
    }

    var items: [(name: String, value: String?)] {
        [("since", since == 0 ? nil : String(since)), ("limit", limit?.description), ("last", last?.description)]
    }
}

/// One line of what a server has collected: what a viewer sent, and what the server knows of it.
public struct Collected<Content: Hashable & Sendable>: Hashable, Sendable {
    /// Grows from line to line; ask for more with it as `since`.
    public var sequence: Int64
    /// The user whose token it came with.
    public var user: UserID
    /// By the server's clock.
    public var receivedAt: Date
    public var content: Content

    public init(sequence: Int64, user: UserID, receivedAt: Date, content: Content) {
        self.sequence = sequence
        self.user = user
        self.receivedAt = receivedAt
        self.content = content
    }
}
