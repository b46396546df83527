import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Date

extension FeedLog {
    /// Where a stream stands. A stream nobody has published to stands at 0.
    struct Position: Sendable {
        var feed: Int64?
        var sequence: Int64 = 0
        var horizon: Int64 = 0
        var visible = 0
        var everHadCard = false
    }

    static func position(_ key: FeedKey, _ database: Database) throws -> Position {
        let select = try database.cachedStatement(
            sql: """
                SELECT id, sequence, horizon, visible, everHadCard FROM feed
                WHERE environment = ? AND user = ? AND stream = ?
                """)
        let arguments: StatementArguments = [
            key.viewer.environment.rawValue, key.viewer.user.rawValue, key.streamID.rawValue,
        ]
        guard let row = try Row.fetchOne(select, arguments: arguments) else { return Position() }
        return Position(feed: row[0], sequence: row[1], horizon: row[2], visible: row[3], everHadCard: row[4])
    }

    func position(_ key: FeedKey) async throws(Problem) -> Position { try await read { try Self.position(key, $0) } }

    func cursor(_ sequence: Int64) -> FeedCursor { FeedCursor(epoch: epoch, sequence: sequence) }

    /// The sequence number a cursor means here; nil when it is of another log, forgotten, or of the future (which a
    /// restored backup makes possible).
    func sequence(of cursor: FeedCursor, at position: Position) -> Int64? {
        guard let parts = cursor.parts, parts.epoch == epoch,
            (max(0, position.horizon)...max(position.sequence, position.horizon)).contains(parts.sequence)
        else { return nil }
        return parts.sequence
    }

    static let cursorExpired = Problem(
        .cursorExpired, detail: "Changes since this cursor are no longer known. Take a new snapshot.")

    // MARK: Changes

    /// What changed after a sequence number; nil when nothing did. Whether the number is still known is for the caller
    /// to ask, see ``sequence(of:at:)``.
    ///
    /// - Parameters:
    ///   - skippingRemovalsUpTo: removals up to this number are left out, for a reader who starts with nothing.
    ///   - filter: Other cards are left out; of those, only that they are gone is told. What a filter asks for never
    ///     changes in a card's life.
    func changes(
        _ key: FeedKey, after sequence: Int64, limit: Int, skippingRemovalsUpTo start: Int64 = 0,
        filter: PreparedFilter? = nil, now: Date
    ) async throws(Problem) -> (delta: FeedDelta, sequence: Int64)? {
        let limit = min(limit, limits.mostPageCards)
        let mostBytes = limits.deltaBytes
        let mostRows = filter == nil ? limit : limits.filteredRows
        return try await read { [self] database in
            let position = try Self.position(key, database)
            guard let feed = position.feed, position.sequence > sequence else { return nil }
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(Self.entryColumns), CASE WHEN status IN ('active', 'snoozed') THEN body END FROM card
                    WHERE feed = ? AND sequence > ? AND (status IN ('active', 'snoozed') OR sequence > ?)
                    ORDER BY sequence LIMIT ?
                    """)
            var delta = FeedDelta(streamID: key.streamID, cursor: cursor(position.sequence), serverTime: now)
            var last = position.sequence
            var (count, bytes, looked) = (0, 0, 0)
            let rows = try Row.fetchCursor(select, arguments: [feed, sequence, start, mostRows + 1])
            while let row = try rows.next() {
                if count == limit || bytes >= mostBytes || looked == mostRows {
                    delta.hasMore = true
                    break
                }
                let entry = try Self.entry(row)
                looked += 1
                last = entry.sequence
                let isVisible = entry.status == .active || entry.status == .snoozed
                if isVisible, filter?.letsThrough(entry, at: now) == false { continue }
                count += 1
                bytes += entry.body.count
                if isVisible {
                    delta.upserts.append(entry)
                } else {
                    delta.removals.append(
                        FeedRemoval(id: entry.id, sequence: entry.sequence, status: entry.status))
                }
            }
            if !delta.hasMore { last = position.sequence }
            delta.cursor = cursor(last)
            return (delta, last)
        }
    }

    // MARK: Snapshots

    /// One page of the active cards, then of the snoozed ones, each in feed order, found by key.
    ///
    /// - Parameter filter: Other cards are left out; the page may then be short, or empty, and not the last.
    func page(
        _ key: FeedKey, token: PageToken?, limit: Int, filter: PreparedFilter? = nil, now: Date
    ) async throws(Problem) -> FeedPage {
        let limit = min(limit, limits.mostPageCards)
        let mostBytes = limits.pageBytes
        let mostRows = filter == nil ? limit : limits.filteredRows
        return try await read { [self] database in
            let position = try Self.position(key, database)
            let sequence = token?.sequence ?? position.sequence
            if let token {
                guard self.sequence(of: token.cursor, at: position) != nil else { throw Self.cursorExpired }
            }
            var page = FeedPage(
                streamID: key.streamID, cursor: cursor(sequence), entries: [], totalCount: position.visible,
                hasEverHadCard: position.everHadCard, serverTime: now)
            guard let feed = position.feed else { return page }
            var (bytes, looked) = (0, 0)
            var last: FeedEntry?
            for status in [CardStatus.active, .snoozed] where token?.isSnoozed != true || status == .snoozed {
                let select = try database.cachedStatement(
                    sql: """
                        SELECT \(Self.entryColumns), body FROM card
                        WHERE feed = ? AND status = '\(status.rawValue)' AND (priority, recency, id) > (?, ?, ?)
                        ORDER BY priority, recency, id LIMIT ?
                        """)
                let start = token?.isSnoozed == (status == .snoozed) ? token : nil
                let rows = try Row.fetchCursor(
                    select,
                    arguments: [
                        feed, start?.priority ?? 0, start?.recency ?? 0, start?.id.rawValue ?? "", mostRows + 1,
                    ])
                while let row = try rows.next() {
                    if page.entries.count == limit || bytes >= mostBytes || looked == mostRows, let last {
                        page.next = PageToken(cursor: page.cursor, after: last).text
                        return page
                    }
                    let entry = try Self.entry(row)
                    looked += 1
                    last = entry
                    if filter?.letsThrough(entry, at: now) == false { continue }
                    bytes += entry.body.count
                    page.entries.append(entry)
                }
            }
            return page
        }
    }

    // MARK: Rows

    private static let entryColumns =
        "id, sequence, status, priority, createdAt, updatedAt, recency, snoozedUntil, expiresAt, vote"

    private static func entry(_ row: Row) throws -> FeedEntry {
        guard let status = CardStatus(rawValue: row[2]) else {
            throw Problem(.internalError, detail: "The log holds a status that this version does not know.")
        }
        let body = try row.withUnsafeData(atIndex: 10) { data in data.map { [UInt8]($0) } }
        return FeedEntry(
            id: CardID(stored: row[0]), sequence: row[1], status: status, priority: row[3],
            createdAt: FeedTime.date(milliseconds: row[4]), updatedAt: FeedTime.date(milliseconds: row[5]),
            activeAt: FeedTime.date(milliseconds: -(row[6] as Int64)),
            snoozedUntil: (row[7] as Int64?).map(FeedTime.date), expiresAt: (row[8] as Int64?).map(FeedTime.date),
            vote: (row[9] as String?).flatMap(Card.Vote.init(rawValue:)), body: TellableBody.of(body ?? []))
    }
}

extension PreparedFilter {
    /// By the very rules of the viewer's own store.
    func letsThrough(_ entry: FeedEntry, at now: Date) -> Bool {
        let facts = Facts(
            id: entry.id, status: entry.status, priority: entry.priority, createdAt: entry.createdAt,
            expiresAt: entry.expiresAt, vote: entry.vote, delivery: .none)
        return verdict(facts, at: now) ?? matches(facts, body: entry.body)
    }

    /// Nil where every card gets through.
    init?(_ conditions: [CardFilter]) {
        if conditions.isEmpty { return nil }
        self.init(FeedFilter(conditions: conditions))
    }
}
