package import CardSources
package import Cards
import SQLite

package import struct Foundation.Date

extension CardDatabase {
    /// The maximum number of cards in one transaction. With more cards, a feed is stored faster, because index pages
    /// that change repeatedly are written once. Fewer cards would not make a user's action faster, because a
    /// transaction ends early for it.
    static let transactionLimit = 1000

    /// Stores the changes of one delta. The cursor is stored with the last of them: after a crash in between, the delta
    /// arrives again, and applying it twice changes nothing. Cards with an action in the outbox keep the effect of that
    /// action.
    ///
    /// - Parameters:
    ///   - since: The cursor that was sent with the request for the changes. If a faster live feed has stored another
    ///     cursor, that cursor stays. Nil for changes that arrive in order, as from a live feed.
    ///   - ownerEpoch: ``ownerEpoch`` at the time of the request; nil accepts any.
    /// - Returns: The actions that were withdrawn because their cards have ended.
    /// - Throws: ``StoreError/ownerReplaced`` if the store was emptied for another user since.
    @discardableResult
    package func apply(
        _ delta: FeedDelta, since: FeedCursor? = nil, at now: Date, of ownerEpoch: Int? = nil
    ) async throws(StoreError) -> [EndedAction] {
        try await apply([delta], since: since, at: now, of: ownerEpoch)
    }

    /// Stores several deltas in order, in as few transactions as the limit and actions of the user allow.
    @discardableResult
    package func apply(
        _ deltas: [FeedDelta], since: FeedCursor? = nil, at now: Date, of ownerEpoch: Int? = nil
    ) async throws(StoreError) -> [EndedAction] {
        defer { checkpointWhenQuiet() }
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

    /// Begins a snapshot. All its pages have this cursor.
    ///
    /// - Parameters:
    ///   - generation: See ``CardSources/FeedPage/generation``.
    ///   - ownerEpoch: ``ownerEpoch`` at the time of the request; nil accepts any.
    /// - Throws: ``StoreError/ownerReplaced`` if the store was emptied for another user since. Storing each of the
    ///   pages throws it too.
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

    /// Stores one page, in as few transactions as the limit and actions of the user allow. Keeps cards that are on no
    /// page yet.
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

    /// Ends a snapshot: removes the cards that were on no page, because the server no longer has them, then stores the
    /// cursor.
    package func finish(_ ticket: SnapshotTicket, at now: Date) async throws(StoreError) {
        defer { checkpointWhenQuiet() }
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

    /// Removes the cursor, because the server no longer accepts it. The next synchronisation loads a snapshot.
    package func dropCursor(of streamID: StreamID) async throws(StoreError) {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            try transaction.run("UPDATE sync_state SET cursor = NULL WHERE stream = ?", [stream.row])
        }
    }

    /// Records that the store has everything that the server has, although nothing changed.
    package func markSynced(_ streamID: StreamID, at now: Date, of ownerEpoch: Int? = nil) async throws(StoreError) {
        try await write(of: ownerEpoch) { transaction in
            let stream = try transaction.streamRow(streamID)
            try transaction.run(
                "UPDATE sync_state SET last_synced = ? WHERE stream = ?", [now.milliseconds, stream.row])
        }
    }
}
