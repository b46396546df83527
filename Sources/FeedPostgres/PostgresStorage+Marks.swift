import Basics
import Cards
package import FeedAPI
import FeedEngine
package import FeedStorage
import Postgres

/// Detects changes, whichever server made them.
extension PostgresStorage {
    package var isShared: Bool { true }

    package var hintsArrived: AsyncStream<Void> { hints.arrived }

    package func takeHints() -> FeedHints { hints.take() }

    package func isReady() async -> Bool {
        // Use a query that does not wait behind other reads.
        guard (try? await marks(of: FollowedFeeds(), asks: [])) != nil else { return false }
        guard isChangeLost.withLock(\.self), !waitsForStandby.withLock(\.self) else { return true }
        // Check with an empty change whether this is still true.
        return (try? await write { _ in }) != nil
    }

    package func marks(of feeds: FollowedFeeds, asks: [AskID]) async throws(Problem) -> FeedMarks {
        try await watch { [self] database in
            try refreshIdentity(database)
            try checkStandby(database)
            var marks = FeedMarks(epoch: epoch)
            if !feeds.keys.isEmpty {
                let found = try database.all(
                    """
                    SELECT environment, userID, stream, coalesce(sequence, 0)
                    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
                    AS followed (environment, userID, stream, mark)
                    LEFT JOIN feed USING (environment, userID, stream) WHERE coalesce(sequence, 0) <> mark
                    """, markParameters(feeds)
                ) { row in
                    let key = FeedKey(
                        environment: EnvironmentID(stored: row[0]), user: UserID(stored: row[1]),
                        streamID: StreamID(stored: row[2]))
                    return (key, row.int64(3))
                }
                marks.feeds = Dictionary(found, uniquingKeysWith: { first, _ in first })
            }
            if !asks.isEmpty {
                // The mark combines the last transaction that changed the row with the last row in the audit log,
                // because only the audit log shows that the ask's card was seen.
                let found = try database.all(
                    """
                    SELECT id, xmin::text::bigint * 2147483648 + coalesce((SELECT max(number) FROM audit
                    WHERE audit.environment = ask.environment AND audit.ask = ask.id), 0) % 2147483648
                    FROM ask WHERE id = ANY($1)
                    """, [PostgresArray(asks.map(\.rawValue))]
                ) { (AskID(stored: $0[0]), $0.int64(1)) }
                marks.asks = Dictionary(found, uniquingKeysWith: { first, _ in first })
            }
            return marks
        }
    }

    /// The parameters of the query for marks. They are cached until other feeds are followed or a mark has changed,
    /// because most polls are identical.
    private func markParameters(_ feeds: FollowedFeeds) -> [PostgresArray] {
        lastMarkParameters.withLock { last in
            if let last, last.feeds === feeds { return last.values }
            let values = [
                PostgresArray(feeds.keys.map(\.viewer.environment.rawValue)),
                PostgresArray(feeds.keys.map(\.viewer.user.rawValue)),
                PostgresArray(feeds.keys.map(\.streamID.rawValue)), PostgresArray(feeds.marks),
            ]
            last = (feeds, values)
            return values
        }
    }
}
