import Cards
import FeedAPI
import GRDB

/// One write transaction: reads and writes cards through their rows, and keeps what follows from them — effects,
/// counters, changed streams — so that no caller can forget it.
final class StoreTransaction {
    let db: Database
    private var rows: [StreamID: StreamRow] = [:]
    private(set) var changedStreams: Set<StreamID> = []
    private var outboxMayHold: Bool?

    struct StreamRow {
        var row: Int64
        var generation: Int64
        var visibleChange = 0
        var everHadCard: Bool
        var becameUsed = false
    }

    /// A stored card before a change.
    struct StoredCard {
        var row: Int64
        var version: Int64
        var generation: Int64
        var isVisible: Bool
        var effect: StoredEffect
        var state: CardState
    }

    /// The columns that tell whether a new effect is another one.
    struct StoredEffect: Equatable {
        var status: String
        var until: Milliseconds?
        var vote: String?
        var recency: Int64
        var delivery: Int
        var deadline: Milliseconds?
        var isVisible: Bool

        init(_ effect: CardEffect) {
            status = effect.status.rawValue
            until = effect.snoozedUntil
            vote = effect.vote?.rawValue
            recency = -effect.active
            delivery = effect.delivery.rawValue
            deadline = effect.deadline
            isVisible = effect.isVisible
        }

        init(_ row: Row) {
            status = row[13]
            until = row[14]
            vote = row[15]
            isVisible = row[16]
            recency = row[17]
            delivery = row[18]
            deadline = row[19]
        }
    }

    init(_ db: Database) { self.db = db }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Writes the counters. Last in every transaction.
    func finish() throws {
        for stream in rows.values where stream.visibleChange != 0 || stream.becameUsed {
            try run(
                """
                UPDATE stream SET visible_count = visible_count + ?, ever_had_card = max(ever_had_card, ?) WHERE row = ?
                """, [stream.visibleChange, stream.becameUsed, stream.row])
        }
    }

    // MARK: Streams

    func streamRow(_ id: StreamID) throws -> StreamRow {
        if let known = rows[id] { return known }
        let select = try db.cachedStatement(sql: "SELECT row, generation, ever_had_card FROM stream WHERE name = ?")
        if let found = try Row.fetchOne(select, arguments: [id.rawValue]) {
            let stream = StreamRow(row: found[0], generation: found[1], everHadCard: found[2])
            rows[id] = stream
            return stream
        }
        try run("INSERT INTO stream (name) VALUES (?)", [id.rawValue])
        let stream = StreamRow(row: db.lastInsertedRowID, generation: 0, everHadCard: false)
        try run("INSERT INTO sync_state (stream) VALUES (?)", [stream.row])
        rows[id] = stream
        return stream
    }

    func streamID(row: Int64) throws -> StreamID? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT name FROM stream WHERE row = ?"), arguments: [row])
            .map { StreamID($0) }
    }

    func setGeneration(_ generation: Int64, of id: StreamID) throws {
        let stream = try streamRow(id)
        try run("UPDATE stream SET generation = ? WHERE row = ?", [generation, stream.row])
        rows[id]?.generation = generation
    }

    func markUsed(_ id: StreamID) throws {
        if try streamRow(id).everHadCard { return }
        rows[id]?.everHadCard = true
        rows[id]?.becameUsed = true
        changedStreams.insert(id)
    }

    func markChanged(_ id: StreamID) { changedStreams.insert(id) }

    // MARK: Cards

    private static let columns = """
        row, version, generation, visible, sequence, status, priority, created, updated, active, snoozed_until,
        expires, vote, shown_status, shown_until, shown_vote, visible, recency, delivery, deadline, length(body) = 0
        """

    func card(_ id: CardID, in stream: StreamRow) throws -> StoredCard? {
        let select = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM card WHERE stream = ? AND id = ?")
        return try Row.fetchOne(select, arguments: [stream.row, id.rawValue]).map(storedCard)
    }

    private func storedCard(_ row: Row) -> StoredCard {
        StoredCard(
            row: row[0], version: row[1], generation: row[2], isVisible: row[3], effect: StoredEffect(row),
            state: CardState(
                sequence: row[4], status: CardStatus(rawValue: row[5]) ?? .cancelled, priority: row[6],
                created: row[7], updated: row[8], active: row[9], snoozedUntil: row[10], expires: row[11],
                vote: (row[12] as String?).flatMap(Card.Vote.init), isHollow: row[20]))
    }

    func insert(_ id: CardID, _ state: CardState, body: [UInt8], into streamID: StreamID, at now: Milliseconds) throws {
        let stream = try streamRow(streamID)
        let queue = try mayHaveActions() ? queue(of: id, in: stream) : (pending: [], isRefused: false)
        let effect = CardEffect(of: state, pending: queue.pending, isRefused: queue.isRefused, at: now)
        try run(
            """
            INSERT INTO card (stream, id, sequence, generation, status, priority, created, updated, active,
                snoozed_until, expires, vote, shown_status, shown_until, shown_vote, visible, recency, delivery,
                deadline, version, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                stream.row, id.rawValue, state.sequence, stream.generation, state.status.rawValue, state.priority,
                state.created, state.updated, state.active, state.snoozedUntil, state.expires, state.vote?.rawValue,
                effect.status.rawValue, effect.snoozedUntil, effect.vote?.rawValue, effect.isVisible, -effect.active,
                effect.delivery.rawValue, effect.deadline, state.sequence << 16, StoreBlob.data(body),
            ])
        if effect.isVisible {
            rows[streamID]?.visibleChange += 1
            changedStreams.insert(streamID)
        }
    }

    /// Stores a new server state (nil: the old one), and a new body where one is given, and computes the effect
    /// again. Does nothing when nothing differs.
    func update(
        _ old: StoredCard, id: CardID, to newState: CardState? = nil, body: [UInt8]? = nil, generation: Int64? = nil,
        in streamID: StreamID, at now: Milliseconds, outboxChanged: Bool = false
    ) throws {
        let stream = try streamRow(streamID)
        var state = newState ?? old.state
        if let body { state.isHollow = body.isEmpty }
        let readsQueue = try outboxChanged || old.effect.delivery != 0 || (body != nil && mayHaveActions())
        let queue = try readsQueue ? queue(of: id, in: stream) : (pending: [], isRefused: false)
        let effect = CardEffect(of: state, pending: queue.pending, isRefused: queue.isRefused, at: now)
        let generation = generation ?? old.generation
        let shown = StoredEffect(effect)
        let differs = state != old.state || body != nil || shown != old.effect
        guard differs || generation != old.generation else { return }
        guard differs || outboxChanged else {
            try run("UPDATE card SET generation = ? WHERE row = ?", [generation, old.row])
            return
        }
        let version = max(old.version + 1, state.sequence << 16)
        try run(
            """
            UPDATE card SET sequence = ?, generation = ?, status = ?, priority = ?, created = ?, updated = ?,
                active = ?, snoozed_until = ?, expires = ?, vote = ? WHERE row = ?
            """,
            [
                state.sequence, generation, state.status.rawValue, state.priority, state.created, state.updated,
                state.active, state.snoozedUntil, state.expires, state.vote?.rawValue, old.row,
            ])
        try run(
            """
            UPDATE card SET shown_status = ?, shown_until = ?, shown_vote = ?, visible = ?, recency = ?, delivery = ?,
                deadline = ?, version = ? WHERE row = ?
            """,
            [
                shown.status, shown.until, shown.vote, shown.isVisible, shown.recency, shown.delivery, shown.deadline,
                version, old.row,
            ])
        if let body { try run("UPDATE card SET body = ? WHERE row = ?", [StoreBlob.data(body), old.row]) }
        count(from: old.isVisible, to: effect.isVisible, in: streamID)
        if old.isVisible || effect.isVisible { changedStreams.insert(streamID) }
    }

    func delete(_ card: StoredCard, in streamID: StreamID) throws {
        try run("DELETE FROM card WHERE row = ?", [card.row])
        count(from: card.isVisible, to: false, in: streamID)
        if card.isVisible { changedStreams.insert(streamID) }
    }

    private func count(from old: Bool, to new: Bool, in streamID: StreamID) {
        if old != new { rows[streamID]?.visibleChange += new ? 1 : -1 }
    }

    /// Computes a card's effect again after its queue changed. A card that is gone needs none.
    func refresh(_ id: CardID, in streamID: StreamID, at now: Milliseconds) throws {
        outboxMayHold = nil
        guard let card = try card(id, in: streamRow(streamID)) else { return }
        try update(card, id: id, in: streamID, at: now, outboxChanged: true)
    }

    // MARK: Outbox

    /// Most ingests happen with an empty outbox, and then no card needs to look for its queue.
    private func mayHaveActions() throws -> Bool {
        if let outboxMayHold { return outboxMayHold }
        let found = try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM outbox)")) ?? false
        outboxMayHold = found
        return found
    }

    private func queue(of id: CardID, in stream: StreamRow) throws -> (pending: [CardResponse], isRefused: Bool) {
        let select = try db.cachedStatement(
            sql: "SELECT response, refused_reason FROM outbox WHERE stream = ? AND card = ? ORDER BY position")
        let found = try Row.fetchAll(select, arguments: [stream.row, id.rawValue])
        let responses = found.compactMap { StoredResponse.decode(StoreBlob.bytes($0, at: 0)) }
        return (responses, found.first.map { ($0[1] as String?) != nil } ?? false)
    }
}
