package import Cards
import SQLite

package import struct Foundation.Date

/// An action that was taken out of the outbox because its response cannot be read.
package struct UnreadableAction: Hashable, Sendable {
    package var key: ActionKey
    package var streamID: StreamID
    package var cardID: CardID
}

extension CardDatabase {
    /// Takes the actions out of the outbox whose response cannot be read, as after damage to the file: they can never
    /// be sent, and would keep those behind them from it. They are kept in a table of their own, the history says what
    /// became of them, and their cards show as the server has them.
    ///
    /// - Returns: those that were found now.
    package func setUnreadableAside(at now: Date) async throws(StoreError) -> [UnreadableAction] {
        let isAny = try await read { db in
            var isAny = false
            try db.statement("SELECT response FROM outbox").forEachRow { row in
                isAny = StoredResponse.decode(row.bytes(0)) == nil
                return !isAny
            }
            return isAny
        }
        guard isAny else { return [] }
        return try await write(.full) { transaction in try transaction.setUnreadableAside(at: now.milliseconds) }
    }
}

extension StoreTransaction {
    /// The message for those who wait for such an action.
    static let unreadableReason = "The stored action cannot be read and was not sent."

    fileprivate func setUnreadableAside(at now: Milliseconds) throws -> [UnreadableAction] {
        let found = try db.statement(
            "SELECT key, stream.name, card, response FROM outbox JOIN stream ON stream.row = outbox.stream"
        ).all { row in
            StoredResponse.decode(row.bytes(3)) == nil
                ? UnreadableAction(
                    key: ActionKey(stored: row[0]), streamID: StreamID(stored: row[1]), cardID: CardID(stored: row[2]))
                : nil
        }.compactMap(\.self)
        for action in found {
            try run(
                """
                INSERT OR REPLACE INTO unreadable_action
                    (key, stream, card, response, created, attempts, history, set_aside)
                SELECT key, stream, card, response, created, attempts, history, ?2 FROM outbox WHERE key = ?1
                """, [action.key.rawValue, now])
            try run("DELETE FROM outbox WHERE key = ?", [action.key.rawValue])
            news.append(.ended(action.key, .discarded(reason: Self.unreadableReason)))
            try refresh(action.cardID, in: streamRow(action.streamID), at: now)
        }
        return found
    }
}
