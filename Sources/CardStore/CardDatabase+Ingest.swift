package import Cards
package import FeedAPI
import GRDB

package import struct Foundation.Date

extension CardDatabase {
    /// The most cards one transaction takes, so that a user's action waits for milliseconds even while a whole feed
    /// comes in.
    static let transactionLimit = 500

    /// Stores the changes of one delta. The cursor is kept with the last of them: a crash in between means that the
    /// delta comes again, and applying it twice changes nothing. Cards with an action in the outbox keep its effect.
    package func apply(_ delta: FeedDelta, at now: Date) async throws(StoreError) {
        try await apply([delta], at: now)
    }

    /// Several deltas in order, in as few transactions as the limit allows.
    package func apply(_ deltas: [FeedDelta], at now: Date) async throws(StoreError) {
        var waiting: [FeedDelta] = []
        var size = 0
        for delta in deltas {
            let count = delta.upserts.count + delta.removals.count
            if size > 0, size + count > Self.transactionLimit {
                try await store(waiting, at: now)
                waiting = []
                size = 0
            }
            if count <= Self.transactionLimit {
                waiting.append(delta)
                size += count
            } else {
                try await applyInParts(delta, at: now)
            }
        }
        if !waiting.isEmpty { try await store(waiting, at: now) }
    }

    private func store(_ deltas: [FeedDelta], at now: Date) async throws(StoreError) {
        try await write { transaction in
            for delta in deltas {
                try transaction.store(delta.upserts[...], in: delta.streamID, at: now.milliseconds)
                try transaction.store(delta.removals, in: delta.streamID, at: now.milliseconds)
                try transaction.keep(
                    delta.cursor, of: delta.streamID, at: now.milliseconds, isUpToDate: !delta.hasMore)
            }
        }
    }

    private func applyInParts(_ delta: FeedDelta, at now: Date) async throws(StoreError) {
        for start in stride(from: 0, to: delta.upserts.count, by: Self.transactionLimit) {
            let part = delta.upserts[start..<min(start + Self.transactionLimit, delta.upserts.count)]
            try await write { transaction in
                try transaction.store(part, in: delta.streamID, at: now.milliseconds)
            }
        }
        var rest = delta
        rest.upserts = []
        try await store([rest], at: now)
    }

    // MARK: Snapshots

    /// Begins a snapshot whose pages all name `cursor`.
    package func beginSnapshot(of streamID: StreamID, cursor: FeedCursor) async throws(StoreError) -> SnapshotTicket {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            let generation = stream.generation + 1
            try transaction.setGeneration(generation, of: streamID)
            let select = try transaction.db.cachedStatement(sql: "SELECT epoch FROM sync_state WHERE stream = ?")
            let epoch = try (String?).fetchOne(select, arguments: [stream.row]) ?? nil
            return SnapshotTicket(
                streamID: streamID, cursor: cursor, generation: generation,
                replacesEpoch: epoch != nil && epoch != cursor.parts?.epoch)
        }
    }

    /// Stores one page. Cards not on any page so far stay.
    package func apply(_ page: FeedPage, of ticket: SnapshotTicket, at now: Date) async throws(StoreError) {
        for start in stride(from: 0, to: max(1, page.entries.count), by: Self.transactionLimit) {
            let part = page.entries[start..<min(start + Self.transactionLimit, page.entries.count)]
            try await write { transaction in
                try transaction.store(part, in: ticket.streamID, at: now.milliseconds, snapshot: ticket)
                if page.hasEverHadCard { try transaction.markUsed(ticket.streamID) }
            }
        }
    }

    /// Ends a snapshot: what no page named is gone from the server and goes here too, then its cursor is kept.
    package func finish(_ ticket: SnapshotTicket, at now: Date) async throws(StoreError) {
        var last: Int64? = 0
        while let from = last {
            last = try await write { transaction in try transaction.sweep(ticket, from: from) }
        }
        try await write { transaction in
            try transaction.keep(
                ticket.cursor, of: ticket.streamID, at: now.milliseconds, isUpToDate: true, forced: true)
        }
    }

    // MARK: Sync state

    package func syncRecord(of streamID: StreamID) async throws(StoreError) -> SyncRecord {
        try await read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT cursor, epoch, etag, last_synced FROM sync_state
                        JOIN stream ON stream.row = sync_state.stream WHERE stream.name = ?
                        """), arguments: [streamID.rawValue])
            guard let row else { return SyncRecord() }
            return SyncRecord(
                cursor: (row[0] as String?).map(FeedCursor.init), epoch: row[1], etag: row[2],
                lastSyncedAt: (row[3] as Int64?).map { Date(milliseconds: $0) })
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
    package func markSynced(_ streamID: StreamID, at now: Date) async throws(StoreError) {
        try await write { transaction in
            let stream = try transaction.streamRow(streamID)
            try transaction.run(
                "UPDATE sync_state SET last_synced = ? WHERE stream = ?", [now.milliseconds, stream.row])
        }
    }
}
