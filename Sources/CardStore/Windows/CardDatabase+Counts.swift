package import Cards
import SQLite

package import struct Foundation.Date

/// How many cards there are, without reading any.
extension CardDatabase {
    /// The number of cards of a stream that show; with a filter those that get through, which takes a look at each.
    package func count(in streamID: StreamID, through filter: FeedFilter, at now: Date) async throws(StoreError) -> Int
    {
        if !filter.isEmpty { return try await cards(in: streamID, through: filter, at: now).count }
        return try await read { db in
            try db.statement("SELECT visible_count FROM stream WHERE name = ?").value([streamID.rawValue]) ?? 0
        }
    }

    /// The number of visible and of unseen cards of every stream that was received in full. Takes
    /// longer the more cards there are: some milliseconds for 10,000.
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

    /// Watches the numbers of cards of all streams: `onChange` gets each at once and after every change, on a private
    /// serial queue. Returns what ends it.
    package func observeCounts(
        _ onChange: @escaping @Sendable (StreamID, Int) -> Void
    ) -> @Sendable () -> Void {
        observers.addCounts(onChange)
    }

    /// Watches which streams change: `onChange` gets the number of cards after every change of what a stream shows, on a
    /// private serial queue. Returns what ends it.
    package func observeFeeds(_ onChange: @escaping @Sendable (StreamID, Int) -> Void) -> @Sendable () -> Void {
        observers.addCounts(hearsChanges: true, onChange)
    }
}
