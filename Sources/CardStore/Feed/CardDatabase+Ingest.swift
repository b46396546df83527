package import CardSources
package import Cards
import SQLite

package import struct Foundation.Date

extension CardDatabase {
    /// The most cards one transaction takes. More make a feed come in faster, because pages of the indexes that change
    /// again and again are written once; fewer would not make a user's action faster, for which a transaction ends
    /// early.
    static let transactionLimit = 1000

    /// Stores the changes of one delta. The cursor is kept with the last of them: a crash in between means that the
    /// delta comes again, and applying it twice changes nothing. Cards with an action in the outbox keep its effect.
    ///
    /// - Parameters:
    ///   - since: The cursor of the request for the changes. If a faster live feed has stored another one, that one stays.
    ///     Nil for what arrives in order, as from a live feed.
    ///   - ownerEpoch: ``ownerEpoch`` at the time of the request; nil is any.
    /// - Returns: the actions that were withdrawn because their cards have ended.
    /// - Throws: ``StoreError/begunAnew`` if the store was emptied for another user since.
    @discardableResult
    package func apply(
        _ delta: FeedDelta, since: FeedCursor? = nil, at now: Date, of ownerEpoch: Int? = nil
    ) async throws(StoreError) -> [EndedAction] {
        try await apply([delta], since: since, at: now, of: ownerEpoch)
    }

    /// Several deltas in order, in as few transactions as the limit and the user allow.
    @discardableResult
    package func apply(
        _ deltas: [FeedDelta], since: FeedCursor? = nil, at now: Date, of ownerEpoch: Int? = nil
    ) async throws(StoreError) -> [EndedAction] {
        defer { tidyWhenQuiet() }
        var place = IngestPlace()
        var ended: [EndedAction] = []
        while place.delta < deltas.count {
            let start = place
            let step = try await write(of: ownerEpoch) { [waitingActions] transaction in
                let place = try transaction.store(deltas, since: since, from: start, at: now.milliseconds) { count in
                    count == 0 || (count < Self.transactionLimit && !waitingActions.isAny)
                }
                return (place: place, ended: transaction.ended)
            }
            place = step.place
            ended += step.ended
        }
        return ended
    }

    // MARK: Snapshots

    /// Begins a snapshot whose pages all name `cursor`.
    ///
    /// - Parameters:
    ///   - generation: See ``CardSources/FeedPage/generation``.
    ///   - ownerEpoch: ``ownerEpoch`` at the time of the request; nil is any.
    /// - Throws: ``StoreError/begunAnew`` if the store was emptied for another user since, as for each of its pages.
    package func beginSnapshot(
        of streamID: StreamID, cursor: FeedCursor, generation: String? = nil, ownerEpoch: Int? = nil
    ) async throws(StoreError) -> SnapshotTicket {
        try await write(of: ownerEpoch) { transaction in
            let stream = try transaction.streamRow(streamID)
            let number = stream.generation + 1
            try transaction.setGeneration(number, of: stream)
            let select = try transaction.db.statement("SELECT epoch FROM sync_state WHERE stream = ?")
            let epoch = try select.value([stream.row], as: String.self)
            return SnapshotTicket(
                streamID: streamID, cursor: cursor, epoch: generation, generation: number,
                replacesEpoch: epoch != nil && epoch != generation, ownerEpoch: ownerEpoch)
        }
    }

    /// Stores one page, in as few transactions as the limit and the user allow. Cards not on any page so far stay.
    package func apply(_ page: FeedPage, of ticket: SnapshotTicket, at now: Date) async throws(StoreError) {
        var start = 0
        repeat {
            let first = start
            start = try await write(of: ticket.ownerEpoch) { [waitingActions] transaction in
                let stream = try transaction.streamRow(ticket.streamID)
                if page.hasEverHadCard { transaction.markUsed(stream) }
                let limit = min(first + Self.transactionLimit, page.entries.count)
                var place = first
                while place < limit, place == first || !waitingActions.isAny {
                    let end = min(place + IngestPlace.stride, limit)
                    try transaction.store(page.entries[place..<end], in: stream, at: now.milliseconds, snapshot: ticket)
                    place = end
                }
                return place
            }
        } while start < page.entries.count
    }

    /// Ends a snapshot: what no page named is gone from the server and goes here too, then its cursor is kept.
    package func finish(_ ticket: SnapshotTicket, at now: Date) async throws(StoreError) {
        defer { tidyWhenQuiet() }
        var last: Int64? = 0
        while let from = last {
            last = try await write(of: ticket.ownerEpoch) { transaction in try transaction.sweep(ticket, from: from) }
        }
        try await write(of: ticket.ownerEpoch) { transaction in
            try transaction.keep(
                ticket.cursor, of: transaction.streamRow(ticket.streamID), at: now.milliseconds, isUpToDate: true,
                ending: ticket)
        }
    }

    // MARK: Sync state

    package func syncRecord(of streamID: StreamID) async throws(StoreError) -> SyncRecord {
        try await read { db in
            let record = try db.statement(
                """
                SELECT cursor, epoch, etag, last_synced FROM sync_state
                JOIN stream ON stream.row = sync_state.stream WHERE stream.name = ?
                """
            ).first([streamID.rawValue]) { row in
                SyncRecord(
                    cursor: row.optionalString(0).map(FeedCursor.init(stored:)), epoch: row[1], etag: row[2],
                    lastSyncedAt: row.optionalInt64(3).map { Date(milliseconds: $0) })
            }
            return record ?? SyncRecord()
        }
    }

    /// Forgets the cursor, because the server does: the next synchronisation takes a snapshot.
    package func dropCursor(of streamID: StreamID) async throws(StoreError) {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            try transaction.run("UPDATE sync_state SET cursor = NULL WHERE stream = ?", [stream.row])
        }
    }

    /// Notes that the store holds all the server has, though nothing had to be changed.
    package func markSynced(_ streamID: StreamID, at now: Date, of ownerEpoch: Int? = nil) async throws(StoreError) {
        try await write(of: ownerEpoch) { transaction in
            let stream = try transaction.streamRow(streamID)
            try transaction.run(
                "UPDATE sync_state SET last_synced = ? WHERE stream = ?", [now.milliseconds, stream.row])
        }
    }
}
