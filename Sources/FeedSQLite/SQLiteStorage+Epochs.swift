import Cards
package import FeedAPI
package import FeedEngine
import SQLite

/// Reads where earlier epochs ended, see ``FileEpoch``.
extension SQLiteStorage {
    package func lastSequence(of feed: FeedKey, in epoch: String) async throws(Problem) -> Int64? {
        try await read { database in
            let select = try database.statement("SELECT number FROM epoch WHERE id = ?")
            guard let number = try select.value([epoch], as: Int64.self) else { return nil }
            let sequence = try database.statement(
                """
                SELECT CASE WHEN feed.epoch <= ?4 THEN feed.sequence ELSE (
                    SELECT earlier.sequence FROM feedEpoch AS earlier
                    WHERE earlier.feed = feed.id AND earlier.epoch <= ?4 ORDER BY earlier.epoch DESC LIMIT 1
                ) END FROM feed WHERE environment = ?1 AND user = ?2 AND stream = ?3
                """)
            let arguments: [(any SQLiteValue)?] = [
                feed.viewer.environment.rawValue, feed.viewer.user.rawValue, feed.streamID.rawValue, number,
            ]
            // A feed without a change in this epoch, or in one before, was empty.
            return try sequence.value(arguments, as: Int64.self) ?? 0
        }
    }

    package func lastEnding(in epoch: String) async throws(Problem) -> Int64? {
        try await read { database in
            try database.statement(
                """
                SELECT coalesce(
                    (SELECT next.endings FROM epoch AS next WHERE next.number > this.number ORDER BY next.number LIMIT 1),
                    (SELECT seq FROM sqlite_sequence WHERE name = 'ending'), 0)
                FROM epoch AS this WHERE this.id = ?
                """
            ).value([epoch], as: Int64.self)
        }
    }
}
