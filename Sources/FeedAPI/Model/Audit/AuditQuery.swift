package import struct Foundation.Date

/// The rows of an audit log that `GET /v1/audit` lists, oldest first.
package struct AuditQuery: Hashable, Sendable {
    /// Lists only rows of this ask; nil for all.
    package var ask: AskID?
    /// Lists only rows from this time on; nil for all.
    package var since: Date?
    /// The number of the last row that was already received; 0 starts with the first row.
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
