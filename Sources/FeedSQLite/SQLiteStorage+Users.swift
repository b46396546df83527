import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import SQLite

package import struct Foundation.Date

/// Reads users, and reads and writes their programs' records.
extension SQLiteStorage {
    package func user(_ viewer: Viewer) async throws(Problem) -> StoredUser {
        try await read { try FeedRows($0).user(viewer) }
    }

    package func collect(
        _ records: [StoredRecord], of viewer: Viewer, at date: Date
    ) async throws(Problem) -> Int {
        let time = FeedTime.milliseconds(date)
        return try await write { database in
            let insert = try database.statement(
                """
                INSERT INTO record (environment, kind, user, id, receivedAt, content) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """)
            // Mark only the user's own cards, even if the record names others.
            let mark = try database.statement(
                """
                UPDATE card SET seenAt = ? WHERE id = ? AND seenAt IS NULL
                AND feed IN (SELECT id FROM feed WHERE environment = ? AND user = ?)
                """)
            let rows = FeedRows(database)
            var count = 0
            for record in records {
                try insert.run([
                    viewer.environment.rawValue, record.kind.rawValue, viewer.user.rawValue, record.id.rawValue, time,
                    record.content,
                ])
                guard database.changesCount == 1 else { continue }
                count += 1
                guard let card = record.seenCard else { continue }
                try mark.run([
                    time, card.rawValue, viewer.environment.rawValue, viewer.user.rawValue,
                ])
                guard database.changesCount == 1,
                    let ask = try database.statement("SELECT ask FROM card WHERE id = ? AND ask IS NOT NULL")
                        .value([card.rawValue], as: String.self)
                else { continue }
                try rows.append(
                    AuditEntry(
                        .seen, ask: AskID(stored: ask), user: viewer.user, card: card, from: record.device, at: time),
                    of: viewer.environment)
            }
            return count
        }
    }

    package func recordReader(_ viewer: Viewer) async throws(Problem) {
        try await write { database in
            _ = try database.run(
                "INSERT INTO reader (environment, user) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [viewer.environment.rawValue, viewer.user.rawValue])
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
                let before = try database.statement(
                    """
                    SELECT sequence FROM record WHERE environment = ? AND kind = ?
                    ORDER BY sequence DESC LIMIT 1 OFFSET ?
                    """)
                start =
                    try before.value([environment.rawValue, kind.rawValue, range.limit]) ?? 0
            }
            let select = try database.statement(
                """
                SELECT sequence, user, receivedAt, content FROM record
                WHERE environment = ? AND kind = ? AND sequence > ? ORDER BY sequence LIMIT ?
                """)
            var records: [Collected<[UInt8]>] = []
            var bytes = 0
            try select.forEachRow([environment.rawValue, kind.rawValue, start, range.limit]) { row in
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
