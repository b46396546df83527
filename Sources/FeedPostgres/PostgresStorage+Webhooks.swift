import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

package import struct Foundation.Date

/// Reads webhooks, and reads and writes their deliveries.
extension PostgresStorage {
    package func webhooks() async throws(Problem) -> [StoredWebhook] { try await readOnce(FeedRows.webhooks) }

    package func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date? {
        try await readOnce { database in
            try database.value("SELECT min(nextAt) FROM delivery WHERE webhook = $1", [webhook.rawValue])
                .map(FeedTime.date)
        }
    }

    /// Claims deliveries by moving the time of their next attempt to the end of the claim.
    package func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery] {
        let (time, end) = (FeedTime.milliseconds(now), FeedTime.milliseconds(until))
        let claimed = try await write { database in
            try database.all(
                """
                WITH due AS (
                    SELECT number, nextAt FROM delivery WHERE webhook = $1 AND nextAt <= $2
                    ORDER BY nextAt, number LIMIT $3 FOR UPDATE SKIP LOCKED),
                claimed AS (
                    UPDATE delivery SET nextAt = $4 FROM due WHERE delivery.number = due.number
                    RETURNING delivery.*, due.nextAt AS wasDueAt)
                SELECT id, card, event, sequence, at, attempts, cause FROM claimed ORDER BY wasDueAt, number
                """, [webhook.rawValue, time, limit, end]
            ) { row in
                WebhookEvent(rawValue: row[2]).map { event in
                    FeedRows.Claimed(
                        id: DeliveryID(stored: row[0]), card: row[1], event: event, sequence: row[3], at: row[4],
                        attempts: row[5], cause: (row[6] as String?).flatMap(WebhookEvent.init(rawValue:)))
                }
            }
        }
        guard !claimed.isEmpty else { return [] }
        return try await read { database in
            var rows = FeedRows(database)
            return try claimed.compactMap { row in try row.flatMap { try rows.delivery($0) } }
        }
    }

    package func settle(
        _ delivery: DeliveryID, _ result: DeliveryAttempt, at date: Date
    ) async throws(Problem) {
        _ = try await write { database in
            switch result {
            case .arrived:
                try database.run("DELETE FROM delivery WHERE id = $1", [delivery.rawValue])
            case .failed(let reason, let next):
                try database.run(
                    "UPDATE delivery SET attempts = attempts + 1, nextAt = $1, lastAt = $2, reason = $3 WHERE id = $4",
                    [
                        next.map(FeedTime.milliseconds), FeedTime.milliseconds(date),
                        String(reason.prefix(DeliveryAttempt.longestReason)).withoutNulls, delivery.rawValue,
                    ])
            }
        }
    }

    package func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int) {
        try await readOnce { database in
            let counts = try database.first(
                "SELECT count(nextAt), count(*) - count(nextAt) FROM delivery WHERE webhook = $1", [webhook.rawValue]
            ) { (waiting: $0.int(0), dead: $0.int(1)) }
            return counts ?? (0, 0)
        }
    }

    package func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery] {
        try await readOnce { database in
            let found = try database.all(
                """
                SELECT delivery.id, event, card.id, at, attempts, lastAt, reason FROM delivery
                JOIN card ON card.number = delivery.card
                WHERE webhook = $1 AND nextAt IS NULL ORDER BY delivery.number LIMIT $2
                """, [webhook.rawValue, limit]
            ) { row in
                WebhookEvent(rawValue: row[1]).map { event in
                    DeadDelivery(
                        id: DeliveryID(stored: row[0]), event: event, cardID: CardID(stored: row[2]),
                        at: FeedTime.date(milliseconds: row[3]), attempts: row[4],
                        lastAt: (row[5] as Int64?).map(FeedTime.date), reason: row[6])
                }
            }
            return found.compactMap(\.self)
        }
    }

    package func replay(
        _ ids: [DeliveryID]?, of webhook: WebhookID, at date: Date
    ) async throws(Problem) -> Int {
        try await write { database in
            let replay = "UPDATE delivery SET attempts = 0, nextAt = $1 WHERE webhook = $2 AND nextAt IS NULL"
            let values: [(any PostgresValue)?] = [FeedTime.milliseconds(date), webhook.rawValue]
            guard let ids else { return try database.run(replay, values) }
            return try database.run("\(replay) AND id = ANY($3)", values + [PostgresArray(ids.map(\.rawValue))])
        }
    }
}
