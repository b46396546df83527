package import FeedAPI
import FeedEngine
import FeedStorage
import Postgres

package import struct Foundation.Date

/// The records of requests that wait for asks, with which servers inform each other.
extension PostgresStorage {
    package func noteWait(for ask: AskID, until: Date) async throws(Problem) {
        try await write { [server] database in
            _ = try database.run(
                """
                INSERT INTO asker (ask, server, until) VALUES ($1, $2, $3)
                ON CONFLICT (ask, server) DO UPDATE SET until = greatest(asker.until, excluded.until)
                """, [ask.rawValue, server, FeedTime.milliseconds(until)])
        }
    }

    package func endWait(for ask: AskID, now: Date) async throws(Problem) -> Date? {
        try await write { [server] database in
            // Also delete the records of servers that have stopped.
            try database.run(
                "DELETE FROM asker WHERE ask = $1 AND (server = $2 OR until <= $3)",
                [ask.rawValue, server, FeedTime.milliseconds(now)])
            return try database.first("SELECT max(until) FROM asker WHERE ask = $1", [ask.rawValue]) {
                $0[0] as Int64?
            }.flatMap(\.self).map(FeedTime.date)
        }
    }
}
