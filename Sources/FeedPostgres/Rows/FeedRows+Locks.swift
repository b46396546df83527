import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Locks rows until the end of the transaction.
extension FeedRows {
    /// Rows that were found and locked. They may have changed before they were locked, so they are read again
    /// afterwards.
    struct Found {
        /// Those of the requested cards that exist.
        var cards: [Int64] = []
        /// Cards whose deadline had passed.
        var due: [Int64] = []
        var asks: [AskID] = []
        /// The feeds to lock.
        var feeds: Set<Int64> = []
    }

    /// Finds and locks the rows that a command needs.
    mutating func lock(_ needs: FeedNeeds) throws -> Found {
        try lockNames(needs)
        var found = Found()
        try find(needs.cards, &found)
        try lockAsks(needs, &found)
        // Optimizes the usual case: most publications need only feeds that exist.
        let isLocked = try found.feeds.isEmpty && lockKnown(needs.feeds)
        if !isLocked {
            found.feeds.formUnion(try numbers(of: needs.feeds))
            try lockFeeds(found.feeds)
        }
        try lockDue(needs, &found)
        return found
    }

    /// Locks due asks and cards, but skips those that another transaction has locked, so that a hanging transaction
    /// does not delay other deadlines. Skipped ones stay due.
    private mutating func lockDue(_ needs: FeedNeeds, _ found: inout Found) throws {
        if let due = needs.dueAsks {
            let ids = try database.values(
                "SELECT id FROM ask WHERE due <= $1 ORDER BY due, number LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED",
                [due.now, due.limit], as: String.self)
            let feeds = try feeds(of: ids.map(AskID.init(stored:)))
            try lockFeeds(Set(feeds.values.joined()), skipsLocked: true)
            found.asks += feeds.filter { $0.value.allSatisfy { feedKeys[$0] != nil } }.map(\.key)
        }
        if let due = needs.due {
            let rows = try database.all(
                """
                SELECT card.number, feed FROM card JOIN feed ON feed.id = card.feed WHERE deadline <= $1
                ORDER BY deadline, card.number LIMIT $2 FOR NO KEY UPDATE OF feed SKIP LOCKED
                """, [due.now, due.limit]
            ) { (number: $0.int64(0), feed: $0.int64(1)) }
            try lockFeeds(Set(rows.map(\.feed)))
            found.due = rows.map(\.number)
        }
    }

    /// Locks names instead of rows, where rows do not exist or may not exist yet.
    private func lockNames(_ needs: FeedNeeds) throws {
        var names = needs.users.map { "user \($0.environment) \($0.user)" }
        names += needs.devices.map { "devices \($0.environment)" }
        names += needs.webhooks.map { "webhooks \($0)" }
        names += needs.invitations.map { "invitations \($0)" }
        names += needs.groups.map { "groups \($0)" }
        names += needs.themes.map { "theme \($0.environment) \($0.stream)" }
        for name in Set(names).sorted() {
            try database.enqueue("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [name])
        }
    }

    private func find(_ cards: [CardAddress], _ found: inout Found) throws {
        for address in cards {
            let card = try database.first(
                """
                SELECT number, feed, ask, environment, userID, stream FROM card JOIN feed ON feed.id = card.feed
                WHERE card.id = $1
                """, [address.id.rawValue]
            ) { row in
                let feed = FeedKey(
                    environment: EnvironmentID(stored: row[3]), user: UserID(stored: row[4]),
                    streamID: StreamID(stored: row[5]))
                return (
                    number: row.int64(0), feed: row.int64(1), ask: (row[2] as String?).map(AskID.init(stored:)),
                    isMeant: address.contains(feed)
                )
            }
            guard let card, card.isMeant else { continue }
            found.cards.append(card.number)
            found.feeds.insert(card.feed)
            // The card's ask is loaded next. Lock it now, because asks are always locked before feeds.
            if let ask = card.ask { try lock([ask], &found) }
        }
    }

    private func lockAsks(_ needs: FeedNeeds, _ found: inout Found) throws {
        var ids = needs.asks
        for key in needs.askKeys {
            ids += try database.values(
                "SELECT id FROM ask WHERE environment = $1 AND key = $2",
                [key.environment.rawValue, key.key.rawValue], as: String.self
            ).map(AskID.init(stored:))
        }
        try lock(ids, &found)
        found.asks = ids
    }

    /// Locks asks, and adds the feeds of their cards to the feeds to lock.
    private func lock(_ asks: [AskID], _ found: inout Found) throws {
        guard !asks.isEmpty else { return }
        let ids = PostgresArray(asks.map(\.rawValue))
        try database.enqueue("SELECT FROM ask WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", [ids])
        found.feeds.formUnion(try feeds(of: asks).values.joined())
    }

    /// The feeds of the cards of each ask.
    private func feeds(of asks: [AskID]) throws -> [AskID: Set<Int64>] {
        let asks = try self.asks("id = ANY($1)", [PostgresArray(asks.map(\.rawValue))])
        let cards = try database.all(
            "SELECT id, feed FROM card WHERE id = ANY($1)",
            [PostgresArray(asks.flatMap(\.state.asked).map(\.card.rawValue))]
        ) { (CardID(stored: $0[0]), $0.int64(1)) }
        let feeds = Dictionary(cards, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            asks.map { ($0.id, Set($0.state.asked.compactMap { feeds[$0.card] })) },
            uniquingKeysWith: { first, _ in first })
    }

    // MARK: Feeds

    /// The numbers of feeds. Feeds that do not exist are created.
    private func numbers(of feeds: [FeedKey]) throws -> [Int64] {
        let unknown = feeds.filter { feedNumbers[$0] == nil }
        guard !unknown.isEmpty else { return [] }
        let values = Self.names(unknown)
        let select = """
            SELECT id FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (environment, userID, stream)
            JOIN feed USING (environment, userID, stream)
            """
        let known = try database.values(select, values, as: Int64.self)
        guard known.count < unknown.count else { return known }
        // Insert in a fixed order: two transactions that create the same feeds then wait for each other at the first
        // feed, and cannot deadlock.
        try database.run(
            """
            INSERT INTO feed (environment, userID, stream)
            SELECT DISTINCT environment, userID, stream
            FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (environment, userID, stream)
            WHERE NOT EXISTS (SELECT FROM feed WHERE feed.environment = wanted.environment
            AND feed.userID = wanted.userID AND feed.stream = wanted.stream)
            ORDER BY environment, userID, stream ON CONFLICT DO NOTHING
            """, values)
        return try database.values(select, values)
    }

    /// Locks existing feeds by their keys, in one statement.
    ///
    /// - Returns: False if a feed does not exist. No feed is locked then.
    private mutating func lockKnown(_ feeds: [FeedKey]) throws -> Bool {
        let unknown = Set(feeds.filter { feedNumbers[$0] == nil })
        guard !unknown.isEmpty else { return true }
        return try addLocked(
            """
            WITH wanted AS (
                SELECT feed.id FROM unnest($1::text[], $2::text[], $3::text[]) AS name (environment, userID, stream)
                JOIN feed USING (environment, userID, stream)
            )
            SELECT \(Self.lockColumns) FROM feed
            WHERE id IN (SELECT id FROM wanted) AND (SELECT count(*) FROM wanted) = $4
            ORDER BY id FOR NO KEY UPDATE
            """, Self.names(unknown) + [unknown.count]) > 0
    }

    /// Locks feeds in ascending order, and reads their counters.
    ///
    /// - Parameter skipsLocked: Whether to skip feeds that another transaction has locked.
    mutating func lockFeeds(_ numbers: Set<Int64>, skipsLocked: Bool = false) throws {
        let numbers = numbers.subtracting(feedKeys.keys)
        guard !numbers.isEmpty else { return }
        try addLocked(
            """
            SELECT \(Self.lockColumns) FROM feed
            WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE \(skipsLocked ? "SKIP LOCKED" : "")
            """, [PostgresArray(numbers)])
    }

    private static let lockColumns = "id, environment, userID, stream, sequence, visible, everHadCard"

    /// Runs a query that locks feeds, and stores the counters that it returns.
    /// - Returns: The number of locked feeds.
    @discardableResult
    private mutating func addLocked(_ sql: String, _ values: [(any PostgresValue)?]) throws -> Int {
        let feeds = try database.all(sql, values) { row in
            (
                number: row.int64(0),
                key: FeedKey(
                    environment: EnvironmentID(stored: row[1]), user: UserID(stored: row[2]),
                    streamID: StreamID(stored: row[3])),
                counters: FeedCounters(sequence: row[4], visible: row[5], everHadCard: row[6])
            )
        }
        for feed in feeds {
            feedNumbers[feed.key] = feed.number
            feedKeys[feed.number] = feed.key
            counters[feed.key] = feed.counters
        }
        return feeds.count
    }

    private static func names(_ feeds: some Collection<FeedKey>) -> [(any PostgresValue)?] {
        [
            PostgresArray(feeds.map(\.viewer.environment.rawValue)),
            PostgresArray(feeds.map(\.viewer.user.rawValue)), PostgresArray(feeds.map(\.streamID.rawValue)),
        ]
    }
}
