import CardSources
import Cards
import SQLite

extension StoreTransaction {
    /// Stores cards and cursors from a place on, until all are stored or `goesOn` returns false for the number of cards
    /// so far. Returns the place at which to continue. A delta's cursor is stored with the last of its cards: after a
    /// crash in between, the delta arrives again.
    func store(
        _ deltas: [FeedDelta], since: FeedCursor?, from start: IngestPlace, at now: Milliseconds,
        while goesOn: (Int) -> Bool
    ) throws -> IngestPlace {
        var place = start
        var count = 0
        while place.delta < deltas.count {
            let delta = deltas[place.delta]
            let stream = try streamRow(delta.streamID)
            while place.upsert < delta.upserts.count {
                guard goesOn(count) else { return place }
                let end = min(place.upsert + IngestPlace.stride, delta.upserts.count)
                try store(delta.upserts[place.upsert..<end], in: stream, at: now)
                count += end - place.upsert
                place.upsert = end
            }
            try store(delta.removals, in: stream, at: now)
            count += delta.removals.count
            try keep(delta.cursor, of: stream, at: now, isUpToDate: !delta.hasMore, replacing: since)
            place = IngestPlace(delta: place.delta + 1)
        }
        return place
    }

    /// Inserts or updates cards. An entry that is not newer than the stored card only updates the mark of the snapshot.
    func store(
        _ entries: ArraySlice<FeedEntry>, in stream: StreamRow, at now: Milliseconds, snapshot: SnapshotTicket? = nil
    ) throws {
        guard !entries.isEmpty else { return }
        markUsed(stream)
        // New cards mostly follow new ones, and known cards follow known ones.
        var expectsNew = true
        for entry in entries {
            let state = CardState(entry)
            if expectsNew, try insert(entry.id, state, body: entry.body, into: stream, at: now) { continue }
            guard let old = try card(entry.id, in: stream) else {
                expectsNew = try insert(entry.id, state, body: entry.body, into: stream, at: now)
                continue
            }
            expectsNew = false
            let isOutdated = snapshot?.replacesEpoch == true && old.generation < stream.generation
            if entry.version > old.state.sequence || isOutdated {
                try update(
                    old, id: entry.id, to: state, body: entry.body, generation: stream.generation, in: stream, at: now)
            } else if old.generation != stream.generation {
                try update(old, id: entry.id, generation: stream.generation, in: stream, at: now)
            }
        }
    }

    /// Removes cards, but keeps each row for a day, so that an older change that arrives later does not bring the card
    /// back.
    private func store(_ removals: [FeedRemoval], in stream: StreamRow, at now: Milliseconds) throws {
        for removal in removals {
            let old = try card(removal.id, in: stream)
            if !removal.status.isOpen, old.map({ removal.version > $0.state.sequence }) ?? true {
                try endActions(of: removal.id, in: stream, as: removal.status)
            }
            guard let old else {
                let state = CardState(
                    sequence: removal.version, status: removal.status, priority: CardBody.defaultPriority,
                    created: now, updated: now, active: now, isRemovalOnly: true)
                _ = try insert(removal.id, state, body: [], into: stream, at: now)
                continue
            }
            guard removal.version > old.state.sequence else { continue }
            var state = old.state
            state.sequence = removal.version
            state.status = removal.status
            state.updated = now
            // A removal as snoozed has no end of the snooze: without a known end, only the server brings the card back.
            if removal.status != .snoozed { state.snoozedUntil = nil }
            try update(old, id: removal.id, to: state, in: stream, at: now)
        }
    }

    /// Stores a cursor.
    ///
    /// - Parameters:
    ///   - old: Replaces only this cursor; nil replaces any.
    ///   - snapshot: The snapshot that this cursor ends, which has the generation of the versions. Nil for changes.
    func keep(
        _ cursor: FeedCursor, of stream: StreamRow, at now: Milliseconds, isUpToDate: Bool,
        replacing old: FeedCursor? = nil, ending snapshot: SnapshotTicket? = nil
    ) throws {
        if isUpToDate {
            try run("UPDATE sync_state SET last_synced = ? WHERE stream = ?", [now, stream.row])
        }
        if let snapshot {
            try run("UPDATE sync_state SET epoch = ? WHERE stream = ?", [snapshot.epoch, stream.row])
        }
        try run(
            "UPDATE sync_state SET cursor = ? WHERE stream = ? AND (? IS NULL OR cursor = ?)",
            [cursor.rawValue, stream.row, old?.rawValue, old?.rawValue])
    }

    /// Deletes outdated cards among the next few thousand rows. Returns the row after which to continue; nil at the
    /// end. Cards with an action in the outbox stay until it is settled, because the user sees them until then.
    func sweep(_ ticket: SnapshotTicket, from first: Int64) throws -> Int64? {
        let stream = try streamRow(ticket.streamID)
        let select = try db.statement(
            "SELECT row, id, generation, delivery, stream FROM card WHERE row > ? ORDER BY row LIMIT 4000")
        var last: Int64?
        var stale: [String] = []
        var busy: [Int64] = []
        try select.forEachRow([first]) { row in
            // Ends each transaction early, like an ingest; see ``CardDatabase/transactionLimit``.
            if stale.count == CardDatabase.transactionLimit { return false }
            last = row.int64(0)
            guard row.int64(4) == stream.row, row.int64(2) < ticket.generation else { return true }
            if row.int(3) == 0 { stale.append(row.string(1)) } else { busy.append(row.int64(0)) }
            return true
        }
        for id in stale {
            if let card = try card(CardID(stored: id), in: stream) { try delete(card, in: stream) }
        }
        for row in busy { try run("UPDATE card SET generation = ? WHERE row = ?", [Self.goneGeneration, row]) }
        return last
    }
}

/// The progress of an ingest of several deltas.
struct IngestPlace: Sendable {
    /// The number of cards after which to check whether to continue.
    static let stride = 50

    var delta = 0
    var upsert = 0
}

extension CardState {
    init(_ entry: FeedEntry) {
        self.init(
            sequence: entry.version, status: entry.status,
            priority: min(max(entry.priority, CardBody.priorities.lowerBound), CardBody.priorities.upperBound),
            created: entry.createdAt.milliseconds, updated: entry.updatedAt.milliseconds,
            active: entry.activeAt.milliseconds, snoozedUntil: entry.snoozedUntil?.milliseconds,
            expires: entry.expiresAt?.milliseconds, vote: entry.vote, isRead: entry.isRead)
    }
}
