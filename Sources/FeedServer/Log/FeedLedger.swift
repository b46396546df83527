import Cards
import FeedAPI
import GRDB

/// The feeds touched by one transaction: their counters are read once, counted up in memory and written back at the
/// end, which makes a bulk publish one row of work per card. Lives inside the transaction only.
struct FeedLedger {
    struct Feed {
        var id: Int64
        var key: FeedKey
        var sequence: Int64
        var visible: Int
        var everHadCard: Bool
    }

    private let database: Database
    private let hooks: [EnvironmentID: [StoredWebhook]]
    private var feeds: [Int64: Feed] = [:]
    private var ids: [FeedKey: Int64] = [:]

    init(_ database: Database, hooks: [EnvironmentID: [StoredWebhook]]) {
        self.database = database
        self.hooks = hooks
    }

    /// The feeds that changed, for whoever has to be told.
    var changed: Set<FeedKey> { Set(feeds.values.map(\.key)) }

    /// The feed of a key, made when there is none.
    mutating func feedID(_ key: FeedKey) throws -> Int64 {
        if let id = ids[key] { return id }
        let arguments: StatementArguments = [
            key.viewer.environment.rawValue, key.viewer.user.rawValue, key.streamID.rawValue,
        ]
        let select = try database.cachedStatement(
            sql: "SELECT id, sequence, visible, everHadCard FROM feed WHERE environment = ? AND user = ? AND stream = ?"
        )
        let feed: Feed
        if let row = try Row.fetchOne(select, arguments: arguments) {
            feed = Feed(id: row[0], key: key, sequence: row[1], visible: row[2], everHadCard: row[3])
        } else {
            try database.cachedStatement(sql: "INSERT INTO feed (environment, user, stream) VALUES (?, ?, ?)")
                .execute(arguments: arguments)
            feed = Feed(id: database.lastInsertedRowID, key: key, sequence: 0, visible: 0, everHadCard: false)
        }
        feeds[feed.id] = feed
        ids[key] = feed.id
        return feed.id
    }

    private mutating func load(_ id: Int64) throws -> Feed {
        if let feed = feeds[id] { return feed }
        let select = try database.cachedStatement(
            sql: "SELECT environment, user, stream, sequence, visible, everHadCard FROM feed WHERE id = ?")
        guard let row = try Row.fetchOne(select, arguments: [id]) else {
            throw Problem(.internalError, detail: "The log has a card without a stream.")
        }
        let key = FeedKey(
            environment: EnvironmentID(stored: row[0]), user: UserID(stored: row[1]), streamID: StreamID(stored: row[2])
        )
        let feed = Feed(id: id, key: key, sequence: row[3], visible: row[4], everHadCard: row[5])
        feeds[id] = feed
        ids[key] = id
        return feed
    }

    /// Counts one change of a card from one status to another and returns its number.
    mutating func recordChange(in id: Int64, from: CardStatus?, to: CardStatus) throws -> Int64 {
        var feed = try load(id)
        feed.sequence += 1
        if from == .active { feed.visible -= 1 }
        if to == .active {
            feed.visible += 1
            feed.everHadCard = true
        }
        feeds[id] = feed
        return feed.sequence
    }

    /// Notes a change for the webhooks that want to know.
    mutating func tell(
        of card: Int64, in id: Int64, from: CardStatus?, to: CardStatus, sequence: Int64, at now: Int64
    ) throws {
        guard !hooks.isEmpty, let event = WebhookEvent(from: from, to: to) else { return }
        let key = try load(id).key
        guard let hooks = hooks[key.viewer.environment] else { return }
        try FeedLog.note(event, of: card, in: key, sequence: sequence, at: now, for: hooks, database)
    }

    /// Writes the counters back. Call it last.
    func flush() throws {
        let update = try database.cachedStatement(
            sql: "UPDATE feed SET sequence = ?, visible = ?, everHadCard = ? WHERE id = ?")
        for feed in feeds.values {
            try update.execute(arguments: [feed.sequence, feed.visible, feed.everHadCard, feed.id])
        }
    }
}
