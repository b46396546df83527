import Basics
package import Cards
import SQLite

package import struct Foundation.Date

/// Operations on many cards. They run in steps, so that neither readers nor other actions wait for all of the cards.
extension CardDatabase {
    /// The number of cards in one write step.
    private static let writeStep = 250
    /// The number of ids in one read step.
    private static let readStep = 5000
    /// The number of ids in one read step if a filter may have to read the bodies.
    private static let filterStep = 400

    /// The ids of the cards that a container shows, in no particular order. With ends, only the cards between them,
    /// both included. An unknown end means the end of the stream.
    package func cards(
        in streamID: StreamID, through filter: FeedFilter = FeedFilter(), between ends: (CardID, CardID)? = nil,
        at now: Date
    ) async throws(StoreError) -> Set<CardID> {
        try await cards(of: FeedQuery(streamID: streamID, filter: filter), between: ends, at: now)
    }

    /// Like ``cards(in:through:between:at:)`` for the order and groups of a query. Includes cards of folded groups.
    package func cards(
        of query: FeedQuery, between ends: (CardID, CardID)? = nil, at now: Date
    ) async throws(StoreError) -> Set<CardID> {
        let range = try await read { db in
            let row = try db.statement("SELECT row FROM stream WHERE name = ?").value(
                [query.streamID.rawValue], as: Int64.self)
            return try row.map { try OrderRange(of: $0, query, between: ends, db) }
        }
        guard var range else { return [] }
        if range.dependsOnAllCards { return try await cards(in: range, at: now) }
        var found: Set<CardID> = []
        let limit = range.isOpen ? Self.readStep : Self.filterStep
        while true {
            let step = range
            let cards = try await read { db in try step.cards(limit: limit, at: now, db) }
            for id in cards.ids { found.insert(id) }
            guard let last = cards.last else { return found }
            range.after = last
        }
    }

    /// The cards of a range if the order of its groups depends on all cards.
    private func cards(in range: OrderRange, at now: Date) async throws(StoreError) -> Set<CardID> {
        var range = range
        var all: [(id: CardID, position: CardPosition)] = []
        while true {
            let step = range
            let found = try await read { db in try step.positions(limit: Self.filterStep, at: now, db) }
            all += found.positions
            guard let last = found.last else { return range.between(all) }
            range.after = last
        }
    }

    /// Sorts cards by their order in the stream, and drops cards that the stream does not contain.
    package func inOrder(_ ids: Set<CardID>, in streamID: StreamID) async throws(StoreError) -> [CardID] {
        let all = Array(ids)
        var places: [WindowReader.Place] = []
        for start in stride(from: 0, to: all.count, by: Self.readStep) {
            let step = all[start..<min(start + Self.readStep, all.count)]
            places += try await read { db in
                let select = try db.statement(
                    """
                    SELECT priority, recency, id FROM card
                    WHERE stream = (SELECT row FROM stream WHERE name = ?) AND id = ?
                    """)
                return try step.compactMap { id in
                    try select.first([streamID.rawValue, id.rawValue]) {
                        WindowReader.Place(priority: $0[0], activationOrder: $0[1], id: $0[2])
                    }
                }
            }
        }
        return places.sorted { $0.isBefore($1) }.map { CardID(stored: $0.id) }
    }

    /// The bodies of cards that are visible and have no refused action. Bodies that cannot be read are left out.
    package func bodies(
        of ids: ArraySlice<CardID>, in streamID: StreamID
    ) async throws(StoreError) -> [CardID: CardBody] {
        try await read { db in
            let select = try db.statement(
                """
                SELECT body FROM card JOIN stream ON stream.row = card.stream
                WHERE stream.name = ? AND id = ? AND visible = 1 AND delivery <> \(CardEffect.Delivery.refused.rawValue)
                """)
            var bodies: [CardID: CardBody] = [:]
            for id in ids {
                guard let json = try select.value([streamID.rawValue, id.rawValue], as: [UInt8].self) else { continue }
                // A card that cannot be read allows no action, so leave it out. The caller counts such cards.
                bodies[id] = try? CardBody.decode(json)
            }
            return bodies
        }
    }

    /// Stores one response to many cards: those that are visible, have no refused action and, for a snooze, do not
    /// expire before its end. All share one history entry and are undone together.
    ///
    /// - Parameters:
    ///   - hold: Seconds before the actions may be delivered: at most ``longestHold``, less for cards that expire
    ///     earlier. 0 if one of the cards does not allow undo, because all are undone together.
    ///   - values: The values of the cards' runtime variables, by card and name. The history shows the title of the
    ///     first card with them.
    ///   - proofs: See ``CardSources/ActionRequest/proof``, by card.
    ///   - clock: The holding time starts when all actions are stored.
    ///   - report: Returns the record for the publisher, which is queued once the server has accepted the action.
    /// - Returns: The number of cards with the action, and the time at which the first action may be delivered.
    package func respond(
        _ response: CardResponse, toAll cards: [CardID], in streamID: StreamID, hold: Double,
        values: [CardID: [String: String]] = [:], proofs: [CardID: AnswerProof] = [:],
        clock: @escaping @Sendable () -> Date,
        makeKey: @escaping @Sendable () -> ActionKey,
        report: @escaping @Sendable (CardID, ActionKey) -> [UInt8] = { _, _ in [] }
    ) async throws(StoreError) -> (count: Int, leaving: Date) {
        let start = clock()
        // Nothing is sent before all actions are stored. After a crash in between, the stored ones are sent.
        var isHeld = hold > 0
        if isHeld { isHeld = try await allowUndo(of: response, to: cards, in: streamID) }
        let hold = isHeld ? hold.waitingTime(atMost: Self.longestHold) : 0
        let longest = hold > 0 ? hold + Self.writingTime : 0
        var entry: Int64?
        var done = 0
        var first = 0
        while first < cards.count {
            let step = cards[first..<min(first + Self.writeStep, cards.count)]
            let (known, before) = (entry, done)
            (entry, done) = try await write(.full) { transaction in
                try transaction.respond(
                    response, to: step, in: streamID, at: start, hold: longest, values: values, proofs: proofs,
                    entry: known,
                    done: before,
                    makeKey: makeKey, report: report)
            }
            first += Self.writeStep
        }
        guard hold > 0, let entry else { return (done, start) }
        let leaving = try await write(.full) { transaction in
            try transaction.hold(entry, for: hold, at: clock().milliseconds)
        }
        return (done, leaving)
    }
}

extension CardDatabase {
    /// Whether all cards allow undoing a response.
    private func allowUndo(
        of response: CardResponse, to cards: [CardID], in streamID: StreamID
    ) async throws(StoreError) -> Bool {
        guard case .submit = response else { return true }
        for start in stride(from: 0, to: cards.count, by: Self.readStep) {
            let bodies = try await bodies(of: cards[start..<min(start + Self.readStep, cards.count)], in: streamID)
            guard bodies.values.allSatisfy(\.allowsUndo) else { return false }
        }
        return true
    }
}

/// A range of a stream in an order.
private struct OrderRange {
    typealias Place = WindowReader.Place

    let stream: Int64
    var from: Place?
    var to: Place?
    /// The place of the last card that was read; nil at first.
    var after: Place?
    let filter: PreparedFilter
    /// The order in which the ends are meant. If it is not the order of the feed, every card is compared with the ends.
    private let key: CardIndex.Key
    /// The positions of the ends. They are in order, unless the order depends on all cards.
    private var firstPosition: CardPosition?
    private var lastPosition: CardPosition?
    /// Whether every card of the range is included, without a filter or comparison.
    let isOpen: Bool

    init(of stream: Int64, _ query: FeedQuery, between ends: (CardID, CardID)?, _ db: Database) throws {
        self.stream = stream
        filter = PreparedFilter(query.filter)
        key = CardIndex.Key(query)
        let isInFeedOrder = query.order == .feed && query.groups.grouping == .none
        isOpen = query.filter.isEmpty && (isInFeedOrder || ends == nil)
        guard let ends else { return }
        guard isInFeedOrder else {
            let (one, other) = (try position(ends.0, db), try position(ends.1, db))
            if let one, let other, other.isBefore(one) {
                (firstPosition, lastPosition) = (other, one)
            } else {
                (firstPosition, lastPosition) = (one, other)
            }
            return
        }
        let select = try db.statement("SELECT priority, recency, id FROM card WHERE stream = ? AND id = ?")
        func place(_ id: CardID) throws -> Place? {
            try select.first([stream, id.rawValue]) {
                Place(priority: $0[0], activationOrder: $0[1], id: $0[2])
            }
        }
        let (one, other) = (try place(ends.0), try place(ends.1))
        if let one, let other, other.isBefore(one) { (from, to) = (other, one) } else { (from, to) = (one, other) }
    }

    /// Whether the order of the groups depends on the cards in them.
    var dependsOnAllCards: Bool { key.grouping == .category && (firstPosition != nil || lastPosition != nil) }

    /// Returns those of the cards that are between the ends.
    func between(_ cards: [(id: CardID, position: CardPosition)]) -> Set<CardID> {
        var firsts: [CardGroup: CardSortKey] = [:]
        for case (let group?, let sortKey) in cards.map({ ($0.position.group, $0.position.sortKey) }) {
            firsts[group] = firsts[group].map { sortKey.isBefore($0) ? sortKey : $0 } ?? sortKey
        }
        var (first, last) = (firstPosition, lastPosition)
        if let one = first, let other = last, other.isBefore(one, firsts) { (first, last) = (other, one) }
        return Set(
            cards.filter { card in
                first.map { !card.position.isBefore($0, firsts) } ?? true
                    && last.map { !$0.isBefore(card.position, firsts) } ?? true
            }.map(\.id))
    }

    /// The positions of some of the matching cards, and the place after which to continue; nil at the end.
    func positions(
        limit: Int, at now: Date, _ db: Database
    ) throws -> (positions: [(id: CardID, position: CardPosition)], last: Place?) {
        var positions: [(id: CardID, position: CardPosition)] = []
        let last = try forEachRow(limit: limit, db) { row in
            guard WindowReader.passes(row, filter, now) else { return }
            positions.append((CardID(stored: row.string(3)), WindowReader.position(of: row, key)))
        }
        return (positions, last)
    }

    /// Some of the matching ids, and the place after which to continue; nil at the end.
    func cards(limit: Int, at now: Date, _ db: Database) throws -> (ids: [CardID], last: Place?) {
        var ids: [CardID] = []
        let last = try forEachRow(limit: limit, db) { row in
            if isOpen || isBetweenEnds(row) && WindowReader.passes(row, filter, now) {
                ids.append(CardID(stored: row.string(3)))
            }
        }
        return (ids, last)
    }

    /// Returns the place after which to continue; nil at the end.
    private func forEachRow(limit: Int, _ db: Database, _ body: (borrowing Row) throws -> Void) throws -> Place? {
        let bounds = [(after, ">"), (after == nil ? from : nil, ">="), (to, "<=")]
        let conditions = bounds.map { $0.0 == nil ? "" : " AND (priority, recency, id) \($0.1) (?, ?, ?)" }.joined()
        let select = try db.statement(
            """
            SELECT \(WindowReader.filterColumns) FROM card
            WHERE stream = ? AND \(filter.scope.sql)\(conditions) ORDER BY priority, recency, id LIMIT ?
            """)
        select.bind(stream)
        for case (let place?, _) in bounds {
            select.bind(place.priority)
            select.bind(place.activationOrder)
            select.bind(place.id)
        }
        select.bind(limit)
        var last: Place?
        var count = 0
        try select.forEachRow { row in
            count += 1
            last = Place(priority: row.int(1), activationOrder: row.int64(2), id: row.string(3))
            try body(row)
            return true
        }
        return count == limit ? last : nil
    }

    private func position(_ id: CardID, _ db: Database) throws -> CardPosition? {
        let select = try db.statement("SELECT \(WindowReader.filterColumns) FROM card WHERE stream = ? AND id = ?")
        select.bind(stream)
        select.bind(id.rawValue)
        return try select.first { WindowReader.position(of: $0, key) }
    }

    private func isBetweenEnds(_ row: borrowing Row) -> Bool {
        guard firstPosition != nil || lastPosition != nil else { return true }
        let position = WindowReader.position(of: row, key)
        return firstPosition.map { !position.isBefore($0) } ?? true
            && lastPosition.map { !$0.isBefore(position) } ?? true
    }
}

extension StoreTransaction {
    /// One step of a response to many cards. Returns the history entry and the number of cards so far.
    fileprivate func respond(
        _ response: CardResponse, to cards: ArraySlice<CardID>, in streamID: StreamID, at now: Date,
        hold: Double, values: [CardID: [String: String]], proofs: [CardID: AnswerProof], entry: Int64?, done: Int,
        makeKey: () -> ActionKey,
        report: (CardID, ActionKey) -> [UInt8]
    ) throws -> (entry: Int64?, done: Int) {
        let stream = try streamRow(streamID)
        let response = onServerClock(response)
        var (entry, done) = (entry, done)
        for id in cards {
            guard let card = try card(id, in: stream), card.isVisible,
                card.effect.delivery != CardEffect.Delivery.refused.rawValue
            else { continue }
            if case .snooze(let until) = response, let expires = card.state.expires, until.milliseconds > expires {
                continue
            }
            if entry == nil {
                entry = try recordHistory(
                    response, of: id, in: stream, values: values[id] ?? [:], at: now.milliseconds)
            }
            let key = makeKey()
            try enqueue(
                OutboxRecord(
                    key: key, streamID: streamID, cardID: id, response: response, createdAt: now,
                    nextAttempt: card.state.leaving(after: hold, at: now), history: entry, report: report(id, key),
                    proof: response.entries == nil ? nil : proofs[id]))
            try refresh(id, in: stream, at: now.milliseconds)
            done += 1
        }
        if let entry { try run("UPDATE history SET count = ? WHERE row = ?", [done, entry]) }
        return (entry, done)
    }

    /// Sets the time at which the responses of an entry may be delivered: after a number of seconds, or earlier for
    /// cards that expire before. Returns the earliest of these times.
    fileprivate func hold(_ entry: Int64, for seconds: Double, at now: Milliseconds) throws -> Date {
        let latest = now + Milliseconds(seconds * 1000)
        try run(
            """
            UPDATE outbox SET next_attempt = max(?1, min(?2, coalesce(
                (SELECT expires - ?3 FROM card WHERE card.stream = outbox.stream AND card.id = outbox.card), ?2)))
            WHERE history = ?4 AND attempts = 0
            """, [now, latest, CardState.expiryMargin, entry])
        let first = try db.statement("SELECT min(next_attempt) FROM outbox WHERE history = ? AND attempts = 0").value(
            [entry], as: Int64.self)
        return Date(milliseconds: first ?? now)
    }
}
