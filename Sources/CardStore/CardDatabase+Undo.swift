package import Cards
import GRDB

package import struct Foundation.Date

/// Actions are held back for a moment before they are sent. Nothing but their time tells them from others, so that what
/// a crash leaves behind is sent by the next start like any other action.
extension CardDatabase {
    /// Takes the newest action back of those of which no delivery has begun. The card comes back as it was before.
    package func undo(at now: Date) async throws(StoreError) -> Undoing {
        try await write(.full) { transaction in
            let newest = try Row.fetchOne(
                transaction.db.cachedStatement(
                    sql: OutboxRecord.select
                        + " WHERE refused_reason IS NULL ORDER BY attempts > 0, position DESC LIMIT 1"
                )
            ).flatMap(OutboxRecord.init)
            guard let newest else { return .nothing }
            guard newest.attempts == 0 else { return .underWay }
            try transaction.run("DELETE FROM outbox WHERE key = ?", [newest.key.rawValue])
            let stream = try transaction.streamRow(newest.streamID)
            try transaction.refresh(newest.cardID, in: stream, at: now.milliseconds)
            return .undone(newest.cardID, newest.response)
        }
    }

    /// Lets go what is held back, for a program that ends. Returns whether there was any.
    package func release(at now: Date) async throws(StoreError) -> Bool {
        let isHeld = "refused_reason IS NULL AND attempts = 0 AND next_attempt > ?1"
        let time = now.milliseconds
        // Mostly there is none, and a write takes longer than a look.
        let isAny = try await read { db in
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE \(isHeld))"), arguments: [time])
        }
        guard isAny == true else { return false }
        try await write(.full) { transaction in
            try transaction.run("UPDATE outbox SET next_attempt = ?1 WHERE \(isHeld)", [time])
        }
        return true
    }

    /// Whether something that ``release(at:)`` let go at this time has got neither an answer nor a failure yet.
    package func isSendingReleased(at time: Date) async throws(StoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE next_attempt = ? AND refused_reason IS NULL)"),
                arguments: [time.milliseconds]) ?? false
        }
    }
}
