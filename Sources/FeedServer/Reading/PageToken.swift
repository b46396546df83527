import Cards
import FeedAPI
import FeedStorage

/// The start of a page of a snapshot: the snapshot's cursor and the last card before the page. Its text is opaque to
/// clients.
struct PageToken: Hashable, Sendable {
    var cursor: FeedCursor
    /// The position of the last card before the page.
    var order: FeedOrder

    init(cursor: FeedCursor, after last: FeedEntry) {
        self.cursor = cursor
        order = FeedOrder(last)
    }

    init(text: String) throws(Problem) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        let isSnoozed = parts.count == 4 && parts[1].hasPrefix(Self.snoozed)
        guard parts.count == 4, let priority = Int(parts[1].dropFirst(isSnoozed ? 1 : 0)),
            let activationOrder = Int64(parts[2]),
            let cursor = FeedCursor(rawValue: String(parts[0])), let id = CardID(rawValue: String(parts[3]))
        else {
            throw Problem(.malformedRequest, detail: "The page token is not from this server.", expected: "page")
        }
        self.cursor = cursor
        order = FeedOrder(isSnoozed: isSnoozed, priority: priority, activationOrder: activationOrder, id: id)
    }

    private static let snoozed = "z"

    var text: String {
        "\(cursor):\(order.isSnoozed ? Self.snoozed : "")\(order.priority):\(order.activationOrder):\(order.id)"
    }
}
