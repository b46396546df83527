package import FeedAPI
import FeedEngine
package import FeedStorage
import Postgres

package import struct Foundation.Date

/// Reads deadlines, and deletes old data.
extension PostgresStorage {
    package func deadlines() async throws(Problem) -> FeedDeadlines {
        try await readOnce { database in
            let found = try database.first(
                """
                SELECT least(
                    (SELECT min(deadline) FROM card WHERE deadline IS NOT NULL),
                    (SELECT min(due) FROM ask WHERE due IS NOT NULL)),
                (SELECT min(createdAt) FROM upload WHERE submittedAt IS NULL)
                """
            ) { (card: $0[0] as Int64?, upload: $0[1] as Int64?) }
            return FeedDeadlines(
                card: found?.card.map(FeedTime.date), upload: found?.upload.map(FeedTime.date))
        }
    }

    package func compact(before: Date, limit: Int) async throws(Problem) -> Int {
        try await write { database in
            let before = FeedTime.milliseconds(before)
            let cards = try Self.forgetCards(before: before, limit: limit, database)
            let publications = try database.run(
                """
                DELETE FROM publication WHERE (environment, key) IN
                (SELECT environment, key FROM publication WHERE receivedAt < $1 LIMIT $2)
                """, [before, limit])
            let records = try database.run(
                """
                DELETE FROM collected WHERE (environment, sequence) IN
                (SELECT environment, sequence FROM collected WHERE receivedAt < $1 ORDER BY receivedAt LIMIT $2)
                """, [before, limit])
            let invitations = try database.run(
                "DELETE FROM invitation WHERE id IN (SELECT id FROM invitation WHERE expiresAt < $1 LIMIT $2)",
                [before, limit])
            let asks = try database.run(
                "DELETE FROM ask WHERE number IN (SELECT number FROM ask WHERE settledAt < $1 LIMIT $2)",
                [before, limit])
            // Remove the records of servers that have stopped.
            try database.run("DELETE FROM asker WHERE until < $1", [before])
            return cards + publications + records + invitations + asks
        }
    }

    private static func forgetCards(before: Int64, limit: Int, _ database: Database) throws -> Int {
        let isOld = "status IN ('completed', 'dismissed', 'cancelled', 'expired') AND updatedAt < $1"
        let old = try database.all(
            "SELECT number, feed FROM card WHERE \(isOld) LIMIT $2", [before, limit]
        ) { (number: $0.int64(0), feed: $0.int64(1)) }
        guard !old.isEmpty else { return 0 }
        var rows = FeedRows(database)
        try rows.lockFeeds(Set(old.map(\.feed)))
        let gone = try database.all(
            "DELETE FROM card WHERE number = ANY($2) AND \(isOld) RETURNING feed, sequence",
            [before, PostgresArray(old.map(\.number))]
        ) { (feed: $0.int64(0), sequence: $0.int64(1)) }
        let horizons = Dictionary(gone.map { ($0.feed, $0.sequence) }, uniquingKeysWith: max)
        try database.runEach(
            "UPDATE feed SET horizon = greatest(horizon, $1) WHERE id = $2", horizons.map { [$0.value, $0.key] })
        return gone.count
    }
}
