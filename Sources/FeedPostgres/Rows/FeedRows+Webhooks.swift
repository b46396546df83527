import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Postgres

import struct Foundation.UUID

/// Reads and writes webhooks and their queued deliveries. The queue is a table, so that no crash or restart loses a
/// delivery.
extension FeedRows {
    /// All webhooks, oldest first.
    static func webhooks(_ database: Database) throws -> [StoredWebhook] {
        try database.all(sql("true"), []) { webhook($0) }
    }

    static func webhooks(of environment: EnvironmentID, _ database: Database) throws -> [StoredWebhook] {
        try queuedWebhooks(of: environment, database).all()
    }

    static func queuedWebhooks(of environment: EnvironmentID, _ database: Database) -> QueuedRows<StoredWebhook> {
        database.enqueueQuery(sql("environment = $1"), [environment.rawValue]) { webhook($0) }
    }

    private static func sql(_ condition: String) -> String {
        """
        SELECT id, environment, url, secret, events, streams, createdAt FROM webhook WHERE \(condition)
        ORDER BY createdAt, id
        """
    }

    private static func webhook(_ row: borrowing Row) -> StoredWebhook {
        StoredWebhook(
            id: WebhookID(stored: row[0]), environment: EnvironmentID(stored: row[1]), url: row[2], secret: row[3],
            events: (row[4] as String).split(separator: ",").compactMap { WebhookEvent(rawValue: String($0)) },
            streams: (row[5] as String).split(separator: ",").map { StreamID(stored: String($0)) }, createdAt: row[6])
    }

    func writeWebhooks(_ changes: FeedChanges) throws {
        for webhook in changes.webhooks {
            try database.enqueue(
                """
                INSERT INTO webhook (id, environment, url, secret, events, streams, createdAt)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                [
                    webhook.id.rawValue, webhook.environment.rawValue, webhook.url, webhook.secret,
                    webhook.events.map(\.rawValue).joined(separator: ","),
                    webhook.streams.map(\.rawValue).joined(separator: ","), webhook.createdAt,
                ])
        }
        for id in changes.removedWebhooks { try database.enqueue("DELETE FROM webhook WHERE id = $1", [id.rawValue]) }
    }

    /// The rows to insert for the deliveries of an event.
    ///
    /// - Parameter card: The number of the event's card.
    func deliveries(of event: FeedEvent, card: Int64, to webhooks: [StoredWebhook]) -> [[(any PostgresValue)?]] {
        webhooks.flatMap { webhook in
            event.messages(events: webhook.events, streams: webhook.streams).map { message in
                [
                    "msg_" + UUID().uuidString.lowercased(), webhook.id.rawValue, card, message.rawValue,
                    event.sequence, event.at, event.at, message == .notification ? event.event.rawValue : nil,
                ]
            }
        }
    }

    func insertDeliveries(_ rows: [[(any PostgresValue)?]]) throws {
        try database.enqueueEach(
            """
            INSERT INTO delivery (id, webhook, card, event, sequence, at, nextAt, cause)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """, rows)
    }

    /// A row of a claimed delivery.
    struct Claimed: Sendable {
        var id: DeliveryID
        var card: Int64
        var event: WebhookEvent
        var sequence: Int64
        var at: Int64
        var attempts: Int
        var cause: WebhookEvent?
    }

    /// A delivery with the current state of its card; nil if the card no longer exists.
    mutating func delivery(_ row: Claimed) throws -> DueDelivery? {
        guard let card = try card(number: row.card) else { return nil }
        let viewer = card.card.feed.viewer
        let isNotification = row.event == .notification
        var action: StoredAction?
        if !isNotification, row.sequence > 0 {
            action = try actions(onCard: row.card, of: viewer).last { $0.receipt.sequence == row.sequence }
        }
        var ask: Ask?
        if row.event == .askSettled, let id = card.card.ask {
            ask = try asks("id = $1", [id.rawValue]).first.map { Ask($0, cards: try cards(of: $0)) }
        }
        return DueDelivery(
            id: row.id, event: row.event, cause: row.cause, sequence: row.sequence, at: row.at, attempts: row.attempts,
            card: card, action: action, user: isNotification ? try user(viewer) : nil, ask: ask)
    }
}
