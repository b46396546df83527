import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// Reads feeds for viewers within the limits on responses: snapshots in pages, and changes since a cursor.
struct FeedReader: Sendable {
    let storage: any FeedStorage
    let limits: ServerLimits

    static let cursorExpired = Problem(
        .cursorExpired, detail: "Changes since this cursor are no longer available. Request a new snapshot.")

    // MARK: Cursors

    func cursor(_ sequence: Int64) -> FeedCursor { FeedCursor(epoch: storage.epoch, sequence: sequence) }

    /// The sequence number of a cursor; nil if the cursor belongs to another storage, is too old, or is from a history
    /// that was lost when a backup was restored.
    func sequence(
        of cursor: FeedCursor, in feed: FeedKey, at position: FeedPosition
    ) async throws(Problem) -> Int64? {
        guard let parts = cursor.parts, parts.sequence >= max(0, position.horizon) else { return nil }
        let last =
            parts.epoch == storage.epoch
            ? max(position.sequence, position.horizon)
            : try await storage.lastSequence(of: feed, in: parts.epoch)
        guard let last, parts.sequence <= last else { return nil }
        return parts.sequence
    }

    // MARK: Changes

    /// The changes after a sequence number; nil if there are none. The caller checks whether the number is still valid,
    /// see ``sequence(of:in:at:)``.
    ///
    /// - Parameters:
    ///   - skippingRemovalsUpTo: Removals up to this number are omitted, for a client that starts without cards.
    ///   - filter: Upserts of cards that do not match are omitted; removals are not. The properties that a filter can
    ///     use never change during a card's life.
    /// - Throws: ``cursorExpired`` if the storage was replaced by another one during the call.
    func changes(
        _ feed: FeedKey, after sequence: Int64, limit: Int, skippingRemovalsUpTo start: Int64 = 0,
        filter: PreparedFilter? = nil, now: Date
    ) async throws(Problem) -> (delta: FeedDelta, sequence: Int64, asks: [CardID: AskID])? {
        let collector = EntryCollector(
            limit: min(limit, limits.mostPageCards), mostBytes: limits.deltaBytes, filter: filter,
            mostRows: limits.filteredRows, now: now)
        let epoch = storage.epoch
        let (position, found) = try await storage.changes(
            of: feed, after: sequence, skippingRemovalsUpTo: start, into: collector)
        // An older copy of the database has replaced it, which does not have the last changes.
        guard storage.epoch == epoch, max(position.sequence, position.horizon) >= sequence else {
            throw Self.cursorExpired
        }
        guard position.sequence > sequence else { return nil }
        let last = found.hasMore ? found.last?.sequence ?? sequence : position.sequence
        var delta = FeedDelta(streamID: feed.streamID, cursor: cursor(last), serverTime: now)
        delta.hasMore = found.hasMore
        for entry in found.entries {
            if entry.status.isVisible {
                delta.upserts.append(entry)
            } else {
                delta.removals.append(FeedRemoval(id: entry.id, sequence: entry.sequence, status: entry.status))
            }
        }
        return (delta, last, found.asks)
    }

    // MARK: Snapshots

    /// A page of a snapshot: first the active cards, then the snoozed ones, each in feed order.
    ///
    /// - Parameter filter: Cards that do not match are omitted. The page may then be short or empty without being the
    ///   last.
    func page(
        _ feed: FeedKey, token: PageToken?, limit: Int, filter: PreparedFilter? = nil, now: Date
    ) async throws(Problem) -> (page: FeedPage, asks: [CardID: AskID]) {
        let collector = EntryCollector(
            limit: min(limit, limits.mostPageCards), mostBytes: limits.pageBytes, filter: filter,
            mostRows: limits.filteredRows, now: now)
        let epoch = storage.epoch
        let (position, found) = try await storage.cards(of: feed, after: token?.order, into: collector)
        // A page of the old database must not get a cursor of the database that has replaced it.
        guard storage.epoch == epoch else { throw Self.cursorExpired }
        if let token, try await sequence(of: token.cursor, in: feed, at: position) == nil { throw Self.cursorExpired }
        var page = FeedPage(
            streamID: feed.streamID, cursor: token?.cursor ?? cursor(position.sequence), entries: found.entries,
            totalCount: position.counters.visible, hasEverHadCard: position.counters.everHadCard, serverTime: now)
        if found.hasMore, let last = found.last { page.next = PageToken(cursor: page.cursor, after: last).text }
        return (page, found.asks)
    }
}
