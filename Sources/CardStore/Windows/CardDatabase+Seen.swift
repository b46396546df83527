package import Cards
import SQLite

/// Which cards the user has had before their eyes, for good.
extension CardDatabase {
    /// Notes cards as seen, and in the same transaction queues what is reported to the publisher of those that were
    /// not.
    ///
    /// - Parameter record: The same each time it is asked for a card. Given what the card's publisher passes through.
    /// - Returns: Those that were not, each with that.
    @discardableResult
    package func markSeen(
        _ cards: [CardID], in streamID: StreamID,
        record: @escaping @Sendable (CardID, _ metadata: JSONObject) -> AnalyticsRecord?
    ) async throws(StoreError) -> [SeenCard] {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            var news: [SeenCard] = []
            for card in cards {
                try transaction.run(
                    "INSERT INTO seen (stream, card) VALUES (?, ?) ON CONFLICT DO NOTHING", [stream.row, card.rawValue])
                guard transaction.db.changesCount > 0 else { continue }
                try transaction.markSeen(card, in: stream)
                let body = try transaction.body(of: card, in: stream)
                let metadata = body?.metadata ?? [:]
                news.append(SeenCard(id: card, metadata: metadata, isQuestion: body?.ask != nil))
                if let record = record(card, metadata) { try transaction.queue([record]) }
            }
            return news
        }
    }

    /// How many of the cards that show are new to the user: unseen, or unread where the source keeps track of that.
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
    /// What the card's publisher passes through.
    package let metadata: JSONObject
    /// Whether a script waits for its answer.
    package let isQuestion: Bool
}

extension StoreTransaction {
    /// Nil for a card that is gone or cannot be read.
    fileprivate func body(of card: CardID, in stream: StreamRow) throws -> CardBody? {
        let body: [UInt8]? = try db.statement("SELECT body FROM card WHERE stream = ? AND id = ?")
            .value([stream.row, card.rawValue])
        return body.flatMap { try? CardBody.decode($0) }
    }
}
