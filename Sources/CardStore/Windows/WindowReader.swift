import Cards
import SQLite

import struct Foundation.Date

/// Reads windows: two keyset pages around an anchor, each with one walk along the order index.
///
/// Invariant: only used inside an access to the one reading connection. The connection serialises these accesses, which
/// makes the caches safe.
final class WindowReader: @unchecked Sendable {
    private let connection: Connection
    private let gate: StoreGate
    var bodies = BodyCache()
    private var marks: [Side: Mark] = [:]

    /// The maximum distance from either end up to which a position is counted.
    static let countLimit = 1000
    /// A page ends early after this many bytes of JSON, but not before it has the minimum number of cards, which a
    /// screen shows and the selection moves over. A window of cards within `CardLimits` is never cut.
    static let pageBytes = 4 << 20
    static let pageMinimum = 12
    /// The maximum number of unsent replies that a card shows.
    private static let shownReplies = 20

    /// The size of the cached bodies, in bytes of JSON. Call it only inside an access to the reading connection.
    var cachedBytes: Int { bodies.bytes }

    init(_ connection: Connection, gate: StoreGate) {
        self.connection = connection
        self.gate = gate
    }

    /// A place in the order of a stream. It stays valid when its card is gone.
    struct Place: Equatable {
        var priority: Int
        var activationOrder: Int64
        var id: String

        func isBefore(_ other: Place) -> Bool {
            (priority, activationOrder, id) < (other.priority, other.activationOrder, other.id)
        }
    }

    func window(_ query: FeedQuery, remembered: inout Place?) throws -> CardWindow {
        try read { db in try window(query, db, &remembered) }
    }

    /// Runs a read. All reads use this, one at a time.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try gate.checkOpen()
        return try connection.accessNow { db in
            try gate.checkOpen()
            return try db.transaction(.deferred) { try body(db) }
        }
    }

    private func window(_ query: FeedQuery, _ db: Database, _ remembered: inout Place?) throws -> CardWindow {
        let select = try db.statement("SELECT row, visible_count, ever_had_card FROM stream WHERE name = ?")
        select.bind(query.streamID.rawValue)
        let found = try select.first { row in
            (row: row.int64(0), window: CardWindow(totalCount: row.int(1), hasEverHadCard: row.bool(2)))
        }
        guard let found else { return CardWindow() }
        let stream = found.row
        var result = found.window

        var before: [CardWindow.Item] = []
        var after: [CardWindow.Item] = []
        let limit = query.size
        var edges = Edges()
        switch query.anchor {
        case .start:
            after = try page(db, stream, query.streamID, .fromStart, limit.after, &edges)
            result.hasMoreAfter = edges.hasMore
        case .end:
            before = try page(db, stream, query.streamID, .fromEnd, max(limit.before, limit.after), &edges)
            result.hasMoreBefore = edges.hasMore
        case .card(let id):
            guard let place = try place(of: id, stream, db) ?? remembered.flatMap({ $0.id == id.rawValue ? $0 : nil })
            else {
                after = try page(db, stream, query.streamID, .fromStart, limit.after, &edges)
                result.hasMoreAfter = edges.hasMore
                break
            }
            remembered = place
            before = try page(db, stream, query.streamID, .before(place), limit.before, &edges)
            result.hasMoreBefore = edges.hasMore
            after = try page(db, stream, query.streamID, .from(place), limit.after + 1, &edges)
            result.hasMoreAfter = edges.hasMore
        }
        result.items = before.reversed() + after
        result.offset = try offset(of: result, stream, edges, db)
        if result.hasMoreBefore, let first = edges.first { result.unseenBefore = try unseen(before: first, stream, db) }
        if result.hasMoreAfter, let last = edges.last { result.unseenAfter = try unseen(after: last, stream, db) }
        bodies.endPass()
        return result
    }

    private struct Edges {
        var first: Place?
        var last: Place?
        var hasMore = false
    }

    private func place(of id: CardID, _ stream: Int64, _ db: Database) throws -> Place? {
        try rowPlace(of: id, stream, db)?.place
    }

    func rowPlace(of id: CardID, _ stream: Int64, _ db: Database) throws -> (row: Int64, place: Place)? {
        let select = try db.statement("SELECT row, priority, recency, id FROM card WHERE stream = ? AND id = ?")
        select.bind(stream)
        select.bind(id.rawValue)
        return try select.first {
            ($0.int64(0), Place(priority: $0.int(1), activationOrder: $0.int64(2), id: $0.string(3)))
        }
    }

    // MARK: Pages

    private enum Walk {
        case fromStart, fromEnd
        case from(Place)
        case before(Place)

        var isForward: Bool {
            switch self {
            case .fromStart, .from: true
            case .fromEnd, .before: false
            }
        }

        var place: Place? {
            switch self {
            case .fromStart, .fromEnd: nil
            case .from(let place), .before(let place): place
            }
        }
    }

    static let columns = """
        row, id, sequence, version, shown_status, created, updated, recency, shown_until, expires, shown_vote,
        delivery, priority, seen
        """

    static func bodyKey(_ row: borrowing Row) -> BodyCache.Key {
        BodyCache.Key(row: row.int64(0), id: row.string(1), sequence: row.int64(2), updated: row.int64(6))
    }

    /// Returns up to `limit` cards in the order of the walk; fewer if they are very large.
    private func page(
        _ db: Database, _ stream: Int64, _ streamID: StreamID, _ walk: Walk, _ limit: Int, _ edges: inout Edges
    ) throws -> [CardWindow.Item] {
        let order = walk.isForward ? "priority, recency, id" : "priority DESC, recency DESC, id DESC"
        let bound = walk.place == nil ? "" : "AND (priority, recency, id) \(walk.isForward ? ">=" : "<") (?, ?, ?)"
        let select = try db.statement(
            """
            SELECT \(Self.columns) FROM card INDEXED BY card_order
            WHERE stream = ? AND visible = 1 \(bound) ORDER BY \(order) LIMIT ?
            """)
        select.bind(stream)
        if let place = walk.place { bind(place, to: select) }
        select.bind(limit + 1)
        var items: [CardWindow.Item] = []
        items.reserveCapacity(min(limit, 64))
        edges.hasMore = false
        var bytes = 0
        try select.forEachRow { row in
            if items.count == limit || bytes > Self.pageBytes && items.count >= Self.pageMinimum {
                edges.hasMore = true
                return false
            }
            let body = try bodies.body(Self.bodyKey(row), db)
            bytes += body.bytes
            let item = try item(row, body.body, streamID, stream, db)
            items.append(item)
            let place = Place(priority: row.int(12), activationOrder: row.int64(7), id: item.id.rawValue)
            if walk.isForward {
                if edges.first == nil { edges.first = place }
                edges.last = place
            } else {
                edges.first = place
                if edges.last == nil { edges.last = place }
            }
            return true
        }
        return items
    }

    func bind(_ place: Place, to statement: Statement) {
        statement.bind(place.priority)
        statement.bind(place.activationOrder)
        statement.bind(place.id)
    }

    func item(
        _ row: borrowing Row, _ body: Result<CardBody, BodyCache.Unreadable>, _ streamID: StreamID, _ stream: Int64,
        _ db: Database
    ) throws -> CardWindow.Item {
        let id = CardID(stored: row.string(1))
        let delivery: CardWindow.Delivery =
            switch CardEffect.Delivery(rawValue: row.int(11)) {
            case .waiting: .waiting
            case .refused: .refused(reason: try refusal(of: id, stream, db))
            default: .none
            }
        let content: CardWindow.Content =
            switch body {
            case .success(let body):
                .card(
                    Card(
                        id: id, streamID: streamID, status: CardStatus(rawValue: row.string(4)) ?? .active,
                        createdAt: Date(milliseconds: row.int64(5)), updatedAt: Date(milliseconds: row.int64(6)),
                        activeAt: Date(milliseconds: -row.int64(7)),
                        snoozedUntil: row.optionalInt64(8).map { Date(milliseconds: $0) },
                        expiresAt: row.optionalInt64(9).map { Date(milliseconds: $0) },
                        vote: row.optionalString(10).flatMap(Card.Vote.init), body: body))
            case .failure(let reason): .unreadable(reason: reason.text)
            }
        var item = CardWindow.Item(id: id, version: row.int64(3), content: content, delivery: delivery)
        item.unseenCount = row.bool(13) ? 0 : 1
        if delivery != .none { item.unsent = try unsentReplies(to: id, stream, db) }
        return item
    }

    private func unsentReplies(to id: CardID, _ stream: Int64, _ db: Database) throws -> [UnsentReply] {
        let select = try db.statement(
            "SELECT key, response, refused_reason FROM outbox WHERE stream = ? AND card = ? ORDER BY position LIMIT ?")
        return try select.all([stream, id.rawValue, Self.shownReplies]) { row -> UnsentReply? in
            guard case .reply(_, let values)? = StoredResponse.decode(row.bytes(1)) else { return nil }
            let reason = (row[2] as StoredText?)?.text
            return UnsentReply(key: ActionKey(stored: row[0]), values: values, refusedReason: reason)
        }.compactMap(\.self)
    }

    private func refusal(of id: CardID, _ stream: Int64, _ db: Database) throws -> String {
        let select = try db.statement(
            """
            SELECT refused_reason FROM outbox WHERE stream = ? AND card = ? AND refused_reason IS NOT NULL
            ORDER BY position LIMIT 1
            """)
        return try select.value([stream, id.rawValue], as: StoredText.self)?.text ?? ""
    }

    // MARK: Position

    private struct Side: Hashable {
        var stream: Int64
        var isStart: Bool
    }

    /// The place up to which positions are counted from one side. A window beyond it has no position, without counting.
    private struct Mark {
        var place: Place
        /// The number of cards in the stream when the place was read. While the number does not decrease, the mark may
        /// only be too far from the end.
        var totalCount: Int
    }

    /// The position of a window. Counts along the index from the window towards the nearer end, a limited number of
    /// steps; nil if neither end is near.
    private func offset(of window: CardWindow, _ stream: Int64, _ edges: Edges, _ db: Database) throws -> Int? {
        guard window.hasMoreBefore, let first = edges.first, let last = edges.last else { return 0 }
        if !window.hasMoreAfter { return window.totalCount - window.items.count }
        let start = try mark(Side(stream: stream, isStart: true), window.totalCount, db)
        if start.map({ !$0.isBefore(first) }) ?? true, let count = try count("<", first, stream, db) { return count }
        let end = try mark(Side(stream: stream, isStart: false), window.totalCount, db)
        if end.map({ !last.isBefore($0) }) ?? true, let count = try count(">", last, stream, db) {
            return window.totalCount - window.items.count - count
        }
        return nil
    }

    /// The mark of one side; nil if the whole stream is counted.
    private func mark(_ side: Side, _ totalCount: Int, _ db: Database) throws -> Place? {
        guard totalCount > Self.countLimit else { return nil }
        if let known = marks[side], totalCount >= known.totalCount { return known.place }
        let order = side.isStart ? "priority, recency, id" : "priority DESC, recency DESC, id DESC"
        let select = try db.statement(
            """
            SELECT priority, recency, id FROM card INDEXED BY card_order WHERE stream = ? AND visible = 1
            ORDER BY \(order) LIMIT 1 OFFSET \(Self.countLimit)
            """)
        select.bind(side.stream)
        let place = try select.first { Place(priority: $0.int(0), activationOrder: $0.int64(1), id: $0.string(2)) }
        marks[side] = place.map { Mark(place: $0, totalCount: totalCount) }
        return place
    }

    private func count(_ comparison: String, _ place: Place, _ stream: Int64, _ db: Database) throws -> Int? {
        let select = try db.statement(
            """
            SELECT count(*) FROM (SELECT 1 FROM card INDEXED BY card_order WHERE stream = ? AND visible = 1
            AND (priority, recency, id) \(comparison) (?, ?, ?) LIMIT \(Self.countLimit + 1))
            """)
        select.bind(stream)
        bind(place, to: select)
        let count = try select.first { $0.int(0) } ?? 0
        return count <= Self.countLimit ? count : nil
    }
}
