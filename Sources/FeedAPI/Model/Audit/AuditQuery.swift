package import struct Foundation.Date

/// The rows of a record that `GET /v1/audit` lists, the oldest first.
package struct AuditQuery: Hashable, Sendable {
    /// Rows of this ask only.
    package var ask: AskID?
    /// Rows from this time on only.
    package var since: Date?
    /// The number of the last row already received; 0 starts with the first.
    package var after: Int64
    /// The maximum number of rows; nil is 100.
    package var limit: Int?

    package init(ask: AskID? = nil, since: Date? = nil, after: Int64 = 0, limit: Int? = nil) {
        self.ask = ask
        self.since = since
        self.after = after
        self.limit = limit
    }

    var items: [(name: String, value: String?)] {
        [
            ("ask", ask?.rawValue), ("since", since.map(FeedTime.text)), ("after", after > 0 ? String(after) : nil),
            ("limit", limit?.description),
        ]
    }
}
