import Basics
import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

package import struct Foundation.Date

/// Reads users, and reads and writes their programs' records.
extension PostgresStorage {
    package func user(_ viewer: Viewer) async throws(Problem) -> StoredUser {
        try await read { try FeedRows($0).user(viewer) }
    }

    package func collect(
        _ records: [StoredRecord], of viewer: Viewer, at date: Date
    ) async throws(Problem) -> Int {
        let time = FeedTime.milliseconds(date)
        guard !records.isEmpty else { return 0 }
        let (count, asks) = try await write { database in
            var rows = FeedRows(database)
            try Self.lockUnseen(records.compactMap(\.seenCard), of: viewer, &rows)
            // This locks the environment, so that no other transaction collects records in it from here on.
            let last = try rows.count(of: viewer.environment).records
            let new = try Self.unknown(records, of: viewer, database)
            _ = try rows.count(records: new.count, of: viewer.environment)
            try database.runEach(
                """
                INSERT INTO collected (environment, sequence, kind, userID, id, receivedAt, content)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                new.enumerated().map { index, record in
                    [
                        viewer.environment.rawValue, last + Int64(index) + 1, record.kind.rawValue,
                        viewer.user.rawValue, record.id.rawValue, time, record.content,
                    ]
                })
            let seen = try Self.markSeen(new, of: viewer, at: time, database)
            try rows.append(seen, of: viewer.environment)
            return (new.count, Set(seen.map(\.ask)))
        }
        notifyOthers(FeedEffects(asks: asks))
        return count
    }

    /// Locks the feeds of the user's unseen cards.
    private static func lockUnseen(_ cards: [CardID], of viewer: Viewer, _ rows: inout FeedRows) throws {
        guard !cards.isEmpty else { return }
        let feeds = try rows.database.values(
            """
            SELECT DISTINCT feed FROM card JOIN feed ON feed.id = card.feed
            WHERE card.id = ANY($1) AND environment = $2 AND userID = $3 AND seenAt IS NULL
            """,
            [PostgresArray(cards.map(\.rawValue)), viewer.environment.rawValue, viewer.user.rawValue],
            as: Int64.self)
        try rows.lockFeeds(Set(feeds))
    }

    /// The records that are not stored yet, each once.
    private static func unknown(
        _ records: [StoredRecord], of viewer: Viewer, _ database: Database
    ) throws -> [StoredRecord] {
        let stored = try database.all(
            "SELECT kind, id FROM collected WHERE environment = $1 AND userID = $2 AND id = ANY($3)",
            [
                viewer.environment.rawValue, viewer.user.rawValue, PostgresArray(records.map(\.id.rawValue)),
            ]
        ) { [$0.string(0), $0.string(1)] }
        var known = Set(stored)
        return records.filter { known.insert([$0.kind.rawValue, $0.id.rawValue]).inserted }
    }

    /// Marks the cards that records report as seen. Marks only the user's own cards, even if a record names others.
    ///
    /// - Returns: The entries for the audit log, one for each marked card that belongs to an ask.
    private static func markSeen(
        _ records: [StoredRecord], of viewer: Viewer, at time: Int64, _ database: Database
    ) throws -> [AuditEntry] {
        var entries: [AuditEntry] = []
        for record in records {
            guard let card = record.seenCard else { continue }
            let ask = try database.first(
                """
                UPDATE card SET seenAt = $1 FROM feed WHERE card.id = $2 AND seenAt IS NULL AND feed.id = card.feed
                AND environment = $3 AND userID = $4 RETURNING ask
                """, [time, card.rawValue, viewer.environment.rawValue, viewer.user.rawValue]
            ) { $0[0] as String? }
            guard let ask, let ask else { continue }
            entries.append(
                AuditEntry(
                    .seen, ask: AskID(stored: ask), user: viewer.user, card: card, from: record.device, at: time))
        }
        return entries
    }

    package func recordReader(_ viewer: Viewer) async throws(Problem) {
        let values = [viewer.environment.rawValue, viewer.user.rawValue]
        // This is called with every read, but most readers are already known, so only query first.
        let isKnown = try await readOnce { database in
            try database.value(
                "SELECT EXISTS (SELECT FROM reader WHERE environment = $1 AND userID = $2)", values, as: Bool.self)
        }
        // While changes must wait, do nothing, because cards must stay readable. A later read records the reader.
        if isKnown == true || waitsForStandby.withLock(\.self) { return }
        try await write { database in
            _ = try database.run(
                "INSERT INTO reader (environment, userID) VALUES ($1, $2) ON CONFLICT DO NOTHING", values)
        }
    }

    package func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> [Collected<[UInt8]>] {
        try await read { database in
            var start: Int64
            switch range.start {
            case .after(let sequence): start = sequence
            case .last:
                // The record before the last `limit` records; 0 if there are fewer.
                start =
                    try database.value(
                        """
                        SELECT sequence FROM collected WHERE environment = $1 AND kind = $2
                        ORDER BY sequence DESC LIMIT 1 OFFSET $3
                        """, [environment.rawValue, kind.rawValue, range.limit]) ?? 0
            }
            var records: [Collected<[UInt8]>] = []
            var bytes = 0
            try database.forEachRow(
                """
                SELECT sequence, userID, receivedAt, content FROM collected
                WHERE environment = $1 AND kind = $2 AND sequence > $3 ORDER BY sequence LIMIT $4
                """, [environment.rawValue, kind.rawValue, start, range.limit]
            ) { row in
                let content = row.bytes(3)
                bytes += content.count
                records.append(
                    Collected(
                        sequence: row[0], user: UserID(stored: row[1]), receivedAt: FeedTime.date(milliseconds: row[2]),
                        content: content))
                return bytes < range.mostBytes
            }
            return records
        }
    }
}
