package import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

/// The lists that publishers can read.
extension PostgresStorage {
    private static let unseenCount = """
        (SELECT count(*) FROM card WHERE card.feed = feed.id AND status = 'active' AND seenAt IS NULL)
        """

    package func streams(of environment: EnvironmentID) async throws(Problem) -> [StreamSummary] {
        try await readOnce { database in
            try database.all(
                """
                SELECT stream, count(*), sum(visible)::bigint, sum(\(Self.unseenCount))::bigint FROM feed
                WHERE environment = $1 GROUP BY stream ORDER BY stream
                """, [environment.rawValue]
            ) { StreamSummary(stream: StreamID(stored: $0[0]), users: $0[1], active: $0[2], unseen: $0[3]) }
        }
    }

    package func users(
        of environment: EnvironmentID, after: UserID?, limit: Int
    ) async throws(Problem) -> [UserID] {
        try await readOnce { database in
            // From each table, read no more users than the result can have.
            let tables = ["feed", "reader", "profile", "device", "invitation"].map { table in
                """
                (SELECT DISTINCT userID FROM \(table) WHERE environment = $1 AND userID > $2 ORDER BY userID LIMIT $3)
                """
            }
            return try database.values(
                "\(tables.joined(separator: " UNION ")) ORDER BY userID LIMIT $3",
                [environment.rawValue, after?.rawValue ?? "", limit], as: String.self
            ).map(UserID.init(stored:))
        }
    }

    package func unknownUsers(
        among users: [UserID], in environment: EnvironmentID
    ) async throws(Problem) -> [UserID] {
        try await readOnce { database in
            let known = ["reader", "profile", "device", "invitation"].map {
                "SELECT userID FROM \($0) WHERE environment = $1 AND userID = ANY($2)"
            }
            let found = try database.values(
                known.joined(separator: " UNION "),
                [environment.rawValue, PostgresArray(users.map(\.rawValue))], as: String.self)
            let names = Set(found)
            return users.filter { !names.contains($0.rawValue) }
        }
    }

    package func endedCards(
        of environment: EnvironmentID, in range: RecordRange
    ) async throws(Problem) -> (cards: [EndedCard], last: Int64) {
        try await read { database in
            let start: Int64
            switch range.start {
            case .after(let number): start = number
            case .last:
                // The number before the last `limit` cards; 0 if there are fewer.
                start =
                    try database.value(
                        "SELECT number FROM ending WHERE environment = $1 ORDER BY number DESC LIMIT 1 OFFSET $2",
                        [environment.rawValue, range.limit]) ?? 0
            }
            let found = try database.all(
                "SELECT number, card FROM ending WHERE environment = $1 AND number > $2 ORDER BY number LIMIT $3",
                [environment.rawValue, start, range.limit]
            ) { (number: $0.int64(0), card: $0.int64(1)) }
            var rows = FeedRows(database)
            var cards: [EndedCard] = []
            var bytes = 0
            for (number, card) in found where bytes < range.mostBytes {
                guard let stored = try rows.card(number: card) else { continue }
                let actions = try rows.actions(onCard: card, of: stored.card.feed.viewer)
                bytes += EndedCard.size(actions)
                cards.append(try EndedCard(number: number, stored, actions: actions))
            }
            let last = try database.value(
                "SELECT endings FROM environment WHERE id = $1", [environment.rawValue], as: Int64.self)
            return (cards, last ?? 0)
        }
    }

    package func feeds(of viewer: Viewer) async throws(Problem) -> [FeedSummary] {
        try await readOnce { database in
            try database.all(
                """
                SELECT stream, visible, \(Self.unseenCount) FROM feed WHERE environment = $1 AND userID = $2
                ORDER BY stream
                """, [viewer.environment.rawValue, viewer.user.rawValue]
            ) { FeedSummary(stream: StreamID(stored: $0[0]), active: $0[1], unseen: $0[2]) }
        }
    }

    package func cards(of environment: EnvironmentID, in range: CardRange) async throws(Problem) -> [ListedCard] {
        try await read { database in
            let found = try database.all(
                """
                SELECT number, seenAt FROM card JOIN feed ON feed.id = card.feed
                WHERE number < $1 AND environment = $2 AND ($3::text IS NULL OR stream = $3)
                AND ($4::text IS NULL OR userID = $4) AND ($5::text IS NULL OR status = $5)
                AND ($7::text IS NULL OR card.id ^@ $7) ORDER BY number DESC LIMIT $6
                """,
                [
                    range.before ?? .max, environment.rawValue, range.stream?.rawValue, range.user?.rawValue,
                    range.status?.rawValue, range.limit, range.beginning,
                ]
            ) { (number: $0.int64(0), seenAt: $0[1] as Int64?) }
            var rows = FeedRows(database)
            let cards = Dictionary(
                try rows.cards(numbers: found.map(\.number)).map { ($0.number, $0.card) },
                uniquingKeysWith: { first, _ in first })
            return found.compactMap { row in
                cards[row.number].map { ListedCard(number: row.number, card: $0, seenAt: row.seenAt) }
            }
        }
    }

    package func invitations(of environment: EnvironmentID) async throws(Problem) -> [StoredInvitation] {
        try await readOnce { try FeedRows($0).invitations(of: environment) }
    }

    package func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup] {
        try await readOnce { try FeedRows($0).groups(of: environment) }
    }

    package func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> String? {
        let id = StoredTheme.ID(environment: environment, stream: stream)
        return try await readOnce { try FeedRows($0).theme(id) }
    }

    package func themes(of environment: EnvironmentID) async throws(Problem) -> [StoredTheme] {
        try await readOnce { try FeedRows($0).themes(of: environment) }
    }
}
