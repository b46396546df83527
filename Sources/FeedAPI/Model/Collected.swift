package import CardSources
package import Cards

package import struct Foundation.Date

/// A range of collected data: `since=&limit=`, or `last=`.
package struct RecordQuery: Hashable, Sendable {
    /// Selects lines after this number; 0, the default, starts at the oldest line.
    package var since: Int64
    /// The maximum number of lines; nil uses the server's default.
    package var limit: Int?
    /// Selects this number of the newest lines; nil, the default, uses `since` and `limit`.
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
    /// Selects outcomes after the line with this cursor; nil, the default, starts at the oldest outcome.
    package var since: FeedCursor?
    /// The maximum number of lines; nil uses the server's default.
    package var limit: Int?
    /// Selects this number of the newest lines; nil, the default, uses `since` and `limit`.
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

/// A line of collected data: the record that a viewer sent, and what the server adds to it.
package struct Collected<Content: Hashable & Sendable>: Hashable, Sendable {
    /// The number of the line, which increases with every line. Use it as `since` to get the following lines.
    package var sequence: Int64
    /// The user of the token with which the record was sent.
    package var user: UserID
    /// When the record arrived, according to the server's clock.
    package var receivedAt: Date
    package var content: Content

    package init(sequence: Int64, user: UserID, receivedAt: Date, content: Content) {
        self.sequence = sequence
        self.user = user
        self.receivedAt = receivedAt
        self.content = content
    }
}
