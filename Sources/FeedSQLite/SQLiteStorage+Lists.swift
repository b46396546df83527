package import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import SQLite

/// The lists that publishers can read.
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
                UNION SELECT user FROM reader WHERE environment = ?1
                UNION SELECT user FROM profile WHERE environment = ?1
                UNION SELECT user FROM device WHERE environment = ?1
                UNION SELECT user FROM invitation WHERE environment = ?1) WHERE user > ?2 ORDER BY user LIMIT ?3
                """
            ).values([environment.rawValue, after?.rawValue ?? "", limit]).map { UserID(stored: $0) }
        }
    }

    package func unknownUsers(
        among users: [UserID], in environment: EnvironmentID
    ) async throws(Problem) -> [UserID] {
        try await read { database in
            let isKnown = try database.statement(
                """
                SELECT EXISTS (SELECT 1 FROM reader WHERE environment = ?1 AND user = ?2)
                OR EXISTS (SELECT 1 FROM profile WHERE environment = ?1 AND user = ?2)
                OR EXISTS (SELECT 1 FROM device WHERE environment = ?1 AND user = ?2)
                OR EXISTS (SELECT 1 FROM invitation WHERE environment = ?1 AND user = ?2)
                """)
            return try users.filter { try isKnown.value([environment.rawValue, $0.rawValue], as: Bool.self) != true }
        }
    }

    package func endedCards(
        of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> (cards: [EndedCard], last: Int64) {
        try await read { database in
            let source = """
                FROM ending CROSS JOIN card ON card.rowid = ending.card CROSS JOIN feed ON feed.id = card.feed
                WHERE environment = ?1
                """
            let start: Int64
            switch range.start {
            case .after(let number): start = number
            case .last:
                // The number before the last `limit` cards; 0 if there are fewer.
                let before = try database.statement("SELECT number \(source) ORDER BY number DESC LIMIT 1 OFFSET ?2")
                start = try before.value([environment.rawValue, range.limit]) ?? 0
            }
            let found = try database.statement(
                "SELECT number, card.rowid \(source) AND number > ?2 ORDER BY number LIMIT ?3"
            ).all([environment.rawValue, start, range.limit]) { (number: $0.int64(0), row: $0.int64(1)) }
            var rows = FeedRows(database)
            var cards: [EndedCard] = []
            var bytes = 0
            for (number, row) in found where bytes < range.mostBytes {
                guard let stored = try rows.card(row: row) else { continue }
                let actions = try rows.actions(onCard: row, of: stored.card.feed.viewer)
                bytes += EndedCard.size(actions)
                cards.append(try EndedCard(number: number, stored, actions: actions))
            }
            let last = try database.statement("SELECT seq FROM sqlite_sequence WHERE name = 'ending'")
                .value(as: Int64.self)
            return (cards, last ?? 0)
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
            // A range, so that SQLite uses the index of ids. U+10FFFF is the last code point, so that all ids with this
            // prefix are before it.
            let beginning = range.beginning == nil ? "?7 IS NULL" : "card.id >= ?7 AND card.id < ?7 || char(1114111)"
            // Only find the row ids here. Reading a card also reads its feed, and both tables have columns with the
            // same names.
            let found = try database.statement(
                """
                SELECT card.rowid, seenAt FROM card CROSS JOIN feed ON feed.id = card.feed
                WHERE card.rowid < ?1 AND environment = ?2 AND (?3 IS NULL OR stream = ?3)
                AND (?4 IS NULL OR user = ?4) AND (?5 IS NULL OR status = ?5) AND \(beginning)
                ORDER BY card.rowid DESC LIMIT ?6
                """
            ).all([
                range.before ?? .max, environment.rawValue, range.stream?.rawValue, range.user?.rawValue,
                range.status?.rawValue, range.limit, range.beginning,
            ]) { (row: $0.int64(0), seenAt: $0.optionalInt64(1)) }
            var rows = FeedRows(database)
            return try found.compactMap { row in
                try rows.card(row: row.row).map { ListedCard(number: row.row, card: $0, seenAt: row.seenAt) }
            }
        }
    }
}
