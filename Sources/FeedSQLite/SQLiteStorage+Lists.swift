package import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import SQLite

/// What a publisher sees of an environment.
extension SQLiteStorage {
    private static let unseenCount = """
        (SELECT count(*) FROM card INDEXED BY cardUnseen WHERE card.feed = feed.id AND status = 'active' AND seenAt IS NULL)
        """

    package func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary] {
        try await read { database in
            return try database.statement(
                """
                SELECT stream, count(*), sum(visible), sum(\(Self.unseenCount)) FROM feed WHERE environment = ?
                GROUP BY stream ORDER BY stream
                """
            ).all([environment.rawValue]) { row in
                StreamSummary(stream: StreamID(stored: row[0]), users: row[1], active: row[2], unseen: row[3])
            }
        }
    }

    package func users(
        of environment: EnvironmentID, after: UserID?, limit: Int
    ) async throws(Problem) -> [UserID] {
        try await read { database in
            try database.statement(
                """
                SELECT user FROM (SELECT user FROM feed WHERE environment = ?1
                UNION SELECT user FROM profile WHERE environment = ?1
                UNION SELECT user FROM device WHERE environment = ?1) WHERE user > ?2 ORDER BY user LIMIT ?3
                """
            ).values([environment.rawValue, after?.rawValue ?? "", limit]).map { UserID(stored: $0) }
        }
    }

    package func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary] {
        try await read { database in
            let select = try database.statement(
                """
                SELECT stream, visible, \(Self.unseenCount) FROM feed WHERE environment = ? AND user = ?
                ORDER BY stream
                """)
            return try select.all([viewer.environment.rawValue, viewer.user.rawValue]) {
                FeedSummary(stream: StreamID(stored: $0[0]), active: $0[1], unseen: $0[2])
            }
        }
    }

    package func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard] {
        try await read { database in
            // The rows of the cards first: a card is read with its feed, which the columns of both tables would mix up.
            let found = try database.statement(
                """
                SELECT card.rowid, seenAt FROM card CROSS JOIN feed ON feed.id = card.feed
                WHERE card.rowid < ?1 AND environment = ?2 AND (?3 IS NULL OR stream = ?3)
                AND (?4 IS NULL OR user = ?4) AND (?5 IS NULL OR status = ?5) ORDER BY card.rowid DESC LIMIT ?6
                """
            ).all([
                range.before ?? .max, environment.rawValue, range.stream?.rawValue, range.user?.rawValue,
                range.status?.rawValue, range.limit,
            ]) { (row: $0.int64(0), seenAt: $0.optionalInt64(1)) }
            var rows = FeedRows(database)
            return try found.compactMap { row in
                try rows.card(row: row.row).map { ListedCard(number: row.row, card: $0, seenAt: row.seenAt) }
            }
        }
    }
}
