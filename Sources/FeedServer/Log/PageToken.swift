import Cards
import FeedAPI

/// Where a page of a snapshot begins: the snapshot's cursor, and the last card before the page by the feed's order, the
/// snoozed ones after all others. Its text is opaque to clients.
struct PageToken: Hashable, Sendable {
    var cursor: FeedCursor
    var priority: Int
    var recency: Int64
    var id: CardID
    var isSnoozed: Bool

    init(cursor: FeedCursor, priority: Int, recency: Int64, id: CardID, isSnoozed: Bool = false) {
        self.cursor = cursor
        self.priority = priority
        self.recency = recency
        self.id = id
        self.isSnoozed = isSnoozed
    }

    init(cursor: FeedCursor, after last: FeedEntry) {
        self.init(
            cursor: cursor, priority: last.priority, recency: -FeedTime.milliseconds(last.activeAt),
            id: last.id, isSnoozed: last.status == .snoozed)
    }

    init(text: String) throws(Problem) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        let isSnoozed = parts.count == 4 && parts[1].hasPrefix(Self.snoozed)
        guard parts.count == 4, let priority = Int(parts[1].dropFirst(isSnoozed ? 1 : 0)),
            let recency = Int64(parts[2]),
            let cursor = FeedCursor(rawValue: String(parts[0])), let id = CardID(rawValue: String(parts[3]))
        else {
            throw Problem(.malformedRequest, detail: "The page is none that this server gave out.", expected: "page")
        }
        self.init(
            cursor: cursor, priority: priority, recency: recency, id: id, isSnoozed: isSnoozed)
    }

    private static let snoozed = "z"

    var text: String { "\(cursor):\(isSnoozed ? Self.snoozed : "")\(priority):\(recency):\(id)" }
    var sequence: Int64 { cursor.parts?.sequence ?? 0 }
}
