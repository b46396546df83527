package import Cards
import SQLite

package import struct Foundation.Date

/// Counts cards without reading them.
extension CardDatabase {
    /// The number of visible cards of a stream. With a filter, the number of matching cards, which requires checking
    /// each card.
    package func count(in streamID: StreamID, through filter: FeedFilter, at now: Date) async throws(StoreError) -> Int
    {
        if !filter.isEmpty { return try await cards(in: streamID, through: filter, at: now).count }
        return try await read { db in
            try db.statement("SELECT visible_count FROM stream WHERE name = ?").value([streamID.rawValue]) ?? 0
        }
    }

    /// The number of visible and of unseen cards of every fully loaded stream. The time grows with the number of cards:
    /// some milliseconds for 10,000.
    package func counts() async throws(StoreError) -> [StreamID: (total: Int, unseen: Int)] {
        try await read { db in
            let counts = try db.statement(
                """
                SELECT name, visible_count, (
                    SELECT count(*) FROM card INDEXED BY card_unseen
                    WHERE card.stream = stream.row AND visible = 1 AND seen = 0)
                FROM stream JOIN sync_state ON sync_state.stream = stream.row
                WHERE sync_state.last_synced IS NOT NULL
                """
            ).all { (StreamID(stored: $0[0]), (total: $0.int(1), unseen: $0.int(2))) }
            return Dictionary(counts) { first, _ in first }
        }
    }

    /// Observes the number of cards in all streams: `onChange` gets each number at once and after every change, on a
    /// private serial queue. Returns a closure that ends the observation.
    package func observeCounts(
        _ onChange: @escaping @Sendable (StreamID, Int) -> Void
    ) -> @Sendable () -> Void {
        observers.addCounts(onChange)
    }

    /// Observes which streams change: `onChange` gets the number of cards after every visible change of a stream, on a
    /// private serial queue. Returns a closure that ends the observation.
    package func observeFeeds(_ onChange: @escaping @Sendable (StreamID, Int) -> Void) -> @Sendable () -> Void {
        observers.addCounts(hearsChanges: true, onChange)
    }
}
