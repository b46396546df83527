package import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import SQLite

/// Reads feeds for viewers, and outcomes for publishers.
extension SQLiteStorage {
    package func position(of feed: FeedKey) async throws(Problem) -> FeedPosition {
        try await read { try Self.position(of: feed, $0).position }
    }

    /// - Returns: The position, and the row id of the feed; nil for a feed to which nothing was ever published.
    private static func position(
        of feed: FeedKey, _ database: Database
    ) throws -> (position: FeedPosition, row: Int64?) {
        let select = try database.statement(
            """
            SELECT id, sequence, horizon, visible, everHadCard FROM feed
            WHERE environment = ? AND user = ? AND stream = ?
            """)
        let arguments: [(any SQLiteValue)?] = [
            feed.viewer.environment.rawValue, feed.viewer.user.rawValue, feed.streamID.rawValue,
        ]
        return try select.first(arguments) { row in
            let counters = FeedCounters(sequence: row[1], visible: row[3], everHadCard: row[4])
            return (FeedPosition(counters: counters, horizon: row[2]), row[0])
        } ?? (FeedPosition(), nil)
    }

    package func changes(
        of feed: FeedKey, after sequence: Int64, skippingRemovalsUpTo start: Int64, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector) {
        try await read { database in
            let (position, row) = try Self.position(of: feed, database)
            var collector = collector
            guard let row, position.sequence > sequence else { return (position, collector) }
            let select = try database.statement(
                """
                SELECT \(Self.entryColumns), CASE WHEN status IN ('active', 'snoozed') THEN body END, ask FROM card
                WHERE feed = ? AND sequence > ? AND (status IN ('active', 'snoozed') OR sequence > ?)
                ORDER BY sequence LIMIT ?
                """)
            try select.forEachRow([row, sequence, start, collector.rowLimit]) {
                collector.add(try Self.entry($0), ask: ($0[11] as String?).map(AskID.init(stored:)))
            }
            return (position, collector)
        }
    }

    package func cards(
        of feed: FeedKey, after start: FeedOrder?, into collector: EntryCollector
    ) async throws(Problem) -> (position: FeedPosition, collector: EntryCollector) {
        try await read { database in
            let (position, row) = try Self.position(of: feed, database)
            var collector = collector
            guard let row else { return (position, collector) }
            for status in [CardStatus.active, .snoozed] where start?.isSnoozed != true || status == .snoozed {
                let select = try database.statement(
                    """
                    SELECT \(Self.entryColumns), body, ask FROM card
                    WHERE feed = ? AND status = '\(status.rawValue)' AND (priority, recency, id) > (?, ?, ?)
                    ORDER BY priority, recency, id LIMIT ?
                    """)
                let start = start?.isSnoozed == (status == .snoozed) ? start : nil
                var hasRoom = true
                try select.forEachRow([
                    row, start?.priority ?? 0, start?.activationOrder ?? 0, start?.id.rawValue ?? "",
                    collector.rowLimit,
                ]) { row in
                    hasRoom = collector.add(try Self.entry(row), ask: (row[11] as String?).map(AskID.init(stored:)))
                    return hasRoom
                }
                guard hasRoom else { break }
            }
            return (position, collector)
        }
    }

    private static let entryColumns =
        "id, sequence, status, priority, createdAt, updatedAt, recency, snoozedUntil, expiresAt, vote"

    private static func entry(_ row: borrowing Row) throws -> FeedEntry {
        guard let status = CardStatus(rawValue: row[2]) else {
            throw Problem(
                .internalError,
                detail:
                    "The feed has a card status that this version of cardstream does not support. Update cardstream.")
        }
        return FeedEntry(
            id: CardID(stored: row[0]), sequence: row[1], status: status, priority: row[3],
            createdAt: FeedTime.date(milliseconds: row[4]), updatedAt: FeedTime.date(milliseconds: row[5]),
            activeAt: FeedTime.date(milliseconds: -(row[6] as Int64)),
            snoozedUntil: (row[7] as Int64?).map(FeedTime.date), expiresAt: (row[8] as Int64?).map(FeedTime.date),
            vote: (row[9] as String?).flatMap(Card.Vote.init(rawValue:)), body: row.bytes(10))
    }

    package func outcome(of card: CardID, in environment: EnvironmentID) async throws(Problem) -> CardOutcome? {
        try await read { database in
            var rows = FeedRows(database)
            guard let stored = try rows.card(CardAddress(card, in: environment)) else { return nil }
            return try CardOutcome(
                stored, actions: rows.actions(onCard: rows.row(of: card), of: stored.card.feed.viewer))
        }
    }
}
