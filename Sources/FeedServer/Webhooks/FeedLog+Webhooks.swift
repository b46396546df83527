import Basics
import Cards
import FeedAPI
import GRDB

import struct Foundation.Date
import struct Foundation.UUID

/// A webhook as the server keeps it.
struct StoredWebhook: Hashable, Sendable {
    var id: WebhookID
    var environment: EnvironmentID
    var url: String
    var secret: String
    /// Empty for all but notifications.
    var events: [WebhookEvent]
    /// Empty for all.
    var streams: [StreamID]
    var createdAt: Int64

    func told(waiting: Int = 0, dead: Int = 0, withSecret: Bool = false) -> Webhook {
        Webhook(
            id: id, url: url, events: events, streams: streams, createdAt: FeedTime.date(milliseconds: createdAt),
            secret: withSecret ? secret : nil, waiting: waiting, dead: dead)
    }
}

extension FeedLog {
    static let webhookSchema = """
        CREATE TABLE webhook (
            id TEXT PRIMARY KEY,
            environment TEXT NOT NULL,
            url TEXT NOT NULL,
            secret TEXT NOT NULL,
            -- Names with commas between them; empty for all.
            events TEXT NOT NULL,
            streams TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE delivery (
            rowid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
            card INTEGER NOT NULL REFERENCES card (rowid) ON DELETE CASCADE,
            event TEXT NOT NULL,
            -- Of the change; 0 for one the user is not told of.
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            -- When it is tried next; none for one that was given up.
            nextAt INTEGER,
            lastAt INTEGER,
            reason TEXT
        );
        CREATE INDEX deliveryByTime ON delivery (webhook, nextAt);
        CREATE INDEX deliveryByCard ON delivery (card);
        """

    /// Webhooks of one environment, at most.
    static let mostWebhooks = 16

    // MARK: Webhooks

    /// All of them, by environment.
    static func webhooks(_ database: Database) throws -> [EnvironmentID: [StoredWebhook]] {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT id, environment, url, secret, events, streams, createdAt FROM webhook ORDER BY createdAt, id")
        let webhooks = rows.map { row in
            StoredWebhook(
                id: WebhookID(stored: row[0]), environment: EnvironmentID(stored: row[1]), url: row[2], secret: row[3],
                events: (row[4] as String).split(separator: ",").compactMap { WebhookEvent(rawValue: String($0)) },
                streams: (row[5] as String).split(separator: ",").map { StreamID(stored: String($0)) },
                createdAt: row[6])
        }
        return Dictionary(grouping: webhooks, by: \.environment)
    }

    func makeWebhook(_ request: WebhookRequest, environment: EnvironmentID, now: Date) async throws(Problem)
        -> StoredWebhook
    {
        let webhook = StoredWebhook(
            id: WebhookID(stored: UUID().uuidString.lowercased()), environment: environment, url: request.url,
            secret: WebhookSignature.newSecret(), events: request.events, streams: request.streams,
            createdAt: FeedTime.milliseconds(now))
        let all = try await write { database in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM webhook WHERE environment = ?", arguments: [environment.rawValue])
            guard count ?? 0 < Self.mostWebhooks else {
                throw Problem(
                    .tooManyWebhooks,
                    detail: "An environment may have \(Self.mostWebhooks) webhooks. Remove one first.")
            }
            try database.execute(
                sql: """
                    INSERT INTO webhook (id, environment, url, secret, events, streams, createdAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    webhook.id.rawValue, environment.rawValue, webhook.url, webhook.secret,
                    webhook.events.map(\.rawValue).joined(separator: ","),
                    webhook.streams.map(\.rawValue).joined(separator: ","), webhook.createdAt,
                ])
            return try Self.webhooks(database)
        }
        hooks.withLock { $0 = all }
        return webhook
    }

    func removeWebhook(_ id: WebhookID, environment: EnvironmentID) async throws(Problem) {
        let all = try await write { database in
            try database.execute(
                sql: "DELETE FROM webhook WHERE id = ? AND environment = ?",
                arguments: [id.rawValue, environment.rawValue])
            guard database.changesCount > 0 else { throw Self.unknownWebhook }
            return try Self.webhooks(database)
        }
        hooks.withLock { $0 = all }
    }

    private static let unknownWebhook = Problem(.notFound, detail: "This environment has no webhook of this id.")

    func webhooks(environment: EnvironmentID) async throws(Problem) -> [Webhook] {
        try await read { database in
            try Self.webhooks(database)[environment, default: []].map { webhook in
                let counts = try Row.fetchOne(
                    database, sql: "SELECT count(nextAt), count(*) - count(nextAt) FROM delivery WHERE webhook = ?",
                    arguments: [webhook.id.rawValue])
                return webhook.told(waiting: counts?[0] ?? 0, dead: counts?[1] ?? 0)
            }
        }
    }

    // MARK: Dead letters

    /// The deliveries that were given up, oldest first.
    func deadDeliveries(
        of id: WebhookID, environment: EnvironmentID, limit: Int = 1000
    ) async throws(Problem) -> [DeadDelivery] {
        try await read { database in
            try Self.require(id, environment, database)
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT delivery.id, event, card.id, at, attempts, lastAt, reason FROM delivery
                    JOIN card ON card.rowid = delivery.card
                    WHERE webhook = ? AND nextAt IS NULL ORDER BY delivery.rowid LIMIT ?
                    """, arguments: [id.rawValue, limit])
            return rows.compactMap { row in
                WebhookEvent(rawValue: row[1]).map { event in
                    DeadDelivery(
                        id: DeliveryID(stored: row[0]), event: event, cardID: CardID(stored: row[2]),
                        at: FeedTime.date(milliseconds: row[3]), attempts: row[4],
                        lastAt: (row[5] as Int64?).map(FeedTime.date), reason: row[6])
                }
            }
        }
    }

    /// Tries deliveries again that were given up, as if for the first time. Returns how many.
    func replay(_ ids: [DeliveryID]?, of id: WebhookID, environment: EnvironmentID, now: Date) async throws(Problem)
        -> Int
    {
        try await write { database in
            try Self.require(id, environment, database)
            let time = FeedTime.milliseconds(now)
            guard let ids else {
                try database.execute(
                    sql: "UPDATE delivery SET attempts = 0, nextAt = ? WHERE webhook = ? AND nextAt IS NULL",
                    arguments: [time, id.rawValue])
                return database.changesCount
            }
            var count = 0
            for delivery in ids {
                try database.execute(
                    sql: "UPDATE delivery SET attempts = 0, nextAt = ? WHERE id = ? AND webhook = ? AND nextAt IS NULL",
                    arguments: [time, delivery.rawValue, id.rawValue])
                count += database.changesCount
            }
            return count
        }
    }

    private static func require(_ id: WebhookID, _ environment: EnvironmentID, _ database: Database) throws {
        let isThere = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM webhook WHERE id = ? AND environment = ?)",
            arguments: [id.rawValue, environment.rawValue])
        guard isThere == true else { throw unknownWebhook }
    }
}
