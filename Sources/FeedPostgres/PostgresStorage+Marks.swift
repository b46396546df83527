import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

/// What has changed, whichever server did it.
extension PostgresStorage {
    package var isShared: Bool { true }

    package func marks(of feeds: [FeedKey], asks: [AskID]) async throws(Problem) -> FeedMarks {
        guard !feeds.isEmpty || !asks.isEmpty else { return FeedMarks() }
        return try await readOnce { database in
            var marks = FeedMarks()
            if !feeds.isEmpty {
                let found = try database.all(
                    """
                    SELECT environment, userID, stream, sequence
                    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (environment, userID, stream)
                    JOIN feed USING (environment, userID, stream)
                    """,
                    [
                        PostgresArray(feeds.map(\.viewer.environment.rawValue)),
                        PostgresArray(feeds.map(\.viewer.user.rawValue)), PostgresArray(feeds.map(\.streamID.rawValue)),
                    ]
                ) { row in
                    let key = FeedKey(
                        environment: EnvironmentID(stored: row[0]), user: UserID(stored: row[1]),
                        streamID: StreamID(stored: row[2]))
                    return (key, row.int64(3))
                }
                marks.feeds = Dictionary(found, uniquingKeysWith: { first, _ in first })
            }
            if !asks.isEmpty {
                // The transaction that wrote the row last.
                let found = try database.all(
                    "SELECT id, xmin::text::bigint FROM ask WHERE id = ANY($1)", [PostgresArray(asks.map(\.rawValue))]
                ) { (AskID(stored: $0[0]), $0.int64(1)) }
                marks.asks = Dictionary(found, uniquingKeysWith: { first, _ in first })
            }
            return marks
        }
    }
}
