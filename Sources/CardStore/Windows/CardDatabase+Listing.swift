package import Cards
import SQLite

package import struct Foundation.Date

/// Reads all cards in order, for callers that need them once. A screen reads windows instead.
extension CardDatabase {
    /// Calls `take` with each card that matches a filter, in feed order, until it returns false. The time grows with
    /// the number of cards, and other reads wait in the meantime.
    ///
    /// - Parameter take: Called on the reading connection, so it must not use the database. Returns false to stop.
    package func forEachCard(
        in streamID: StreamID, through filter: FeedFilter, at now: Date,
        _ take: @escaping @Sendable (CardWindow.Item) -> Bool
    ) async throws(StoreError) {
        let windows = observers.reader
        let prepared = PreparedFilter(filter)
        try await read { db in
            guard let stream = try windows.streamRow(streamID, db) else { return }
            let select = try db.statement(
                "SELECT \(WindowReader.filterColumns) FROM card WHERE stream = ? AND \(prepared.scope.sql) ORDER BY priority, recency, id"
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
