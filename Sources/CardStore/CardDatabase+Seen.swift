package import Cards
import GRDB

package import struct Foundation.Date

/// Which cards the user has had before their eyes, for good.
extension CardDatabase {
    /// Notes cards as seen, and for those that were not an event of kind ``CardEvent/Kind/cardDisplayed``.
    ///
    /// - Parameter makeID: random and new each time.
    package func noteSeen(
        _ cards: [CardID], in streamID: StreamID, at now: Date, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            for card in cards {
                try transaction.run(
                    "INSERT INTO seen (stream, card) VALUES (?, ?) ON CONFLICT DO NOTHING", [stream.row, card.rawValue])
                guard transaction.db.changesCount > 0 else { continue }
                try transaction.record(
                    CardEvent(id: makeID(), kind: .cardDisplayed, streamID: streamID, cardID: card, at: now))
            }
        }
    }

    /// How many of the cards that show the user has not seen.
    package func unseenCount(in streamID: StreamID) async throws(StoreError) -> Int {
        try await read { db in
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT count(*) FROM card INDEXED BY card_order JOIN stream ON stream.row = card.stream
                        WHERE stream.name = ? AND visible = 1 AND NOT EXISTS (
                            SELECT 1 FROM seen WHERE seen.stream = card.stream AND seen.card = card.id)
                        """), arguments: [streamID.rawValue]) ?? 0
        }
    }
}
