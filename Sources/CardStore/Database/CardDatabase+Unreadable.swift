package import Cards
import SQLite

package import struct Foundation.Date

/// An action that was removed from the outbox because its response cannot be read.
package struct UnreadableAction: Hashable, Sendable {
    package var key: ActionKey
    package var streamID: StreamID
    package var cardID: CardID
}

extension CardDatabase {
    /// Moves actions whose response cannot be read, for example after damage to the file, from the outbox to a table of
    /// their own. They can never be sent, and they would block the actions behind them. The history marks them as
    /// unreadable, and their cards show the server's state.
    ///
    /// - Returns: The actions that this call moved.
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
    /// The message for callers that await such an action.
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
            outboxEvents.append(.ended(action.key, .discarded(reason: Self.unreadableReason)))
            try refresh(action.cardID, in: streamRow(action.streamID), at: now)
        }
        return found
    }
}
