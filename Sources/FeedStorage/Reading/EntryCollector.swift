package import Cards
package import FeedAPI
import FeedEngine

package import struct Foundation.Date

/// Collects entries of a feed for one response until it has enough.
package struct EntryCollector: Sendable {
    private let limit: Int
    private let mostBytes: Int
    private let mostRows: Int
    private let filter: PreparedFilter?
    private let now: Date
    private var bytes = 0
    private var looked = 0
    /// The collected entries.
    package private(set) var entries: [FeedEntry] = []
    /// The collected open cards that belong to asks.
    package private(set) var asks: [CardID: AskID] = [:]
    /// The last examined entry, whether it was collected or filtered out.
    package private(set) var last: FeedEntry?
    /// Whether there are entries after the examined ones.
    package private(set) var hasMore = false

    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - mostBytes: Collecting ends when the bodies have reached this total size.
    ///   - filter: Visible cards that do not match are left out; nil collects all. Removed cards are always collected.
    ///   - mostRows: The maximum number of examined entries, including filtered ones; nil uses `limit`.
    package init(limit: Int, mostBytes: Int, filter: PreparedFilter? = nil, mostRows: Int? = nil, now: Date) {
        self.limit = limit
        self.mostBytes = mostBytes
        self.filter = filter
        self.mostRows = filter == nil ? limit : mostRows ?? limit
        self.now = now
    }

    /// The number of entries to read from the storage: those that may be examined, and one to detect whether there are
    /// more.
    package var rowLimit: Int { mostRows + 1 }

    /// Examines the next entry, and collects it if it matches.
    ///
    /// - Parameter ask: The ask that the card belongs to; nil for none.
    /// - Returns: Whether another entry may follow.
    package mutating func add(_ entry: FeedEntry, ask: AskID? = nil) -> Bool {
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
        if let ask { asks[entry.id] = ask }
        return true
    }
}

extension CardStatus {
    /// Whether users can see cards with this status: active ones in the feed, and snoozed ones in their list.
    package var isVisible: Bool { self == .active || self == .snoozed }
}

extension PreparedFilter {
    /// Whether a card matches. Follows the same rules as the viewer's card store.
    fileprivate func letsThrough(_ entry: FeedEntry, at now: Date) -> Bool {
        let facts = Facts(
            id: entry.id, status: entry.status, priority: entry.priority, createdAt: entry.createdAt,
            expiresAt: entry.expiresAt, vote: entry.vote, delivery: .none)
        return verdict(facts, at: now) ?? matches(facts, body: entry.body)
    }

    /// Creates a filter; nil if there are no conditions, so that every card matches.
    package init?(_ conditions: [CardFilter]) {
        if conditions.isEmpty { return nil }
        self.init(FeedFilter(conditions: conditions))
    }
}
