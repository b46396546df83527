package import Cards
import SQLite

package import struct Foundation.Date

/// Counts from a store at one moment.
package struct StoreSummary: Hashable, Sendable {
    /// The number of visible and of unseen cards of each stream that was received in full.
    package var streams: [StreamID: UserMetrics.Counts] = [:]
    /// The streams whose cards come from an attached source and not from the connection.
    package var sourceStreams: Set<StreamID> = []
    /// The number of cards by stream that are open on the server, but hidden because an answer to them waits.
    package var answered: [StreamID: Int] = [:]
    /// Actions that the server has not accepted yet.
    package var waiting = 0
    /// Actions that the server refused, for the user to decide about.
    package var refused = 0
    /// Actions that cannot be read, and were not sent.
    package var unreadable = 0
    /// When the stream with the oldest synchronisation was last known to be complete.
    package var syncedAt: Date?
    /// The owner of the cards; nil before the first connection.
    package var owner: String?
    /// The actions of each attached source that it has not accepted, including refused ones. Sources without such
    /// actions are left out.
    package var sources: [String: UnsentData] = [:]

    init(_ db: Database) throws {
        owner = try db.statement("SELECT name FROM owner").value(as: StoredText.self)?.text
        try db.statement(
            """
            SELECT name, visible_count, last_synced, (
                SELECT count(*) FROM card INDEXED BY card_unseen
                WHERE card.stream = stream.row AND visible = 1 AND seen = 0), source
            FROM stream JOIN sync_state ON sync_state.stream = stream.row
            WHERE sync_state.last_synced IS NOT NULL
            """
        ).forEachRow { row in
            let stream = StreamID(stored: row[0])
            streams[stream] = UserMetrics.Counts(total: row[1], unseen: row[3])
            if row.int64(4) > 0 { sourceStreams.insert(stream) }
            let synced = Date(milliseconds: row[2])
            syncedAt = min(syncedAt ?? synced, synced)
            return true
        }
        try db.statement(
            """
            SELECT stream.name, count(DISTINCT card.row) FROM outbox
            JOIN card ON card.stream = outbox.stream AND card.id = outbox.card
            JOIN stream ON stream.row = outbox.stream
            WHERE card.status = 'active' AND card.visible = 0 GROUP BY stream.name
            """
        ).forEachRow { row in
            answered[StreamID(stored: row[0])] = row[1]
            return true
        }
        let counts = try db.statement("SELECT count(*) - count(refused_reason), count(refused_reason) FROM outbox")
            .first { ($0.int(0), $0.int(1)) }
        unreadable = try db.statement("SELECT count(*) FROM unreadable_action").value() ?? 0
        if let counts { (waiting, refused) = counts }
        try db.statement(
            """
            SELECT source.name, source.owner, count(*) FROM outbox JOIN source ON source.row = outbox.source
            GROUP BY source.row
            """
        ).forEachRow { row in
            let owner = row[1] as StoredText?
            sources[(row[0] as StoredText).text] = UnsentData(owner: owner?.text ?? "", actions: row[2])
            return true
        }
    }
}
