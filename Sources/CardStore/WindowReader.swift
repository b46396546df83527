import Cards
import GRDB

import struct Foundation.Date

/// Reads windows: two keyset pages around an anchor, each by one walk along the order index.
///
/// Invariant: only used inside an access to the one reading connection, which serialises them; that is what makes
/// the caches safe.
final class WindowReader: @unchecked Sendable {
    private let queue: DatabaseQueue
    private let gate: StoreGate
    private var bodies = BodyCache()

    /// How far from either end a position is counted.
    static let countLimit = 1000

    init(_ queue: DatabaseQueue, gate: StoreGate) {
        self.queue = queue
        self.gate = gate
    }

    /// A place in the order of a stream. Outlives the card that stood there.
    struct Place: Equatable {
        var priority: Int
        var recency: Int64
        var id: String
    }

    func window(_ query: FeedQuery, remembered: inout Place?) throws -> CardWindow {
        try gate.pass()
        return try queue.read { db in
            try gate.pass()
            return try window(query, db, &remembered)
        }
    }

    private func window(_ query: FeedQuery, _ db: Database, _ remembered: inout Place?) throws -> CardWindow {
        let counters = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT row, visible_count, ever_had_card FROM stream WHERE name = ?"),
            arguments: [query.streamID.rawValue])
        guard let counters else { return CardWindow() }
        let stream: Int64 = counters[0]
        var result = CardWindow(totalCount: counters[1], hasEverHadCard: counters[2])

        var before: [CardWindow.Item] = []
        var after: [CardWindow.Item] = []
        let limit = (before: max(0, query.before), after: max(0, query.after))
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
        bodies.endPass()
        return result
    }

    private struct Edges {
        var first: Place?
        var last: Place?
        var hasMore = false
    }

    private func place(of id: CardID, _ stream: Int64, _ db: Database) throws -> Place? {
        let select = try db.cachedStatement(sql: "SELECT priority, recency, id FROM card WHERE stream = ? AND id = ?")
        return try Row.fetchOne(select, arguments: [stream, id.rawValue]).map {
            Place(priority: $0[0], recency: $0[1], id: $0[2])
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

    private static let columns = """
        row, id, sequence, version, shown_status, created, updated, recency, shown_until, expires, shown_vote,
        delivery, priority
        """

    /// Up to `limit` cards in walking order.
    private func page(
        _ db: Database, _ stream: Int64, _ streamID: StreamID, _ walk: Walk, _ limit: Int, _ edges: inout Edges
    ) throws -> [CardWindow.Item] {
        let order = walk.isForward ? "priority, recency, id" : "priority DESC, recency DESC, id DESC"
        let bound = walk.place == nil ? "" : "AND (priority, recency, id) \(walk.isForward ? ">=" : "<") (?, ?, ?)"
        let select = try db.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM card INDEXED BY card_order
                WHERE stream = ? AND visible = 1 \(bound) ORDER BY \(order) LIMIT ?
                """)
        let arguments: StatementArguments =
            if let place = walk.place {
                [stream, place.priority, place.recency, place.id, limit + 1]
            } else {
                [stream, limit + 1]
            }
        var items: [CardWindow.Item] = []
        items.reserveCapacity(limit)
        edges.hasMore = false
        let cursor = try Row.fetchCursor(select, arguments: arguments)
        while let row = try cursor.next() {
            if items.count == limit {
                edges.hasMore = true
                break
            }
            let item = try item(row, streamID, stream, db)
            items.append(item)
            let place = Place(priority: row[12], recency: row[7], id: item.id.rawValue)
            if walk.isForward {
                if edges.first == nil { edges.first = place }
                edges.last = place
            } else {
                edges.first = place
                if edges.last == nil { edges.last = place }
            }
        }
        return items
    }

    private func item(_ row: Row, _ streamID: StreamID, _ stream: Int64, _ db: Database) throws -> CardWindow.Item {
        let id = CardID(row[1] as String)
        let delivery: CardWindow.Delivery =
            switch CardEffect.Delivery(rawValue: row[11]) {
            case .waiting: .waiting
            case .refused: .refused(reason: try refusal(of: id, stream, db))
            default: .none
            }
        let content: CardWindow.Content =
            switch try bodies.body(row: row[0], sequence: row[2], db) {
            case .success(let body):
                .card(
                    Card(
                        id: id, streamID: streamID, status: CardStatus(rawValue: row[4]) ?? .active,
                        createdAt: Date(milliseconds: row[5]), updatedAt: Date(milliseconds: row[6]),
                        activeAt: Date(milliseconds: -(row[7] as Int64)),
                        snoozedUntil: (row[8] as Int64?).map { Date(milliseconds: $0) },
                        expiresAt: (row[9] as Int64?).map { Date(milliseconds: $0) },
                        vote: (row[10] as String?).flatMap(Card.Vote.init), body: body))
            case .failure(let reason): .unreadable(reason: reason.text)
            }
        return CardWindow.Item(id: id, version: row[3], content: content, delivery: delivery)
    }

    private func refusal(of id: CardID, _ stream: Int64, _ db: Database) throws -> String {
        let select = try db.cachedStatement(
            sql: """
                SELECT refused_reason FROM outbox WHERE stream = ? AND card = ? AND refused_reason IS NOT NULL
                ORDER BY position LIMIT 1
                """)
        return try String.fetchOne(select, arguments: [stream, id.rawValue]) ?? ""
    }

    // MARK: Position

    /// Counts along the index from the window towards the nearer end, a bounded number of steps.
    private func offset(of window: CardWindow, _ stream: Int64, _ edges: Edges, _ db: Database) throws -> Int? {
        guard window.hasMoreBefore, let first = edges.first, let last = edges.last else { return 0 }
        if !window.hasMoreAfter { return window.totalCount - window.items.count }
        if let count = try count("<", first, stream, db) { return count }
        if let count = try count(">", last, stream, db) { return window.totalCount - window.items.count - count }
        return nil
    }

    private func count(_ comparison: String, _ place: Place, _ stream: Int64, _ db: Database) throws -> Int? {
        let select = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM card INDEXED BY card_order WHERE stream = ? AND visible = 1
                AND (priority, recency, id) \(comparison) (?, ?, ?) LIMIT \(Self.countLimit + 1))
                """)
        let count = try Int.fetchOne(select, arguments: [stream, place.priority, place.recency, place.id]) ?? 0
        return count <= Self.countLimit ? count : nil
    }
}
