import Basics
import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import SQLite

package import struct Foundation.Date

/// Reads webhooks, and reads and writes their deliveries.
extension SQLiteStorage {
    package func webhooks() async throws(Problem) -> [StoredWebhook] { try await read(FeedRows.webhooks) }

    package func nextDelivery(of webhook: WebhookID) async throws(Problem) -> Date? {
        let claims = claims.withLock { $0 }
        return try await read { database in
            let select = try database.statement(
                """
                SELECT id, nextAt FROM delivery WHERE webhook = ? AND nextAt IS NOT NULL ORDER BY nextAt LIMIT ?
                """)
            // A claimed delivery is due at the end of its claim. Among this many deliveries, at least one is not
            // claimed.
            return try select.all([webhook.rawValue, claims.count + 1]) { row in
                max(row[1] as Int64, claims[DeliveryID(stored: row[0])] ?? .min)
            }
            .min().map(FeedTime.date)
        }
    }

    package func claimDeliveries(
        of webhook: WebhookID, limit: Int, now: Date, until: Date
    ) async throws(Problem) -> [DueDelivery] {
        let (time, end) = (FeedTime.milliseconds(now), FeedTime.milliseconds(until))
        return try await read { [claims] database in
            let claimed = claims.withLock { claims in
                claims = claims.filter { $0.value > time }
                return claims
            }
            let select = try database.statement(
                """
                SELECT id, card, event, sequence, at, attempts, cause FROM delivery
                WHERE webhook = ? AND nextAt <= ? ORDER BY nextAt, rowid LIMIT ?
                """)
            var rows = FeedRows(database)
            var due: [DueDelivery] = []
            var count = 0
            try select.forEachRow([webhook.rawValue, time, limit + claimed.count]) { row in
                guard claimed[DeliveryID(stored: row[0])] == nil else { return true }
                count += 1
                if let delivery = try rows.delivery(row) { due.append(delivery) }
                return count < limit
            }
            // Claim before another read begins, so that two concurrent callers do not get the same delivery.
            claims.withLock { claims in for delivery in due { claims[delivery.id] = end } }
            return due
        }
    }

    package func settle(
        _ delivery: DeliveryID, _ result: DeliveryAttempt, at date: Date
    ) async throws(Problem) {
        _ = try await write { database in
            switch result {
            case .arrived:
                try database.run("DELETE FROM delivery WHERE id = ?", [delivery.rawValue])
            case .failed(let reason, let next):
                try database.run(
                    "UPDATE delivery SET attempts = attempts + 1, nextAt = ?, lastAt = ?, reason = ? WHERE id = ?",
                    [
                        next.map(FeedTime.milliseconds), FeedTime.milliseconds(date),
                        String(reason.prefix(DeliveryAttempt.longestReason)), delivery.rawValue,
                    ])
            }
        }
        claims.withLock { $0[delivery] = nil }
    }

    package func deliveryCounts(of webhook: WebhookID) async throws(Problem) -> (waiting: Int, dead: Int) {
        try await read { database in
            let counts = try database.statement(
                "SELECT count(nextAt), count(*) - count(nextAt) FROM delivery WHERE webhook = ?"
            ).first([webhook.rawValue]) { (waiting: $0.int(0), dead: $0.int(1)) }
            return counts ?? (0, 0)
        }
    }

    package func deadDeliveries(of webhook: WebhookID, limit: Int) async throws(Problem) -> [DeadDelivery] {
        try await read { database in
            let found = try database.statement(
                """
                SELECT delivery.id, event, card.id, at, attempts, lastAt, reason FROM delivery
                JOIN card ON card.rowid = delivery.card
                WHERE webhook = ? AND nextAt IS NULL ORDER BY delivery.rowid LIMIT ?
                """
            ).all([webhook.rawValue, limit]) { row in
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
            let time = FeedTime.milliseconds(date)
            guard let ids else {
                try database.run(
                    "UPDATE delivery SET attempts = 0, nextAt = ? WHERE webhook = ? AND nextAt IS NULL",
                    [time, webhook.rawValue])
                return database.changesCount
            }
            var count = 0
            for delivery in ids {
                try database.run(
                    "UPDATE delivery SET attempts = 0, nextAt = ? WHERE id = ? AND webhook = ? AND nextAt IS NULL",
                    [time, delivery.rawValue, webhook.rawValue])
                count += database.changesCount
            }
            return count
        }
    }
}
