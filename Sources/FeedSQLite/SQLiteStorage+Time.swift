package import FeedAPI
import FeedEngine
package import FeedStorage
import SQLite

package import struct Foundation.Date

/// Reads deadlines, and deletes old data.
extension SQLiteStorage {
    package func deadlines() async throws(Problem) -> FeedDeadlines {
        try await read { database in
            let card = try database.statement("SELECT min(deadline) FROM card WHERE deadline IS NOT NULL")
                .value(as: Int64.self)
            let ask = try database.statement("SELECT min(due) FROM ask WHERE due IS NOT NULL").value(as: Int64.self)
            let upload = try database.statement("SELECT min(createdAt) FROM upload WHERE submittedAt IS NULL")
                .value(as: Int64.self)
            return FeedDeadlines(
                card: [card, ask].compactMap { $0 }.min().map(FeedTime.date), upload: upload.map(FeedTime.date))
        }
    }

    package func compact(before: Date, limit: Int) async throws(Problem) -> Int {
        try await write { database in
            let before = FeedTime.milliseconds(before)
            let select = try database.statement(
                """
                SELECT rowid, feed, sequence FROM card
                WHERE status IN ('completed', 'dismissed', 'cancelled', 'expired') AND updatedAt < ? LIMIT ?
                """)
            let remove = try database.statement("DELETE FROM card WHERE rowid = ?")
            var horizons: [Int64: Int64] = [:]
            var count = 0
            let old = try select.all([before, limit]) { ($0.int64(0), feed: $0.int64(1), sequence: $0.int64(2)) }
            for (card, feed, sequence) in old {
                horizons[feed, default: 0] = max(horizons[feed, default: 0], sequence)
                try remove.run([card])
                count += 1
            }
            let raise = try database.statement("UPDATE feed SET horizon = max(horizon, ?) WHERE id = ?")
            let forgetEpochs = try database.statement("DELETE FROM feedEpoch WHERE feed = ? AND sequence < ?")
            for (feed, sequence) in horizons {
                try raise.run([sequence, feed])
                try forgetEpochs.run([feed, sequence])
            }
            let forget = try database.statement(
                """
                DELETE FROM publication WHERE rowid IN (SELECT rowid FROM publication WHERE receivedAt < ? LIMIT ?)
                """)
            try forget.run([before, limit])
            let publications = database.changesCount
            let records = try Self.forgetRecords(before: before, limit: limit, database)
            let invitations = try Self.forgetInvitations(before: before, limit: limit, database)
            let asks = try Self.forgetAsks(before: before, limit: limit, database)
            return count + publications + records + invitations + asks
        }
    }

    private static func forgetAsks(before: Int64, limit: Int, _ database: Database) throws -> Int {
        try database.statement(
            "DELETE FROM ask WHERE rowid IN (SELECT rowid FROM ask WHERE settledAt < ? LIMIT ?)"
        ).run([before, limit])
        return database.changesCount
    }

    private static func forgetInvitations(before: Int64, limit: Int, _ database: Database) throws -> Int {
        try database.statement(
            "DELETE FROM invitation WHERE id IN (SELECT id FROM invitation WHERE expiresAt < ? LIMIT ?)"
        ).run([before, limit])
        return database.changesCount
    }

    /// Deletes the oldest records from before a time, and returns their number. Records are ordered by time.
    private static func forgetRecords(before: Int64, limit: Int, _ database: Database) throws -> Int {
        let oldest = try database.statement("SELECT sequence, receivedAt FROM record ORDER BY sequence LIMIT ?")
            .all([limit]) { (sequence: $0.int64(0), time: $0.int64(1)) }
        guard let last = oldest.last(where: { $0.time < before }) else { return 0 }
        try database.statement("DELETE FROM record WHERE sequence <= ?")
            .run([last.sequence])
        return database.changesCount
    }
}
