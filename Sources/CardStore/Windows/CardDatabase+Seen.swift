package import Cards
import SQLite

/// The cards that the user has seen. The table `seen` has the cards that were ever seen; the column `seen` of a card is
/// 0 again after a snooze.
extension CardDatabase {
    /// Marks cards as seen. Queues the records for the publisher of newly seen cards in the same transaction.
    ///
    /// - Parameter record: Returns the record for a card with its publisher's metadata. Must return the same record for
    ///   each call with a card.
    /// - Returns: The cards that were not seen before.
    @discardableResult
    package func markSeen(
        _ cards: [CardID], in streamID: StreamID,
        record: @escaping @Sendable (CardID, _ metadata: JSONObject) -> AnalyticsRecord?
    ) async throws(StoreError) -> [SeenCard] {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            var newlySeen: [SeenCard] = []
            for card in cards {
                try transaction.run(
                    "INSERT INTO seen (stream, card) VALUES (?, ?) ON CONFLICT DO NOTHING", [stream.row, card.rawValue])
                let isFirstTime = transaction.db.changesCount > 0
                try transaction.markSeen(card, in: stream)
                guard isFirstTime else { continue }
                let body = try transaction.body(of: card, in: stream)
                let metadata = body?.metadata ?? [:]
                newlySeen.append(SeenCard(id: card, metadata: metadata, isQuestion: body?.ask != nil))
                if let record = record(card, metadata) { try transaction.queue([record]) }
            }
            return newlySeen
        }
    }

    /// The number of visible cards that are new to the user: unseen, or unread if the source tracks that.
    package func unseenCount(in streamID: StreamID) async throws(StoreError) -> Int {
        try await read { db in
            try db.statement(
                """
                SELECT count(*) FROM stream JOIN card INDEXED BY card_unseen ON card.stream = stream.row
                WHERE stream.name = ? AND visible = 1 AND seen = 0
                """
            ).value([streamID.rawValue]) ?? 0
        }
    }
}

/// A card that was seen for the first time.
package struct SeenCard: Hashable, Sendable {
    package let id: CardID
    /// The metadata that the publisher set.
    package let metadata: JSONObject
    /// Whether the card is a question, whose publisher may wait for the answer.
    package let isQuestion: Bool
}

extension StoreTransaction {
    /// The body of a card; nil if the card is gone or cannot be read.
    fileprivate func body(of card: CardID, in stream: StreamRow) throws -> CardBody? {
        let body: [UInt8]? = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
            .value([stream.row, card.rawValue])
        return body.flatMap { try? CardBody.decode($0) }
    }
}
