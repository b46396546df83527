import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data

/// The rows of one transaction: loads what ``FeedEngine`` needs and writes what it changed. The engine knows feeds and cards
/// by their names, the tables by row. Lives inside the transaction only.
struct FeedRows {
    private let database: Database
    private let hooks: [EnvironmentID: [StoredWebhook]]
    private var feedRows: [FeedKey: Int64] = [:]
    private var feedKeys: [Int64: FeedKey] = [:]
    private var counters: [FeedKey: FeedCounters] = [:]
    private var cardRows: [CardID: Int64] = [:]

    /// - Parameter hooks: The webhooks by environment.
    init(_ database: Database, hooks: [EnvironmentID: [StoredWebhook]] = [:]) {
        self.database = database
        self.hooks = hooks
    }

    /// The row of a card that was loaded, or that was written and belongs to a logical card.
    func row(of card: CardID) throws -> Int64 {
        guard let row = cardRows[card] else {
            throw Problem(.internalError, detail: "The log lost a card while it was in use.")
        }
        return row
    }

    // MARK: Loading

    /// Loads what a command needs. Makes feeds that do not exist yet.
    mutating func load(_ needs: FeedNeeds) throws -> LoadedFeeds {
        var loaded = LoadedFeeds()
        for feed in needs.feeds { loaded.counters[feed] = try counters(of: feed) }
        guard !needs.logicalCards.isEmpty else { return loaded }
        let select = try database.cachedStatement(
            sql: """
                SELECT \(Self.cardColumns) FROM card WHERE feed = ? AND lifecycle = ?
                AND status IN ('active', 'embargoed', 'snoozed') ORDER BY rowid
                """)
        for logicalCard in needs.logicalCards {
            let rows = try Row.fetchAll(
                select, arguments: [try row(of: logicalCard.feed), logicalCard.lifecycle.rawValue])
            for row in rows { loaded.editions.append(try card(row)) }
        }
        return loaded
    }

    private func row(of feed: FeedKey) throws -> Int64 {
        guard let row = feedRows[feed] else { throw Self.cardWithoutFeed }
        return row
    }

    private mutating func counters(of key: FeedKey) throws -> FeedCounters {
        if let known = counters[key] { return known }
        let arguments: StatementArguments = [
            key.viewer.environment.rawValue, key.viewer.user.rawValue, key.streamID.rawValue,
        ]
        let select = try database.cachedStatement(
            sql: "SELECT id, sequence, visible, everHadCard FROM feed WHERE environment = ? AND user = ? AND stream = ?"
        )
        if let row = try Row.fetchOne(select, arguments: arguments) {
            return note(key, row: row[0], FeedCounters(sequence: row[1], visible: row[2], everHadCard: row[3]))
        }
        try database.cachedStatement(sql: "INSERT INTO feed (environment, user, stream) VALUES (?, ?, ?)")
            .execute(arguments: arguments)
        return note(key, row: database.lastInsertedRowID, FeedCounters())
    }

    private mutating func key(ofFeed row: Int64) throws -> FeedKey {
        if let key = feedKeys[row] { return key }
        let select = try database.cachedStatement(
            sql: "SELECT environment, user, stream, sequence, visible, everHadCard FROM feed WHERE id = ?")
        guard let feed = try Row.fetchOne(select, arguments: [row]) else { throw Self.cardWithoutFeed }
        let key = FeedKey(
            environment: EnvironmentID(stored: feed[0]), user: UserID(stored: feed[1]),
            streamID: StreamID(stored: feed[2]))
        note(key, row: row, FeedCounters(sequence: feed[3], visible: feed[4], everHadCard: feed[5]))
        return key
    }

    @discardableResult
    private mutating func note(_ key: FeedKey, row: Int64, _ counters: FeedCounters) -> FeedCounters {
        feedRows[key] = row
        feedKeys[row] = key
        self.counters[key] = counters
        return counters
    }

    private static let cardWithoutFeed = Problem(.internalError, detail: "The log has a card without a stream.")

    // MARK: Cards

    static let cardColumns = """
        rowid, id, feed, sequence, status, createdAt, updatedAt, recency, publishAt, snoozedUntil, expiresAt, vote, \
        lifecycle, priority
        """

    /// Reads a card from a row with ``cardColumns``.
    mutating func card(_ row: Row) throws -> FeedCard {
        guard let status = CardStatus(rawValue: row[4]) else {
            throw Problem(.internalError, detail: "The log holds a status that this version does not know.")
        }
        let id = CardID(stored: row[1])
        cardRows[id] = row[0]
        return FeedCard(
            id: id, feed: try key(ofFeed: row[2]), sequence: row[3], priority: row[13],
            lifecycle: (row[12] as String?).map(LifecycleID.init(stored:)),
            life: CardLife(
                status: status, vote: (row[11] as String?).flatMap(Card.Vote.init(rawValue:)), snoozedUntil: row[9],
                publishAt: row[8], expiresAt: row[10], createdAt: row[5], updatedAt: row[6],
                activeAt: -(row[7] as Int64)))
    }

    /// A card of a user's stream; nil where there is none.
    mutating func card(_ id: CardID, of feed: FeedKey) throws -> StoredCard? {
        let select = try database.cachedStatement(
            sql: """
                SELECT \(Self.cardColumns), body FROM card WHERE id = ?
                AND feed = (SELECT id FROM feed WHERE environment = ? AND user = ? AND stream = ?)
                """)
        let row = try Row.fetchOne(
            select,
            arguments: [
                id.rawValue, feed.viewer.environment.rawValue, feed.viewer.user.rawValue, feed.streamID.rawValue,
            ])
        return try row.map { StoredCard(card: try card($0), body: try $0.bytes(at: 14)) }
    }

    // MARK: Writing

    /// Writes what changed, the counters last.
    ///
    /// - Returns: The feeds in which cards are new or changed.
    mutating func finish(_ engine: inout FeedEngine) throws -> Set<FeedKey> {
        try write(engine.takeChanges(), at: FeedTime.milliseconds(engine.now))
        let changed = engine.changedCounters
        let update = try database.cachedStatement(
            sql: "UPDATE feed SET sequence = ?, visible = ?, everHadCard = ? WHERE id = ?")
        for (feed, counters) in changed {
            try update.execute(
                arguments: [counters.sequence, counters.visible, counters.everHadCard, try row(of: feed)])
        }
        return Set(changed.keys)
    }

    /// Writes all changes but the counters.
    ///
    /// - Parameter now: In milliseconds since 1970.
    mutating func write(_ changes: FeedChanges, at now: Int64) throws {
        try insert(changes.inserted)
        try update(changes.updated)
        for event in changes.events {
            guard let hooks = hooks[event.feed.viewer.environment] else { continue }
            try FeedLog.note(event, of: row(of: event.cardID), for: hooks, database)
        }
        try FeedLog.remember(changes.publications, at: now, database)
        for action in changes.actions {
            try FeedLog.remember(action, of: row(of: action.receipt.cardID), at: now, database)
        }
        try FeedLog.keep(changes.submitted, at: now, database)
    }

    private mutating func insert(_ cards: [StoredCard]) throws {
        guard !cards.isEmpty else { return }
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO card (id, feed, sequence, status, priority, createdAt, updatedAt, recency, publishAt,
                expiresAt, deadline, lifecycle, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for loaded in cards {
            let (card, life) = (loaded.card, loaded.card.life)
            try insert.execute(arguments: [
                card.id.rawValue, try row(of: card.feed), card.sequence, life.status.rawValue, card.priority,
                life.createdAt, life.updatedAt, -life.activeAt, life.publishAt, life.expiresAt, life.deadline,
                card.lifecycle?.rawValue, Data(loaded.body),
            ])
            // What a later change or a webhook may need.
            if card.lifecycle != nil || !hooks.isEmpty { cardRows[card.id] = database.lastInsertedRowID }
        }
    }

    private func update(_ cards: [FeedCard]) throws {
        guard !cards.isEmpty else { return }
        let update = try database.cachedStatement(
            sql: """
                UPDATE card SET sequence = ?, status = ?, updatedAt = ?, recency = ?, snoozedUntil = ?, deadline = ?,
                vote = ? WHERE rowid = ?
                """)
        for card in cards {
            let life = card.life
            try update.execute(arguments: [
                card.sequence, life.status.rawValue, life.updatedAt, -life.activeAt, life.snoozedUntil, life.deadline,
                life.vote?.rawValue, try row(of: card.id),
            ])
        }
    }
}
