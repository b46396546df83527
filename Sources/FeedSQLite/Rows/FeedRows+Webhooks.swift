import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import SQLite

import struct Foundation.UUID

/// Reads and writes webhooks and their queued deliveries. The queue is a table, so that no crash or restart loses a
/// delivery.
extension FeedRows {
    /// All webhooks, oldest first.
    static func webhooks(_ database: Database) throws -> [StoredWebhook] {
        return try database.statement(
            "SELECT id, environment, url, secret, events, streams, createdAt FROM webhook ORDER BY createdAt, id"
        ).all { row in
            StoredWebhook(
                id: WebhookID(stored: row[0]), environment: EnvironmentID(stored: row[1]), url: row[2], secret: row[3],
                events: (row[4] as String).split(separator: ",").compactMap { WebhookEvent(rawValue: String($0)) },
                streams: (row[5] as String).split(separator: ",").map { StreamID(stored: String($0)) },
                createdAt: row[6])
        }
    }

    func writeWebhooks(_ changes: FeedChanges) throws {
        for webhook in changes.webhooks {
            try database.run(
                """
                INSERT INTO webhook (id, environment, url, secret, events, streams, createdAt)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    webhook.id.rawValue, webhook.environment.rawValue, webhook.url, webhook.secret,
                    webhook.events.map(\.rawValue).joined(separator: ","),
                    webhook.streams.map(\.rawValue).joined(separator: ","), webhook.createdAt,
                ])
        }
        for id in changes.removedWebhooks {
            try database.run("DELETE FROM webhook WHERE id = ?", [id.rawValue])
        }
    }

    /// Queues the deliveries of an event.
    ///
    /// - Parameter card: The row id of the event's card.
    func addDeliveries(of event: FeedEvent, card: Int64, to webhooks: [StoredWebhook]) throws {
        for webhook in webhooks {
            for message in event.messages(events: webhook.events, streams: webhook.streams) {
                try database.statement(
                    """
                    INSERT INTO delivery (id, webhook, card, event, sequence, at, nextAt, cause)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
                ).run([
                    "msg_" + UUID().uuidString.lowercased(), webhook.id.rawValue, card, message.rawValue,
                    event.sequence, event.at, event.at, message == .notification ? event.event.rawValue : nil,
                ])
            }
        }
    }

    /// A delivery with the current state of its card; nil if the card no longer exists.
    ///
    /// - Parameter row: A row with the columns id, card, event, sequence, at, attempts, cause.
    mutating func delivery(_ row: borrowing Row) throws -> DueDelivery? {
        guard let event = WebhookEvent(rawValue: row[2]), let card = try card(row: row[1]) else { return nil }
        let viewer = card.card.feed.viewer
        let isNotification = event == .notification
        let sequence = row[3] as Int64
        var action: StoredAction?
        if !isNotification, sequence > 0 {
            action = try actions(onCard: row[1], of: viewer).last { $0.receipt.sequence == sequence }
        }
        var ask: Ask?
        if event == .askSettled, let id = card.card.ask {
            ask = try asks("id = ?", [id.rawValue]).first.map { Ask($0, cards: try cards(of: $0)) }
        }
        return DueDelivery(
            id: DeliveryID(stored: row[0]), event: event,
            cause: (row[6] as String?).flatMap(WebhookEvent.init(rawValue:)), sequence: sequence, at: row[4],
            attempts: row[5], card: card, action: action, user: isNotification ? try user(viewer) : nil, ask: ask)
    }
}
