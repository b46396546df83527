import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Postgres

/// Loads rows for a command and writes its changes, in one transaction. Commands refer to feeds and cards by their keys
/// and ids, the tables refer to them by number. A value must not outlive its transaction.
///
/// To avoid deadlocks, every transaction takes its locks in the same order: names, asks, feeds, and at its end the
/// counters of environments. A feed is locked before a transaction reads anything of it that a change depends on.
struct FeedRows {
    let database: Database
    var feedNumbers: [FeedKey: Int64] = [:]
    var feedKeys: [Int64: FeedKey] = [:]
    var counters: [FeedKey: FeedCounters] = [:]
    private var cardNumbers: [CardID: Int64] = [:]
    /// Inserted cards whose numbers are not known yet.
    private var unnumbered: [CardID] = []
    /// The webhooks of the feeds' environments. They are read in advance, because nearly every change has an event for
    /// webhooks.
    private var webhooks: [EnvironmentID: QueuedRows<StoredWebhook>] = [:]
    /// Cards that have ended, in this order. They get their numbers in ``finish()``.
    var ended: [(environment: EnvironmentID, card: CardID)] = []
    /// Entries for the audit logs of environments. They are written in ``finish()``.
    var audit: [StoredAudit] = []

    init(_ database: Database) { self.database = database }

    // MARK: Loading

    /// Loads and locks the data that a command needs. Creates feeds that do not exist yet.
    mutating func load(_ needs: FeedNeeds) throws -> LoadedFeeds {
        for environment in needs.feeds.map(\.viewer.environment) + needs.cards.map(\.environment) {
            prepareWebhooks(of: environment)
        }
        let found = try lock(needs)
        var loaded = LoadedFeeds()
        for feed in needs.feeds { loaded.counters[feed] = counters[feed] }
        for number in found.cards {
            guard let card = try card(number: number) else { continue }
            loaded.cards.append(card)
            loaded.counters[card.card.feed] = counters[card.card.feed]
        }
        if let due = needs.due {
            loaded.due = try cards(
                "card.number = ANY($1) AND deadline <= $2 ORDER BY deadline, card.number",
                [PostgresArray(found.due), due.now])
            for card in loaded.due { loaded.counters[card.feed] = counters[card.feed] }
        }
        try loadAsks(found.asks, needs, into: &loaded)
        loaded.editions = try editions(needs)
        loaded.publications = try publications(needs.publications)
        loaded.actions = try actions(needs.actions)
        loaded.uploads = try uploads(needs)
        for viewer in needs.users { loaded.users[viewer] = try user(viewer) }
        loaded.devices = try devices(needs.devices)
        loaded.invitations = try invitations(needs)
        loaded.groups = try groups(needs)
        loaded.themes = try themes(needs)
        loaded.webhooks = try needs.webhooks.flatMap { try Self.webhooks(of: $0, database) }
        return loaded
    }

    func number(of feed: FeedKey) throws -> Int64 {
        guard let number = feedNumbers[feed] else { throw Self.lost }
        return number
    }

    /// The number of a card that was loaded or inserted. The numbers of inserted cards are read from the database when
    /// the first one is needed.
    mutating func number(of card: CardID) throws -> Int64 {
        if let number = cardNumbers[card] { return number }
        if !unnumbered.isEmpty {
            let found = try database.all(
                "SELECT id, number FROM card WHERE id = ANY($1)", [PostgresArray(unnumbered.map(\.rawValue))]
            ) { (id: CardID(stored: $0[0]), number: $0.int64(1)) }
            for card in found { cardNumbers[card.id] = card.number }
            unnumbered = []
        }
        guard let number = cardNumbers[card] else { throw Self.lost }
        return number
    }

    private static let lost = Problem(
        .internalError,
        detail:
            "A card disappeared from the feed while a request was using the card. Restart the server; if this happens again, restore a backup."
    )

    // MARK: Cards

    static let cardColumns = """
        card.number, card.id, card.sequence, status, priority, card.createdAt, updatedAt, recency, publishAt, \
        snoozedUntil, expiresAt, vote, lifecycle, ask, environment, userID, stream
        """
    private static let cardColumnCount = 17
    static let cardTables = "card JOIN feed ON feed.id = card.feed"

    /// Reads a card from a row with ``cardColumns``.
    mutating func card(_ row: borrowing Row) throws -> FeedCard {
        guard let status = CardStatus(rawValue: row[3]) else {
            throw Problem(
                .internalError,
                detail:
                    "The feed has a card status that this version of cardstream does not support. Update cardstream.")
        }
        let id = CardID(stored: row[1])
        cardNumbers[id] = row[0]
        return FeedCard(
            id: id,
            feed: FeedKey(
                environment: EnvironmentID(stored: row[14]), user: UserID(stored: row[15]),
                streamID: StreamID(stored: row[16])),
            sequence: row[2], priority: row[4], lifecycle: (row[12] as String?).map(LifecycleID.init(stored:)),
            life: CardLife(
                status: status, vote: (row[11] as String?).flatMap(Card.Vote.init(rawValue:)), snoozedUntil: row[9],
                publishAt: row[8], expiresAt: row[10], createdAt: row[5], updatedAt: row[6],
                activeAt: -(row[7] as Int64)),
            ask: (row[13] as String?).map(AskID.init(stored:)))
    }

    /// - Parameter condition: The SQL after `WHERE`.
    mutating func cards(_ condition: String, _ values: [(any PostgresValue)?]) throws -> [FeedCard] {
        try database.all("SELECT \(Self.cardColumns) FROM \(Self.cardTables) WHERE \(condition)", values) {
            try card($0)
        }
    }

    /// The card with a number and its body; nil if it does not exist.
    mutating func card(number: Int64) throws -> StoredCard? {
        try database.first("SELECT \(Self.cardColumns), body FROM \(Self.cardTables) WHERE card.number = $1", [number])
        {
            StoredCard(card: try card($0), body: $0.bytes(Self.cardColumnCount))
        }
    }

    /// Cards with their bodies, ordered by number.
    mutating func cards(numbers: [Int64]) throws -> [(number: Int64, card: StoredCard)] {
        try database.all(
            """
            SELECT \(Self.cardColumns), body FROM \(Self.cardTables) WHERE card.number = ANY($1) ORDER BY card.number
            """, [PostgresArray(numbers)]
        ) { ($0[0], StoredCard(card: try card($0), body: $0.bytes(Self.cardColumnCount))) }
    }

    /// The open editions of logical cards, ordered by number. This is a single query, because there may be thousands of
    /// logical cards.
    private mutating func editions(_ needs: FeedNeeds) throws -> [FeedCard] {
        guard !needs.logicalCards.isEmpty else { return [] }
        return try cards(
            """
            (feed, lifecycle) IN (SELECT * FROM unnest($1::bigint[], $2::text[])) AND lifecycle IS NOT NULL
            AND status IN ('active', 'embargoed', 'snoozed') ORDER BY card.number
            """,
            [
                PostgresArray(try needs.logicalCards.map { try number(of: $0.feed) }),
                PostgresArray(needs.logicalCards.map(\.lifecycle.rawValue)),
            ])
    }

    // MARK: Writing

    /// - Parameter time: The time of the changes, in milliseconds since 1970.
    mutating func write(_ changes: FeedChanges, at time: Int64) throws {
        try insert(changes.inserted)
        try update(changes.updated)
        try database.enqueueEach(
            "UPDATE card SET body = $1 WHERE number = $2",
            changes.bodies.map { card, body in [body, try number(of: card)] })
        try write(changes.asks)
        audit += changes.audit
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
        try database.enqueueEach(
            "UPDATE feed SET sequence = $1, visible = $2, everHadCard = $3 WHERE id = $4",
            changes.counters.map { feed, counters in
                [counters.sequence, counters.visible, counters.everHadCard, try number(of: feed)]
            })
        for (feed, counters) in changes.counters { self.counters[feed] = counters }
    }

    /// Requests the webhooks of an environment. The query is sent together with the next statement.
    @discardableResult
    private mutating func prepareWebhooks(of environment: EnvironmentID) -> QueuedRows<StoredWebhook> {
        if let rows = webhooks[environment] { return rows }
        let rows = Self.queuedWebhooks(of: environment, database)
        webhooks[environment] = rows
        return rows
    }

    private mutating func addDeliveries(of events: [FeedEvent]) throws {
        var rows: [[(any PostgresValue)?]] = []
        for event in events {
            let environment = event.feed.viewer.environment
            let webhooks = try prepareWebhooks(of: environment).all()
            if webhooks.isEmpty { continue }
            rows += try deliveries(of: event, card: number(of: event.cardID), to: webhooks)
        }
        try insertDeliveries(rows)
    }

    private mutating func insert(_ cards: [StoredCard]) throws {
        guard !cards.isEmpty else { return }
        let rows = try cards.map { loaded in
            let (card, life) = (loaded.card, loaded.card.life)
            return [
                card.id.rawValue, try number(of: card.feed), card.sequence, life.status.rawValue, card.priority,
                life.createdAt, life.updatedAt, -life.activeAt, life.publishAt, life.expiresAt, life.deadline,
                card.lifecycle?.rawValue, card.ask?.rawValue, loaded.body,
            ] as [(any PostgresValue)?]
        }
        try database.enqueueEach(
            """
            INSERT INTO card (id, feed, sequence, status, priority, createdAt, updatedAt, recency, publishAt, expiresAt,
            deadline, lifecycle, ask, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            """, rows)
        unnumbered += cards.map(\.card.id)
        for card in cards { recordEnding(of: card.card) }
    }

    private mutating func update(_ cards: [FeedCard]) throws {
        let rows = try cards.map { card in
            let life = card.life
            return [
                card.sequence, life.status.rawValue, life.updatedAt, -life.activeAt, life.snoozedUntil,
                life.expiresAt, life.deadline, life.vote?.rawValue, try number(of: card.id),
            ] as [(any PostgresValue)?]
        }
        try database.enqueueEach(
            """
            UPDATE card SET sequence = $1, status = $2, updatedAt = $3, recency = $4, snoozedUntil = $5, expiresAt = $6,
            deadline = $7, vote = $8 WHERE number = $9
            """, rows)
        for card in cards { recordEnding(of: card) }
    }

    private mutating func recordEnding(of card: FeedCard) {
        if !card.life.status.isOpen { ended.append((card.feed.viewer.environment, card.id)) }
    }
}
