import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// Reads feeds for viewers, within the limits of an answer: snapshots by page, and changes after a cursor.
struct FeedReader: Sendable {
    let storage: any FeedStorage
    let limits: ServerLimits

    static let cursorExpired = Problem(
        .cursorExpired, detail: "Changes since this cursor are no longer known. Take a new snapshot.")

    // MARK: Cursors

    func cursor(_ sequence: Int64) -> FeedCursor { FeedCursor(epoch: storage.epoch, sequence: sequence) }

    /// The sequence number a cursor means here; nil when it is of another storage, forgotten, or of the future (which a
    /// restored backup makes possible).
    func sequence(of cursor: FeedCursor, at position: FeedPosition) -> Int64? {
        guard let parts = cursor.parts, parts.epoch == storage.epoch,
            (max(0, position.horizon)...max(position.sequence, position.horizon)).contains(parts.sequence)
        else { return nil }
        return parts.sequence
    }

    // MARK: Changes

    /// What changed after a sequence number; nil when nothing did. Whether the number is still known is for the caller
    /// to ask, see ``sequence(of:at:)``.
    ///
    /// - Parameters:
    ///   - skippingRemovalsUpTo: Removals up to this number are left out, for a reader who starts with nothing.
    ///   - filter: Other cards are left out; of those, only that they are gone is told. What a filter asks for never
    ///     changes in a card's life.
    func changes(
        _ feed: FeedKey, after sequence: Int64, limit: Int, skippingRemovalsUpTo start: Int64 = 0,
        filter: PreparedFilter? = nil, now: Date
    ) async throws(Problem) -> (delta: FeedDelta, sequence: Int64)? {
        let collector = EntryCollector(
            limit: min(limit, limits.mostPageCards), mostBytes: limits.deltaBytes, filter: filter,
            mostRows: limits.filteredRows, now: now)
        let (position, found) = try await storage.changes(
            of: feed, after: sequence, skippingRemovalsUpTo: start, into: collector)
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
        return (delta, last)
    }

    // MARK: Snapshots

    /// One page of the active cards, then of the snoozed ones, each in feed order.
    ///
    /// - Parameter filter: Other cards are left out; the page may then be short, or empty, and not the last.
    func page(
        _ feed: FeedKey, token: PageToken?, limit: Int, filter: PreparedFilter? = nil, now: Date
    ) async throws(Problem) -> FeedPage {
        let collector = EntryCollector(
            limit: min(limit, limits.mostPageCards), mostBytes: limits.pageBytes, filter: filter,
            mostRows: limits.filteredRows, now: now)
        let (position, found) = try await storage.cards(of: feed, after: token?.order, into: collector)
        if let token {
            guard sequence(of: token.cursor, at: position) != nil else { throw Self.cursorExpired }
        }
        var page = FeedPage(
            streamID: feed.streamID, cursor: cursor(token?.sequence ?? position.sequence), entries: found.entries,
            totalCount: position.counters.visible, hasEverHadCard: position.counters.everHadCard, serverTime: now)
        if found.hasMore, let last = found.last { page.next = PageToken(cursor: page.cursor, after: last).text }
        return page
    }
}
