package import CardSources
package import Cards

package import struct Foundation.Date

/// A range of collected data: `since=&limit=`, or `last=`.
package struct RecordQuery: Hashable, Sendable {
    /// Only lines after this number; 0, the default, starts at the oldest.
    package var since: Int64
    /// The maximum number of lines; nil uses the server's maximum.
    package var limit: Int?
    /// Only this many of the newest lines; nil by default.
    package var last: Int?

    package init(since: Int64 = 0, limit: Int? = nil, last: Int? = nil) {
        self.since = since
        self.limit = limit
        self.last = last
    }

    var items: [(name: String, value: String?)] {
        [("since", since == 0 ? nil : String(since)), ("limit", limit?.description), ("last", last?.description)]
    }
}

/// A range of outcomes: `since=&limit=`, or `last=`.
package struct OutcomeQuery: Hashable, Sendable {
    /// Only outcomes after the line with this cursor; nil, the default, starts at the oldest.
    package var since: FeedCursor?
    /// The maximum number of lines; nil uses the server's maximum.
    package var limit: Int?
    /// Only this many of the newest lines; nil by default.
    package var last: Int?

    package init(since: FeedCursor? = nil, limit: Int? = nil, last: Int? = nil) {
        self.since = since
        self.limit = limit
        self.last = last
    }

    var items: [(name: String, value: String?)] {
        [("since", since?.rawValue), ("limit", limit?.description), ("last", last?.description)]
    }
}

/// A line of collected data: what a viewer sent, with what the server knows about it.
package struct Collected<Content: Hashable & Sendable>: Hashable, Sendable {
    /// Increases with every line; use it as `since` for more.
    package var sequence: Int64
    /// The user of the token that it was sent with.
    package var user: UserID
    /// By the server's clock.
    package var receivedAt: Date
    package var content: Content

    package init(sequence: Int64, user: UserID, receivedAt: Date, content: Content) {
        self.sequence = sequence
        self.user = user
        self.receivedAt = receivedAt
        self.content = content
    }
}
