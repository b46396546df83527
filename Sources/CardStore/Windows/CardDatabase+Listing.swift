package import Cards
import SQLite

package import struct Foundation.Date

/// All cards in their order, for who wants them once. A screen reads windows.
extension CardDatabase {
    /// Gives the cards that a filter lets through one by one, in feed order, until the caller has enough. The time
    /// grows with the number of cards, and other reads wait meanwhile.
    ///
    /// - Parameter take: Called on the reading connection: it must not use the database. False ends it.
    package func forEachCard(
        in streamID: StreamID, through filter: FeedFilter, at now: Date,
        _ take: @escaping @Sendable (CardWindow.Item) -> Bool
    ) async throws(StoreError) {
        let windows = observers.reader
        let prepared = PreparedFilter(filter)
        try await read { db in
            guard let stream = try windows.streamRow(streamID, db) else { return }
            let select = try db.statement(
                "SELECT \(WindowReader.facts) FROM card WHERE stream = ? AND \(prepared.scope.sql) ORDER BY priority, recency, id"
            )
            select.bind(stream)
            try select.forEachRow { row in
                guard WindowReader.passes(row, prepared, now) else { return true }
                var bytes = 0
                let items = try windows.item(row: row.int64(0), streamID, stream, db, &bytes)
                windows.bodies.endPass()
                return items.allSatisfy(take)
            }
        }
    }
}
