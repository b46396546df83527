package import Cards
package import FeedAPI
import FeedEngine

package import struct Foundation.Date

/// Collects entries of a feed for one answer until it has enough.
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
    /// The last examined entry, collected or filtered out.
    package private(set) var last: FeedEntry?
    /// Whether there are more entries than the examined ones.
    package private(set) var hasMore = false

    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - mostBytes: Collecting ends when the bodies exceed this total.
    ///   - filter: Other cards are filtered out; nil collects all. Invisible cards are always collected.
    ///   - mostRows: The maximum number of examined entries, including those filtered out; nil is `limit`.
    package init(limit: Int, mostBytes: Int, filter: PreparedFilter? = nil, mostRows: Int? = nil, now: Date) {
        self.limit = limit
        self.mostBytes = mostBytes
        self.filter = filter
        self.mostRows = filter == nil ? limit : mostRows ?? limit
        self.now = now
    }

    /// The number of entries it may examine, plus one to detect whether there are more.
    package var rowLimit: Int { mostRows + 1 }

    /// Examines the next entry.
    ///
    /// - Parameter ask: The ask that the card belongs to.
    /// - Returns: Whether another one may follow.
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
    /// Whether users see cards of this status, in the feed or among the snoozed ones.
    package var isVisible: Bool { self == .active || self == .snoozed }
}

extension PreparedFilter {
    /// Applies the same rules as the viewer's own store.
    fileprivate func letsThrough(_ entry: FeedEntry, at now: Date) -> Bool {
        let facts = Facts(
            id: entry.id, status: entry.status, priority: entry.priority, createdAt: entry.createdAt,
            expiresAt: entry.expiresAt, vote: entry.vote, delivery: .none)
        return verdict(facts, at: now) ?? matches(facts, body: entry.body)
    }

    /// Nil if every card matches.
    package init?(_ conditions: [CardFilter]) {
        if conditions.isEmpty { return nil }
        self.init(FeedFilter(conditions: conditions))
    }
}
