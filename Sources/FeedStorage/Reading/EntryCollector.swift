package import Cards
package import FeedAPI
import FeedEngine

package import struct Foundation.Date

/// Collects entries of a feed for one answer, and ends when it has enough.
package struct EntryCollector: Sendable {
    private let limit: Int
    private let mostBytes: Int
    private let mostRows: Int
    private let filter: PreparedFilter?
    private let now: Date
    private var bytes = 0
    private var looked = 0
    /// What was collected.
    package private(set) var entries: [FeedEntry] = []
    /// The last entry that was looked at, collected or filtered out.
    package private(set) var last: FeedEntry?
    /// Whether there are more entries than those that were looked at.
    package private(set) var hasMore = false

    /// - Parameters:
    ///   - limit: So many entries at most.
    ///   - mostBytes: Ends when the bodies have so many bytes together.
    ///   - filter: Leaves other cards out; nil collects all. Cards that are not visible are collected anyway.
    ///   - mostRows: Ends when it has looked at so many entries, however many were left out; nil is `limit`.
    package init(limit: Int, mostBytes: Int, filter: PreparedFilter? = nil, mostRows: Int? = nil, now: Date) {
        self.limit = limit
        self.mostBytes = mostBytes
        self.filter = filter
        self.mostRows = filter == nil ? limit : mostRows ?? limit
        self.now = now
    }

    /// How many entries it may look at, and one more to learn whether there are more.
    package var rowLimit: Int { mostRows + 1 }

    /// Takes the next entry.
    ///
    /// - Returns: Whether another one may follow.
    package mutating func add(_ entry: FeedEntry) -> Bool {
        guard entries.count < limit, bytes < mostBytes, looked < mostRows else {
            hasMore = true
            return false
        }
        looked += 1
        last = entry
        guard entry.status.isVisible else {
            entries.append(entry)
            return true
        }
        var entry = entry
        entry.body = DeliverableBody.of(entry.body)
        if filter?.letsThrough(entry, at: now) == false { return true }
        bytes += entry.body.count
        entries.append(entry)
        return true
    }
}

extension CardStatus {
    /// Whether the user sees cards of this status, in the feed or among the snoozed ones.
    package var isVisible: Bool { self == .active || self == .snoozed }
}

extension PreparedFilter {
    /// By the same rules as in the viewer's own store.
    fileprivate func letsThrough(_ entry: FeedEntry, at now: Date) -> Bool {
        let facts = Facts(
            id: entry.id, status: entry.status, priority: entry.priority, createdAt: entry.createdAt,
            expiresAt: entry.expiresAt, vote: entry.vote, delivery: .none)
        return verdict(facts, at: now) ?? matches(facts, body: entry.body)
    }

    /// Nil where every card gets through.
    package init?(_ conditions: [CardFilter]) {
        if conditions.isEmpty { return nil }
        self.init(FeedFilter(conditions: conditions))
    }
}
