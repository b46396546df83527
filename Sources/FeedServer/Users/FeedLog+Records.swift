import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data
import struct Foundation.Date

/// What viewers tell of their users, kept for the publisher.
extension FeedLog {
    static let userSchema = """
        -- What was collected. A number is never given twice, or a reader would miss what got it.
        CREATE TABLE record (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            environment TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('analytics', 'event')),
            user TEXT NOT NULL,
            id TEXT NOT NULL,
            receivedAt INTEGER NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (environment, user, kind, id)
        );
        CREATE INDEX recordByKind ON record (environment, kind, sequence);
        CREATE TABLE profile (
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            settings BLOB NOT NULL,
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (environment, user)
        ) WITHOUT ROWID;
        -- A device is one user's at a time.
        CREATE TABLE device (
            environment TEXT NOT NULL,
            token TEXT NOT NULL,
            user TEXT NOT NULL,
            sandbox INTEGER NOT NULL,
            production INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (environment, token)
        ) WITHOUT ROWID;
        CREATE INDEX deviceByUser ON device (environment, user);
        -- The streams a device is called for; with an empty token, all devices of the user that have none of their own.
        CREATE TABLE deviceStreams (
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            token TEXT NOT NULL,
            streams TEXT NOT NULL,
            PRIMARY KEY (environment, user, token)
        ) WITHOUT ROWID;
        ALTER TABLE card ADD COLUMN seenAt INTEGER;
        CREATE INDEX cardUnseen ON card (feed) WHERE status = 'active' AND seenAt IS NULL;
        """

    enum RecordKind: String { case analytics, event }

    /// Stores records that are not there yet, and notes the cards that were seen: one transaction.
    ///
    /// - Returns: How many were new.
    func collect(_ records: [AnalyticsRecord], viewer: Viewer, now: Date) async throws(Problem) -> Int {
        try await write { database in
            var accepted = 0
            for record in records {
                guard
                    try Self.store(
                        .analytics, Self.id(record.id), FeedCoder.encode(record), viewer: viewer, now: now, database)
                else { continue }
                accepted += 1
                if record.name == SDKEvent.Kind.cardDisplayed.rawValue, let card = record.card?.id {
                    try Self.noteSeen(card, viewer: viewer, now: now, database)
                }
            }
            return accepted
        }
    }

    /// Stores an event unless it is there.
    func collect(_ event: CustomEvent, viewer: Viewer, now: Date) async throws(Problem) {
        try await write { database in
            _ = try Self.store(.event, Self.id(event.id), FeedCoder.encode(event), viewer: viewer, now: now, database)
        }
    }

    /// Records come from decoders, which have checked their ids; this holds for callers in the same process too.
    private static func id(_ text: String) throws -> RecordID {
        do { return try RecordID(text, at: "/id") } catch { throw Problem(error) }
    }

    private static func store(
        _ kind: RecordKind, _ id: RecordID, _ content: [UInt8], viewer: Viewer, now: Date, _ database: Database
    ) throws -> Bool {
        try database.cachedStatement(
            sql: """
                INSERT INTO record (environment, kind, user, id, receivedAt, content) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            viewer.environment.rawValue, kind.rawValue, viewer.user.rawValue, id.rawValue, FeedTime.milliseconds(now),
            Data(content),
        ])
        return database.changesCount == 1
    }

    /// Of the user's own cards only, whatever the record claims.
    private static func noteSeen(_ card: CardID, viewer: Viewer, now: Date, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                UPDATE card SET seenAt = ? WHERE id = ? AND seenAt IS NULL
                AND feed IN (SELECT id FROM feed WHERE environment = ? AND user = ?)
                """
        ).execute(arguments: [
            FeedTime.milliseconds(now), card.rawValue, viewer.environment.rawValue, viewer.user.rawValue,
        ])
    }

    // MARK: Export

    /// The lines after a number, oldest first.
    func records(
        _ kind: RecordKind, environment: EnvironmentID, _ query: RecordQuery
    ) async throws(Problem) -> [[UInt8]] {
        let limit = min(query.last ?? query.limit ?? limits.exportLines, limits.mostExportLines)
        let mostBytes = limits.exportBytes
        return try await read { database in
            let select = try database.cachedStatement(
                sql: """
                    SELECT sequence, user, receivedAt, content FROM record
                    WHERE environment = ? AND kind = ? AND sequence > ? ORDER BY sequence LIMIT ?
                    """)
            var start = query.since
            if query.last != nil {
                // The line before the last so many; where there are fewer, all of them.
                let before = try database.cachedStatement(
                    sql: """
                        SELECT sequence FROM record WHERE environment = ? AND kind = ?
                        ORDER BY sequence DESC LIMIT 1 OFFSET ?
                        """)
                start = try Int64.fetchOne(before, arguments: [environment.rawValue, kind.rawValue, limit]) ?? 0
            }
            let rows = try Row.fetchCursor(select, arguments: [environment.rawValue, kind.rawValue, start, limit])
            var lines: [[UInt8]] = []
            var bytes = 0
            while bytes < mostBytes, let row = try rows.next() {
                let line = FeedCoder.line(
                    Collected(
                        sequence: row[0], user: UserID(stored: row[1]), receivedAt: FeedTime.date(milliseconds: row[2]),
                        content: try row.bytes(at: 3)))
                bytes += line.count
                lines.append(line)
            }
            return lines
        }
    }

    /// Forgets the oldest records from before a time; they are in its order. Returns how many.
    static func forgetRecords(before: Int64, batch: Int, _ database: Database) throws -> Int {
        let oldest = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT sequence, receivedAt FROM record ORDER BY sequence LIMIT ?"),
            arguments: [batch])
        guard let last = oldest.last(where: { ($0[1] as Int64) < before }) else { return 0 }
        try database.cachedStatement(sql: "DELETE FROM record WHERE sequence <= ?")
            .execute(arguments: [last[0] as Int64])
        return database.changesCount
    }
}
