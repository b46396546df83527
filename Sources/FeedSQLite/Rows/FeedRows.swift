import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import SQLite

/// Loads rows for a command and writes its changes, in one transaction. Commands refer to feeds and cards by their keys
/// and ids, the tables refer to them by row id. A value must not outlive its transaction.
struct FeedRows {
    let database: Database
    private let webhooks: [EnvironmentID: [StoredWebhook]]
    private let epoch: Int64
    private var feedRows: [FeedKey: Int64] = [:]
    private var feedKeys: [Int64: FeedKey] = [:]
    private var counters: [FeedKey: FeedCounters] = [:]
    private var cardRows: [CardID: Int64] = [:]
    /// The row ids of loaded feeds whose last change was in an earlier epoch.
    private var feedsOfEarlierEpochs: Set<Int64> = []

    /// - Parameters:
    ///   - webhooks: All webhooks, grouped by environment.
    ///   - epoch: The number of the current ``FileEpoch``; 0 if feeds are only read.
    init(_ database: Database, webhooks: [EnvironmentID: [StoredWebhook]] = [:], epoch: Int64 = 0) {
        self.database = database
        self.webhooks = webhooks
        self.epoch = epoch
    }

    /// The row id of a card. The card must have been loaded, or inserted with a lifecycle, an ask, or webhooks.
    func row(of card: CardID) throws -> Int64 {
        guard let row = cardRows[card] else {
            throw Problem(
                .internalError,
                detail:
                    "A card disappeared from the feed while a request was using the card. Restart the server; if this happens again, restore a backup."
            )
        }
        return row
    }

    // MARK: Loading

    /// Loads the data that a command needs. Creates feeds that do not exist yet.
    mutating func load(_ needs: FeedNeeds) throws -> LoadedFeeds {
        var loaded = LoadedFeeds()
        for feed in needs.feeds { loaded.counters[feed] = try counters(of: feed) }
        for address in needs.cards {
            guard let card = try card(address) else { continue }
            loaded.cards.append(card)
            loaded.counters[card.card.feed] = counters[card.card.feed]
        }
        if let due = needs.due {
            loaded.due = try cards(due)
            for card in loaded.due { loaded.counters[card.feed] = counters[card.feed] }
        }
        try loadAsks(needs, into: &loaded)
        loaded.editions = try editions(of: needs.logicalCards)
        loaded.publications = try publications(needs.publications)
        loaded.actions = try actions(needs.actions)
        loaded.uploads = try uploads(needs)
        for viewer in needs.users { loaded.users[viewer] = try user(viewer) }
        loaded.devices = try devices(needs.devices)
        loaded.invitations = try invitations(needs)
        loaded.groups = try groups(needs)
        loaded.themes = try themes(needs)
        loaded.webhooks = needs.webhooks.flatMap { webhooks[$0] ?? [] }
        return loaded
    }

    private mutating func editions(of logicalCards: [LogicalCard]) throws -> [FeedCard] {
        guard !logicalCards.isEmpty else { return [] }
        let select = try database.statement(
            """
            SELECT \(Self.cardColumns) FROM card WHERE feed = ? AND lifecycle = ?
            AND status IN ('active', 'embargoed', 'snoozed') ORDER BY rowid
            """)
        var editions: [FeedCard] = []
        for logicalCard in logicalCards {
            editions += try select.all([try row(of: logicalCard.feed), logicalCard.lifecycle.rawValue]) { try card($0) }
        }
        return editions
    }

    private mutating func cards(_ due: FeedNeeds.DueCards) throws -> [FeedCard] {
        let select = try database.statement(
            "SELECT \(Self.cardColumns) FROM card WHERE deadline <= ? ORDER BY deadline LIMIT ?")
        return try select.all([due.now, due.limit]) { try card($0) }
    }

    private func row(of feed: FeedKey) throws -> Int64 {
        guard let row = feedRows[feed] else { throw Self.cardWithoutFeed }
        return row
    }

    mutating func counters(of key: FeedKey) throws -> FeedCounters {
        if let known = counters[key] { return known }
        let arguments: [(any SQLiteValue)?] = [
            key.viewer.environment.rawValue, key.viewer.user.rawValue, key.streamID.rawValue,
        ]
        let select = try database.statement(
            """
            SELECT id, sequence, visible, everHadCard, epoch FROM feed
            WHERE environment = ? AND user = ? AND stream = ?
            """)
        let known = try select.first(arguments) { row in
            index(
                key, row: row[0], FeedCounters(sequence: row[1], visible: row[2], everHadCard: row[3]), epoch: row[4])
        }
        if let known { return known }
        try database.statement("INSERT INTO feed (environment, user, stream, epoch) VALUES (?, ?, ?, ?)")
            .run(arguments + [epoch])
        return index(key, row: database.lastInsertedRowID, FeedCounters(), epoch: epoch)
    }

    private mutating func key(ofFeed row: Int64) throws -> FeedKey {
        if let key = feedKeys[row] { return key }
        let select = try database.statement(
            "SELECT environment, user, stream, sequence, visible, everHadCard, epoch FROM feed WHERE id = ?")
        let key = try select.first([row]) { feed in
            let key = FeedKey(
                environment: EnvironmentID(stored: feed[0]), user: UserID(stored: feed[1]),
                streamID: StreamID(stored: feed[2]))
            index(
                key, row: row, FeedCounters(sequence: feed[3], visible: feed[4], everHadCard: feed[5]), epoch: feed[6])
            return key
        }
        guard let key else { throw Self.cardWithoutFeed }
        return key
    }

    @discardableResult
    private mutating func index(
        _ key: FeedKey, row: Int64, _ counters: FeedCounters, epoch: Int64
    ) -> FeedCounters {
        if epoch != self.epoch { feedsOfEarlierEpochs.insert(row) }
        feedRows[key] = row
        feedKeys[row] = key
        self.counters[key] = counters
        return counters
    }

    private static let cardWithoutFeed = Problem(.internalError, detail: "The feed has a card without a stream.")

    // MARK: Cards

    static let cardColumns = """
        rowid, id, feed, sequence, status, createdAt, updatedAt, recency, publishAt, snoozedUntil, expiresAt, vote, \
        lifecycle, priority, ask
        """
    static let cardColumnCount = 15

    /// Reads a card from a row with ``cardColumns``.
    mutating func card(_ row: borrowing Row) throws -> FeedCard {
        guard let status = CardStatus(rawValue: row[4]) else {
            throw Problem(
                .internalError,
                detail:
                    "The feed has a card status that this version of cardstream does not support. Update cardstream.")
        }
        let id = CardID(stored: row[1])
        cardRows[id] = row[0]
        return FeedCard(
            id: id, feed: try key(ofFeed: row[2]), sequence: row[3], priority: row[13],
            lifecycle: (row[12] as String?).map(LifecycleID.init(stored:)),
            life: CardLife(
                status: status, vote: (row[11] as String?).flatMap(Card.Vote.init(rawValue:)), snoozedUntil: row[9],
                publishAt: row[8], expiresAt: row[10], createdAt: row[5], updatedAt: row[6],
                activeAt: -(row[7] as Int64)),
            ask: (row[14] as String?).map(AskID.init(stored:)))
    }

    /// A card with its body; nil if it does not exist in the scope.
    mutating func card(_ address: CardAddress) throws -> StoredCard? {
        let arguments: [(any SQLiteValue)?]
        let condition: String
        switch address.scope {
        case .feed(let feed):
            condition = "feed = (SELECT id FROM feed WHERE environment = ? AND user = ? AND stream = ?)"
            arguments = [
                address.id.rawValue, feed.viewer.environment.rawValue, feed.viewer.user.rawValue,
                feed.streamID.rawValue,
            ]
        case .environment(let environment):
            condition = "feed IN (SELECT id FROM feed WHERE environment = ?)"
            arguments = [address.id.rawValue, environment.rawValue]
        }
        let select = try database.statement(
            "SELECT \(Self.cardColumns), body FROM card WHERE id = ? AND \(condition)")
        return try select.first(arguments) { StoredCard(card: try card($0), body: $0.bytes(Self.cardColumnCount)) }
    }

    /// The card with a row id and its body; nil if it does not exist.
    mutating func card(row number: Int64) throws -> StoredCard? {
        let select = try database.statement(
            "SELECT \(Self.cardColumns), body FROM card WHERE rowid = ?")
        return try select.first([number]) { StoredCard(card: try card($0), body: $0.bytes(Self.cardColumnCount)) }
    }

    // MARK: Writing

    /// - Parameter time: The time of the changes, in milliseconds since 1970.
    mutating func write(_ changes: FeedChanges, at time: Int64) throws {
        try insert(changes.inserted)
        try update(changes.updated)
        try rewrite(changes.bodies)
        try write(changes.asks)
        for audit in changes.audit { try append(audit.entry, of: audit.environment) }
        try addDeliveries(of: changes.events)
        try insert(changes.publications, at: time)
        try insert(changes.actions)
        try submit(changes.submitted, at: time)
        try write(changes.uploads)
        try writeUsers(changes, at: time)
        try writeWebhooks(changes)
        try writeInvitations(changes)
        try writeGroups(changes)
        try writeThemes(changes)
        try write(changes.counters)
    }

    private mutating func write(_ counters: [FeedKey: FeedCounters]) throws {
        guard !counters.isEmpty else { return }
        for feed in counters.keys { try recordEarlierEpoch(ofFeed: row(of: feed)) }
        let update = try database.statement(
            "UPDATE feed SET sequence = ?, visible = ?, everHadCard = ? WHERE id = ?")
        for (feed, counters) in counters {
            try update.run(
                [counters.sequence, counters.visible, counters.everHadCard, try row(of: feed)])
        }
    }

    /// Records the last number of a feed's earlier epoch, with the feed's first change in the current one.
    private mutating func recordEarlierEpoch(ofFeed row: Int64) throws {
        guard feedsOfEarlierEpochs.remove(row) != nil else { return }
        try database.statement(
            "INSERT INTO feedEpoch (feed, epoch, sequence) SELECT id, epoch, sequence FROM feed WHERE id = ?"
        ).run([row])
        try database.statement("UPDATE feed SET epoch = ? WHERE id = ?").run([epoch, row])
    }

    private func addDeliveries(of events: [FeedEvent]) throws {
        guard !webhooks.isEmpty else { return }
        for event in events {
            guard let webhooks = webhooks[event.feed.viewer.environment] else { continue }
            try addDeliveries(of: event, card: row(of: event.cardID), to: webhooks)
        }
    }

    private mutating func insert(_ cards: [StoredCard]) throws {
        guard !cards.isEmpty else { return }
        let insert = try database.statement(
            """
            INSERT INTO card (id, feed, sequence, status, priority, createdAt, updatedAt, recency, publishAt,
            expiresAt, deadline, lifecycle, ask, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for loaded in cards {
            let (card, life) = (loaded.card, loaded.card.life)
            try insert.run([
                card.id.rawValue, try row(of: card.feed), card.sequence, life.status.rawValue, card.priority,
                life.createdAt, life.updatedAt, -life.activeAt, life.publishAt, life.expiresAt, life.deadline,
                card.lifecycle?.rawValue, card.ask?.rawValue, loaded.body,
            ])
            let row = database.lastInsertedRowID
            // Later changes or webhooks may need the row id.
            if card.lifecycle != nil || card.ask != nil || !webhooks.isEmpty { cardRows[card.id] = row }
            if !life.status.isOpen { try recordEnding(ofCard: row) }
        }
    }

    private func update(_ cards: [FeedCard]) throws {
        guard !cards.isEmpty else { return }
        let update = try database.statement(
            """
            UPDATE card SET sequence = ?, status = ?, updatedAt = ?, recency = ?, snoozedUntil = ?, expiresAt = ?,
            deadline = ?, vote = ? WHERE rowid = ?
            """)
        for card in cards {
            let life = card.life
            try update.run([
                card.sequence, life.status.rawValue, life.updatedAt, -life.activeAt, life.snoozedUntil,
                life.expiresAt, life.deadline, life.vote?.rawValue, try row(of: card.id),
            ])
            if !life.status.isOpen { try recordEnding(ofCard: row(of: card.id)) }
        }
    }

    private func rewrite(_ bodies: [CardID: [UInt8]]) throws {
        guard !bodies.isEmpty else { return }
        let update = try database.statement("UPDATE card SET body = ? WHERE rowid = ?")
        for (card, body) in bodies { try update.run([body, try row(of: card)]) }
    }

    /// Assigns the next number to a card that has ended, unless it already has one.
    private func recordEnding(ofCard row: Int64) throws {
        try database.statement("INSERT INTO ending (card) VALUES (?) ON CONFLICT DO NOTHING").run([row])
    }
}
