package import FeedAPI
import FeedEngine
package import FeedStorage
import GRDB

package import struct Foundation.Date

/// What becomes due, and what is forgotten.
extension SQLiteStorage {
    package func deadlines() async throws(Problem) -> FeedDeadlines {
        try await read { database in
            let card = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT min(deadline) FROM card WHERE deadline IS NOT NULL"))
            let upload = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT min(createdAt) FROM upload WHERE submittedAt IS NULL"))
            return FeedDeadlines(card: card.map(FeedTime.date), upload: upload.map(FeedTime.date))
        }
    }

    package func compact(before: Date, limit: Int) async throws(Problem) -> Int {
        try await write { database in
            let before = FeedTime.milliseconds(before)
            let select = try database.cachedStatement(
                sql: """
                    SELECT rowid, feed, sequence FROM card
                    WHERE status IN ('completed', 'dismissed', 'cancelled', 'expired') AND updatedAt < ? LIMIT ?
                    """)
            let remove = try database.cachedStatement(sql: "DELETE FROM card WHERE rowid = ?")
            var horizons: [Int64: Int64] = [:]
            var count = 0
            for row in try Row.fetchAll(select, arguments: [before, limit]) {
                horizons[row[1], default: 0] = max(horizons[row[1], default: 0], row[2])
                try remove.execute(arguments: [row[0] as Int64])
                count += 1
            }
            let raise = try database.cachedStatement(sql: "UPDATE feed SET horizon = max(horizon, ?) WHERE id = ?")
            for (feed, sequence) in horizons { try raise.execute(arguments: [sequence, feed]) }
            let forget = try database.cachedStatement(
                sql: """
                    DELETE FROM publication WHERE rowid IN (SELECT rowid FROM publication WHERE receivedAt < ? LIMIT ?)
                    """)
            try forget.execute(arguments: [before, limit])
            return count + database.changesCount + (try Self.forgetRecords(before: before, limit: limit, database))
        }
    }

    /// Forgets the oldest records from before a time; they are in its order. Returns how many.
    private static func forgetRecords(before: Int64, limit: Int, _ database: Database) throws -> Int {
        let oldest = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT sequence, receivedAt FROM record ORDER BY sequence LIMIT ?"),
            arguments: [limit])
        guard let last = oldest.last(where: { ($0[1] as Int64) < before }) else { return 0 }
        try database.cachedStatement(sql: "DELETE FROM record WHERE sequence <= ?")
            .execute(arguments: [last[0] as Int64])
        return database.changesCount
    }
}
