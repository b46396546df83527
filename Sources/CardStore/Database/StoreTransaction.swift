import CardSources
import Cards
import SQLite

/// One write transaction. It reads and writes cards by their rows, and updates everything that depends on them
/// (effects, counters, changed streams), so that no caller can forget it.
final class StoreTransaction {
    let db: Database
    /// See ``CardDatabase/setClockSkew(_:)``.
    let clockSkew: Double
    private(set) var rows: [StreamID: StreamRow] = [:]
    /// Events for callers that await an action.
    var outboxEvents: [OutboxEvent] = []
    /// The history entries that this transaction created.
    var entries: [Int64] = []
    /// Actions whose card ended before they were sent.
    var ended: [EndedAction] = []
    /// Actions that ended without being performed by the source.
    var unperformed: [OutboxRecord] = []
    /// Whether the transaction empties the store, which then has a new owner epoch.
    var emptiesStore = false
    private lazy var inserting = Result { try db.statement(Self.insertion) }
    private lazy var selecting = Result { try db.statement(Self.selection) }
    private lazy var updating = Result { try db.statement(Self.change) }

    /// One stream within the transaction: its known state, and what must be written at the end.
    final class StreamRow {
        let id: StreamID
        let row: Int64
        fileprivate(set) var generation: Int64
        fileprivate var visibleChange = 0
        fileprivate var everHadCard: Bool
        fileprivate var becameUsed = false
        fileprivate(set) var isChanged = false
        fileprivate(set) var isEmptied = false
        /// The rows of the cards that were written.
        fileprivate(set) var changedRows: [Int64] = []
        /// The cards with an action in the outbox; nil when they must be read again.
        var busyCards: Set<String>?

        fileprivate init(_ id: StreamID, row: Int64, generation: Int64, everHadCard: Bool) {
            self.id = id
            self.row = row
            self.generation = generation
            self.everHadCard = everHadCard
        }
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

    /// The columns by which effects are compared.
    struct StoredEffect: Equatable {
        var status: String
        var until: Milliseconds?
        var vote: String?
        var activationOrder: Int64
        var delivery: Int
        var deadline: Milliseconds?
        var isVisible: Bool

        init(_ effect: CardEffect) {
            status = effect.status.rawValue
            until = effect.snoozedUntil
            vote = effect.vote?.rawValue
            activationOrder = -effect.active
            delivery = effect.delivery.rawValue
            deadline = effect.deadline
            isVisible = effect.isVisible
        }

        /// Whether a snooze has ended at its time with the next effect: the card is new to the user again. False if the
        /// user ended the snooze.
        fileprivate func returns(as next: StoredEffect) -> Bool {
            guard status == CardStatus.snoozed.rawValue, next.status == CardStatus.active.rawValue, let until else {
                return false
            }
            return -next.activationOrder >= until
        }

        fileprivate init(_ row: borrowing Row) {
            status = row.string(13)
            until = row.optionalInt64(14)
            vote = row.optionalString(15)
            isVisible = row.bool(16)
            activationOrder = row.int64(17)
            delivery = row.int(18)
            deadline = row.optionalInt64(19)
        }
    }

    /// The generation of a card that is missing in a complete snapshot but kept because of an action in the outbox. The
    /// card is removed with that action, unless the server sends it again.
    static let goneGeneration: Int64 = -1

    init(_ db: Database, clockSkew: Double) {
        self.db = db
        self.clockSkew = clockSkew
    }

    func run(_ sql: String, _ arguments: [(any SQLiteValue)?]) throws {
        try db.statement(sql).run(arguments)
    }

    /// Writes the counters. Must be the last step of every transaction.
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
        let select = try db.statement("SELECT row, generation, ever_had_card FROM stream WHERE name = ?")
        let found = try select.first([id.rawValue]) { row in
            StreamRow(id, row: row[0], generation: row[1], everHadCard: row[2])
        }
        let stream: StreamRow
        if let found {
            stream = found
        } else {
            try run("INSERT INTO stream (name) VALUES (?)", [id.rawValue])
            stream = StreamRow(id, row: db.lastInsertedRowID, generation: 0, everHadCard: false)
            try run("INSERT INTO sync_state (stream) VALUES (?)", [stream.row])
        }
        rows[id] = stream
        return stream
    }

    func setGeneration(_ generation: Int64, of stream: StreamRow) throws {
        try run("UPDATE stream SET generation = ? WHERE row = ?", [generation, stream.row])
        stream.generation = generation
    }

    func markUsed(_ stream: StreamRow) {
        guard !stream.everHadCard else { return }
        stream.everHadCard = true
        stream.becameUsed = true
        stream.isChanged = true
    }

    /// Records that all cards of the stream were removed.
    func markEmptied(_ stream: StreamRow) {
        stream.everHadCard = false
        stream.isChanged = true
        stream.isEmptied = true
    }

    // MARK: Cards

    private static let selection = """
        SELECT row, version, generation, visible, sequence, status, priority, created, updated, active, snoozed_until,
            expires, vote, shown_status, shown_until, shown_vote, visible, recency, delivery, deadline, length(body) = 0,
            is_read
        FROM card WHERE stream = ? AND id = ?
        """

    func card(_ id: CardID, in stream: StreamRow) throws -> StoredCard? {
        let select = try selecting.get()
        select.bind(stream.row)
        select.bind(id.rawValue)
        return try select.first { row in
            StoredCard(
                row: row.int64(0), version: row.int64(1), generation: row.int64(2), isVisible: row.bool(3),
                effect: StoredEffect(row),
                state: CardState(
                    sequence: row.int64(4), status: CardStatus(rawValue: row.string(5)) ?? .cancelled,
                    priority: row.int(6), created: row.int64(7), updated: row.int64(8), active: row.int64(9),
                    snoozedUntil: row.optionalInt64(10), expires: row.optionalInt64(11),
                    vote: row.optionalString(12).flatMap(Card.Vote.init),
                    isRead: row.optionalInt64(21).map { $0 != 0 }, isRemovalOnly: row.bool(20)))
        }
    }

    private static let insertion = """
        INSERT INTO card (stream, id, sequence, generation, status, priority, created, updated, active, snoozed_until,
            expires, vote, is_read, shown_status, shown_until, shown_vote, visible, recency, delivery, deadline, version,
            body, seen)
        VALUES (?1, ?2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?13, ?, ?, ?, ?, ?, ?, ?, ?, ?,
            coalesce(?13, EXISTS (SELECT 1 FROM seen WHERE stream = ?1 AND card = ?2))) ON CONFLICT (stream, id) DO NOTHING
        """

    /// Stores a card unless it exists. Returns whether it was new. Tries to insert first, because most cards of a
    /// received feed are new.
    func insert(
        _ id: CardID, _ state: CardState, body: [UInt8], into stream: StreamRow, at now: Milliseconds
    ) throws -> Bool {
        let queue = try queue(of: id, in: stream)
        let effect = CardEffect(of: state, pending: queue.pending, isRefused: queue.isRefused, at: now)
        let insert = try inserting.get()
        insert.bind(stream.row)
        insert.bind(id.rawValue)
        insert.bind(state.sequence)
        insert.bind(stream.generation)
        bind(state, to: insert)
        bind(StoredEffect(effect), to: insert)
        insert.bind(state.sequence << 16)
        insert.bind(body)
        guard try insert.run() > 0 else { return false }
        stream.changedRows.append(db.lastInsertedRowID)
        if effect.isVisible {
            stream.visibleChange += 1
            stream.isChanged = true
        }
        return true
    }

    private func bind(_ state: CardState, to statement: Statement) {
        statement.bind(state.status.rawValue)
        statement.bind(state.priority)
        statement.bind(state.created)
        statement.bind(state.updated)
        statement.bind(state.active)
        statement.bind(state.snoozedUntil)
        statement.bind(state.expires)
        statement.bind(state.vote?.rawValue)
        statement.bind(state.isRead.map { $0 ? 1 : 0 as Int64 })
    }

    private func bind(_ shown: StoredEffect, to statement: Statement) {
        statement.bind(shown.status)
        statement.bind(shown.until)
        statement.bind(shown.vote)
        statement.bind(shown.isVisible)
        statement.bind(shown.activationOrder)
        statement.bind(shown.delivery)
        statement.bind(shown.deadline)
    }

    /// Writes all columns at once: SQLite writes the whole row for any of them.
    private static let change = """
        UPDATE card SET sequence = ?, generation = ?, status = ?, priority = ?, created = ?, updated = ?, active = ?,
            snoozed_until = ?, expires = ?, vote = ?, is_read = ?11, shown_status = ?, shown_until = ?, shown_vote = ?,
            visible = ?, recency = ?, delivery = ?, deadline = ?, version = ?, body = iif(?, ?, body),
            seen = coalesce(?11, iif(?, 0, seen)) WHERE row = ?
        """

    /// Stores a new server state (nil keeps the old one) and a new body, if there is one, and recomputes the effect.
    /// Does nothing if nothing changes.
    func update(
        _ old: StoredCard, id: CardID, to newState: CardState? = nil, body: [UInt8]? = nil, generation: Int64? = nil,
        in stream: StreamRow, at now: Milliseconds, outboxChanged: Bool = false
    ) throws {
        var state = newState ?? old.state
        if let body { state.isRemovalOnly = body.isEmpty }
        let readsQueue = outboxChanged || old.effect.delivery != 0 || body != nil
        let queue = try readsQueue ? queue(of: id, in: stream, isKnown: outboxChanged) : Queue()
        let effect = CardEffect(of: state, pending: queue.pending, isRefused: queue.isRefused, at: now)
        let generation = generation ?? old.generation
        let shown = StoredEffect(effect)
        // A new reply changes the card even if the effect is the same, because the card shows each of its unsent
        // replies.
        let hasOtherReplies = outboxChanged && queue.pending.contains { $0.kind == .reply }
        let differs = state != old.state || body != nil || shown != old.effect || hasOtherReplies
        guard differs || generation != old.generation else { return }
        guard differs || outboxChanged else {
            try run("UPDATE card SET generation = ? WHERE row = ?", [generation, old.row])
            return
        }
        let update = try updating.get()
        update.bind(state.sequence)
        update.bind(generation)
        bind(state, to: update)
        bind(shown, to: update)
        update.bind(max(old.version + 1, state.sequence << 16))
        update.bind(body != nil)
        update.bind(body ?? [])
        update.bind(old.effect.returns(as: shown))
        update.bind(old.row)
        try update.run()
        stream.changedRows.append(old.row)
        count(from: old.isVisible, to: effect.isVisible, in: stream)
    }

    func delete(_ card: StoredCard, in stream: StreamRow) throws {
        try run(
            "DELETE FROM seen WHERE stream = ?1 AND card = (SELECT id FROM card WHERE row = ?2)",
            [stream.row, card.row])
        try run("DELETE FROM card WHERE row = ?", [card.row])
        stream.changedRows.append(card.row)
        count(from: card.isVisible, to: false, in: stream)
    }

    /// Marks a card as seen by the user. Does nothing for a card that is gone, or whose source tracks what the user has
    /// read.
    func markSeen(_ id: CardID, in stream: StreamRow) throws {
        let select = try db.statement(
            "SELECT row, visible FROM card WHERE stream = ? AND id = ? AND seen = 0 AND is_read IS NULL")
        guard let found = try select.first([stream.row, id.rawValue], { (row: $0.int64(0), isVisible: $0.bool(1)) })
        else { return }
        try run("UPDATE card SET seen = 1 WHERE row = ?", [found.row])
        stream.changedRows.append(found.row)
        if found.isVisible { stream.isChanged = true }
    }

    private func count(from old: Bool, to new: Bool, in stream: StreamRow) {
        if old != new { stream.visibleChange += new ? 1 : -1 }
        if old || new { stream.isChanged = true }
    }

    /// Recomputes a card's effect after its actions in the outbox have changed. Does nothing if the card is gone.
    ///
    /// - Parameter now: The time by this machine's clock.
    func refresh(_ id: CardID, in stream: StreamRow, at now: Milliseconds) throws {
        // An unnecessary entry only costs a look-up of an empty queue.
        stream.busyCards?.insert(id.rawValue)
        guard let card = try card(id, in: stream) else { return }
        if card.generation == Self.goneGeneration, try queue(of: id, in: stream, isKnown: true).isEmpty {
            return try delete(card, in: stream)
        }
        try update(card, id: id, in: stream, at: serverTime(now), outboxChanged: true)
    }
}
