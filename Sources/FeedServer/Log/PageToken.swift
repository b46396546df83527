import FeedAPI

/// Where a page of a snapshot begins: the snapshot's cursor, and the last card before the page by the feed's order.
/// Its text is opaque to clients.
struct PageToken: Hashable, Sendable {
    var cursor: FeedCursor
    var priority: Int
    var recency: Int64
    var id: String

    init(cursor: FeedCursor, priority: Int, recency: Int64, id: String) {
        self.cursor = cursor
        self.priority = priority
        self.recency = recency
        self.id = id
    }

    init(text: String) throws(Problem) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let priority = Int(parts[1]), let recency = Int64(parts[2]) else {
            throw Problem(.malformedRequest, detail: "The page is none that this server gave out.", expected: "page")
        }
        self.init(
            cursor: FeedCursor(rawValue: String(parts[0])), priority: priority, recency: recency, id: String(parts[3]))
    }

    var text: String { "\(cursor):\(priority):\(recency):\(id)" }
    var sequence: Int64 { cursor.parts?.sequence ?? 0 }
}
