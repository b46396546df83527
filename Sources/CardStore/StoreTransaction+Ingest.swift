import Cards
import FeedAPI
import GRDB

extension StoreTransaction {
    /// Inserts or updates; an entry that is not newer than what is stored changes nothing but the snapshot mark.
    func store(
        _ entries: ArraySlice<FeedEntry>, in streamID: StreamID, at now: Milliseconds, snapshot: SnapshotTicket? = nil
    ) throws {
        guard !entries.isEmpty else { return }
        try markUsed(streamID)
        let stream = try streamRow(streamID)
        for entry in entries {
            let state = CardState(entry)
            guard let old = try card(entry.id, in: stream) else {
                try insert(entry.id, state, body: entry.body, into: streamID, at: now)
                continue
            }
            let isOutdated = snapshot?.replacesEpoch == true && old.generation < stream.generation
            if entry.sequence > old.state.sequence || isOutdated {
                try update(
                    old, id: entry.id, to: state, body: entry.body, generation: stream.generation, in: streamID,
                    at: now)
            } else if old.generation != stream.generation {
                try update(old, id: entry.id, generation: stream.generation, in: streamID, at: now)
            }
        }
    }

    /// A removed card's row is kept for a day, so that an older change that comes later does not bring it back.
    func store(_ removals: [FeedRemoval], in streamID: StreamID, at now: Milliseconds) throws {
        let stream = try streamRow(streamID)
        for removal in removals {
            guard let old = try card(removal.id, in: stream) else {
                let state = CardState(
                    sequence: removal.sequence, status: removal.status, priority: CardBody.defaultPriority,
                    created: now, updated: now, active: now, isHollow: true)
                try insert(removal.id, state, body: [], into: streamID, at: now)
                continue
            }
            guard removal.sequence > old.state.sequence else { continue }
            var state = old.state
            state.sequence = removal.sequence
            state.status = removal.status
            state.updated = now
            // A removal does not tell until when; without that, only the server brings the card back.
            if removal.status != .snoozed { state.snoozedUntil = nil }
            try update(old, id: removal.id, to: state, in: streamID, at: now)
        }
    }

    /// Keeps a cursor unless a later one of the same log is kept already.
    func keep(
        _ cursor: FeedCursor, of streamID: StreamID, at now: Milliseconds, isUpToDate: Bool, forced: Bool = false
    ) throws {
        let stream = try streamRow(streamID)
        let select = try db.cachedStatement(sql: "SELECT cursor FROM sync_state WHERE stream = ?")
        let old = (try (String?).fetchOne(select, arguments: [stream.row]) ?? nil).map(FeedCursor.init)
        if isUpToDate {
            try run("UPDATE sync_state SET last_synced = ? WHERE stream = ?", [now, stream.row])
        }
        if !forced, let old = old?.parts, let new = cursor.parts, old.epoch == new.epoch, old.sequence >= new.sequence {
            return
        }
        try run(
            "UPDATE sync_state SET cursor = ?, epoch = ? WHERE stream = ?",
            [cursor.rawValue, cursor.parts?.epoch, stream.row])
    }

    /// Deletes stale cards among the next few thousand rows; returns where to go on. Cards with an action in the
    /// outbox stay until it is settled: their row is what the user would get back.
    func sweep(_ ticket: SnapshotTicket, from first: Int64) throws -> Int64? {
        let stream = try streamRow(ticket.streamID)
        let select = try db.cachedStatement(
            sql: "SELECT row, id, generation, delivery, stream FROM card WHERE row > ? ORDER BY row LIMIT 4000")
        var last: Int64?
        var stale: [String] = []
        let cursor = try Row.fetchCursor(select, arguments: [first])
        while let row = try cursor.next() {
            let generation: Int64 = row[2]
            let delivery: Int = row[3]
            let owner: Int64 = row[4]
            // A gentle end of each transaction, see the limit on an ingest.
            if stale.count == CardDatabase.transactionLimit { return try delete(stale, in: stream, of: ticket, last) }
            last = row[0]
            if owner == stream.row, generation < ticket.generation, delivery == 0 { stale.append(row[1]) }
        }
        return try delete(stale, in: stream, of: ticket, last)
    }

    private func delete(
        _ stale: [String], in stream: StreamRow, of ticket: SnapshotTicket, _ last: Int64?
    ) throws -> Int64? {
        for id in stale {
            if let card = try card(CardID(id), in: stream) { try delete(card, in: ticket.streamID) }
        }
        return last
    }
}

extension CardState {
    init(_ entry: FeedEntry) {
        self.init(
            sequence: entry.sequence, status: entry.status,
            priority: min(max(entry.priority, CardBody.priorities.lowerBound), CardBody.priorities.upperBound),
            created: entry.createdAt.milliseconds, updated: entry.updatedAt.milliseconds,
            active: entry.activeAt.milliseconds, snoozedUntil: entry.snoozedUntil?.milliseconds,
            expires: entry.expiresAt?.milliseconds, vote: entry.vote)
    }
}
