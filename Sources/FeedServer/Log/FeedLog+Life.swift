import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Date

extension FeedLog {
    /// When the clock changes a card next; nil when no card waits for a time.
    func nextDeadline() async throws(Problem) -> Date? {
        try await read { database in
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT min(deadline) FROM card WHERE deadline IS NOT NULL")
            )
            .map(FeedTime.date)
        }
    }

    /// Does what is due: ends embargoes and snoozes, expires cards. At most `batch` cards at a time, so that a
    /// thousand deadlines at one moment do not keep everybody else waiting.
    func passDeadlines(now: Date, batch: Int = 500) async throws(Problem) -> Set<FeedKey> {
        try await write { [self] database in
            var rows = FeedRows(database, hooks: knownHooks)
            var engine = FeedEngine(now: now)
            let select = try database.cachedStatement(
                sql: "SELECT \(FeedRows.cardColumns) FROM card WHERE deadline <= ? ORDER BY deadline LIMIT ?")
            let due = try Row.fetchAll(select, arguments: [FeedTime.milliseconds(now), batch]).map {
                try rows.card($0)
            }
            engine.load(try rows.load(engine.needs(forDeadlinesOf: due)))
            try engine.passDeadlines(of: due)
            return try rows.finish(&engine)
        }
    }

    /// Forgets cards that ended before a time, with what users did with them, and publishers' keys and what was
    /// collected before it.
    /// Cursors older than what is forgotten expire. At most `batch` of each at a time, so that nobody waits long for
    /// the one writer. Returns how many went; call again until none do.
    func compact(before: Date, batch: Int = 1000) async throws(Problem) -> Int {
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
            for row in try Row.fetchAll(select, arguments: [before, batch]) {
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
            try forget.execute(arguments: [before, batch])
            return count + database.changesCount + (try Self.forgetRecords(before: before, batch: batch, database))
        }
    }
}
