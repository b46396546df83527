import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Date
import struct Foundation.UUID

/// A delivery that is due.
struct WebhookDelivery: Hashable, Sendable {
    var row: Int64
    /// The same for every attempt, so that whoever gets it twice can tell.
    var id: DeliveryID
    var attempts: Int
    /// Nil for a notification that calls nobody by now.
    var body: [UInt8]?
}

/// What webhooks are still to be told: a table, so that no crash and no restart loses any of it.
extension FeedLog {
    /// Stores that a card changed, for every webhook that wants to know. Part of the change's transaction.
    static func note(
        _ event: FeedEvent, of card: Int64, for hooks: [StoredWebhook], _ database: Database
    ) throws {
        for hook in hooks {
            for message in event.messages(events: hook.events, streams: hook.streams) {
                try database.cachedStatement(
                    sql: """
                        INSERT INTO delivery (id, webhook, card, event, sequence, at, nextAt, cause)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [
                    "msg_" + UUID().uuidString.lowercased(), hook.id.rawValue, card, message.rawValue, event.sequence,
                    event.at, event.at, message == .notification ? event.event.rawValue : nil,
                ])
            }
        }
    }

    /// When a webhook is to be told something next; nil when there is nothing to tell.
    func nextDelivery(of hook: WebhookID) async throws(Problem) -> Date? {
        try await read { database in
            try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT min(nextAt) FROM delivery WHERE webhook = ? AND nextAt IS NOT NULL"),
                arguments: [hook.rawValue]
            )
            .map(FeedTime.date)
        }
    }

    /// The deliveries whose time has come, longest waiting first.
    func dueDeliveries(of hook: WebhookID, limit: Int, now: Date) async throws(Problem) -> [WebhookDelivery] {
        try await read { database in
            let select = try database.cachedStatement(
                sql: """
                    SELECT delivery.rowid, delivery.id, attempts, event, delivery.sequence, at, card.rowid, card.id,
                    environment, user, stream, priority, createdAt, snoozedUntil, expiresAt, vote, body,
                    cause, status
                    FROM delivery JOIN card ON card.rowid = delivery.card JOIN feed ON feed.id = card.feed
                    WHERE webhook = ? AND nextAt <= ? ORDER BY nextAt, delivery.rowid LIMIT ?
                    """)
            return try Row.fetchAll(select, arguments: [hook.rawValue, FeedTime.milliseconds(now), limit]).map { row in
                let isCall = row[3] == WebhookEvent.notification.rawValue
                let call = isCall ? try Self.call(row, at: now, database) : nil
                return WebhookDelivery(
                    row: row[0], id: DeliveryID(stored: row[1]), attempts: row[2],
                    body: isCall && call == nil ? nil : try Self.payload(row, call, database))
            }
        }
    }

    /// Forgets a delivery that has arrived.
    func deliveryArrived(_ row: Int64) async throws(Problem) {
        try await write { database in
            try database.cachedStatement(sql: "DELETE FROM delivery WHERE rowid = ?").execute(arguments: [row])
        }
    }

    /// Notes an attempt in vain.
    ///
    /// - Parameter next: When to try again; nil gives it up.
    func deliveryFailed(_ row: Int64, reason: String, next: Date?, now: Date) async throws(Problem) {
        try await write { database in
            try database.cachedStatement(
                sql: "UPDATE delivery SET attempts = attempts + 1, nextAt = ?, lastAt = ?, reason = ? WHERE rowid = ?"
            ).execute(arguments: [
                next.map(FeedTime.milliseconds), FeedTime.milliseconds(now), String(reason.prefix(500)), row,
            ])
        }
    }

    // MARK: Payload

    private static func payload(_ row: Row, _ call: PushNotificationJob?, _ database: Database) throws -> [UInt8] {
        let response = call == nil ? try response(to: row[6], sequence: row[4], database) : nil
        let body = TellableBody.of(try row.bytes(at: 16))
        var writer = JSONWriter(reservingCapacity: 512 + body.count)
        writer.object { writer in
            writer.member("type", row[3] as String)
            writer.key("timestamp")
            writer.string(FeedTime.text(FeedTime.date(milliseconds: row[5])))
            writer.key("data")
            writer.object { writer in
                writer.member("id", row[7] as String)
                writer.member("environment", row[8] as String)
                writer.member("user", row[9] as String)
                writer.member("stream", row[10] as String)
                writer.member("seq", Int(row[4] as Int64))
                writer.member("priority", row[11] as Int)
                for (name, index) in [("created", 12), ("snoozedUntil", 13), ("expires", 14)] {
                    guard let time = row[index] as Int64? else { continue }
                    writer.member(name, FeedTime.text(FeedTime.date(milliseconds: time)))
                }
                if let vote = row[15] as String? { writer.member("vote", vote) }
                writer.key("card")
                writer.raw(body)
                if let response {
                    writer.key("response")
                    writer.raw(response)
                }
                if let call {
                    writer.member("notification", call.notification.payload)
                    writer.member("devices", call.devices)
                }
            }
        }
        return writer.bytes
    }

    /// What the user did that made a change; nil when it was not the user.
    private static func response(to card: Int64, sequence: Int64, _ database: Database) throws -> [UInt8]? {
        guard sequence > 0 else { return nil }
        let select = try database.cachedStatement(
            sql: "SELECT request, receipt FROM action WHERE card = ? ORDER BY rowid DESC")
        for row in try Row.fetchAll(select, arguments: [card])
        where try FeedCoder.decodeStoredActionReceipt(row.bytes(at: 1)).sequence == sequence {
            return FeedCoder.encode(try FeedCoder.decodeStoredActionRequest(row.bytes(at: 0)).response)
        }
        return nil
    }
}
