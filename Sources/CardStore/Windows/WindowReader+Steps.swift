import Cards
import Dispatch
import SQLite

import struct Foundation.Date

/// Builds an index by checking the cards of a stream, a few at a time.
extension WindowReader {
    /// How long a step may take, in nanoseconds, before other work gets its turn at the reading connection.
    static let stepTime: UInt64 = 4_000_000
    /// The number of cards to check before looking at the time.
    private static let stride = 64
    /// The number of rows that one query for snoozed cards covers.
    private static let rowStride: Int64 = 2000

    /// Checks some more of the cards that are left to check.
    func step(_ index: CardIndex, at now: Date) throws {
        try read { db in
            guard let stream = try streamRow(index.key.streamID, db) else {
                index.walks = []
                return index.ended()
            }
            let end = DispatchTime.now().uptimeNanoseconds + Self.stepTime
            while DispatchTime.now().uptimeNanoseconds < end {
                if !index.changed.isEmpty {
                    try lookAtChanged(index, stream, db, now)
                } else if let walk = index.walks.popLast() {
                    switch walk {
                    case .order(let place, let isForward, let limit):
                        try walkOrder(index, stream, db, now, place, isForward, limit)
                    case .rows(let row): try walkRows(index, stream, db, now, after: row)
                    }
                } else {
                    break
                }
            }
            index.ended()
        }
    }

    /// The columns that ``passes(_:_:_:isSeen:)`` needs.
    static let filterColumns = """
        row, priority, recency, id, shown_status, created, expires, shown_vote, delivery, visible, stream, body, seen
        """

    private func lookAtChanged(_ index: CardIndex, _ stream: Int64, _ db: Database, _ now: Date) throws {
        for row in index.changed.prefix(Self.stride) {
            index.changed.remove(row)
            let select = try db.statement("SELECT \(Self.filterColumns) FROM card WHERE row = ?")
            select.bind(row)
            let isThere = try select.first { look(at: $0, index, stream, now) } != nil
            guard !isThere else { continue }
            index.setDue(row, nil)
            index.set(row, nil)
        }
    }

    private func walkOrder(
        _ index: CardIndex, _ stream: Int64, _ db: Database, _ now: Date, _ place: Place?, _ isForward: Bool,
        _ limit: Int
    ) throws {
        let order = isForward ? "priority, recency, id" : "priority DESC, recency DESC, id DESC"
        let bound = place == nil ? "" : "AND (priority, recency, id) \(isForward ? ">" : "<") (?, ?, ?)"
        let select = try db.statement(
            """
            SELECT \(Self.filterColumns) FROM card INDEXED BY card_order
            WHERE stream = ? AND visible = 1 \(bound) ORDER BY \(order) LIMIT ?
            """)
        select.bind(stream)
        if let place { bind(place, to: select) }
        let count = min(limit, Self.stride)
        select.bind(count)
        var last: Place?
        var seen = 0
        try select.forEachRow { row in
            look(at: row, index, stream, now)
            last = Place(priority: row.int(1), activationOrder: row.int64(2), id: row.string(3))
            seen += 1
            return true
        }
        guard seen == count, let last, limit > seen else { return }
        index.walks.append(.order(from: last, isForward: isForward, limit: limit == .max ? .max : limit - seen))
    }

    private func walkRows(
        _ index: CardIndex, _ stream: Int64, _ db: Database, _ now: Date, after first: Int64
    ) throws {
        let highest = try db.statement("SELECT max(row) FROM card").first { $0.int64(0) } ?? 0
        let last = first + Self.rowStride
        let select = try db.statement(
            """
            SELECT \(Self.filterColumns) FROM card
            WHERE row > ? AND row <= ? AND stream = ? AND shown_status = 'snoozed'
            """)
        select.bind(first)
        select.bind(last)
        select.bind(stream)
        try select.forEachRow { row in
            look(at: row, index, stream, now)
            return true
        }
        if last < highest { index.walks.append(.rows(after: last)) }
    }

    /// Checks a card, and records its position if it matches.
    private func look(at row: borrowing Row, _ index: CardIndex, _ stream: Int64, _ now: Date) {
        let number = row.int64(0)
        guard row.int64(10) == stream else { return index.set(number, nil) }
        let expires = row.optionalInt64(6).map { Date(milliseconds: $0) }
        let created = Date(milliseconds: row.int64(5))
        let next =
            Self.isInScope(row, index.filter)
            ? index.filter.nextChange(createdAt: created, expiresAt: expires, after: now) : nil
        index.setDue(number, next?.milliseconds)
        // A card that matched as unseen stays in the window while the user reads it.
        let isSeen = row.bool(12)
        guard Self.passes(row, index.filter, now, isSeen: isSeen && !index.heldAsUnseen(number)) else {
            return index.set(number, nil)
        }
        index.set(number, Self.position(of: row, index.key), isSeen: isSeen)
    }

    /// The position of the card in a row of ``filterColumns``. Reads the body from the file only if the group depends
    /// on it.
    static func position(of row: borrowing Row, _ key: CardIndex.Key) -> CardPosition {
        let place = Place(priority: row.int(1), activationOrder: row.int64(2), id: row.string(3))
        let order = key.order.key(activeAt: -place.activationOrder, expiresAt: row.optionalInt64(6))
        // A closure cannot borrow the row.
        let body = key.grouping == .category ? try? CardBody.decode(row.bytes(11)) : nil
        let group = key.grouping.group(
            priority: place.priority, activeAt: Date(milliseconds: -place.activationOrder), zone: key.zone
        ) { body }
        return CardPosition(group: group, sortKey: CardSortKey(place, key: order, row: row.int64(0)))
    }

    /// Whether a row of ``filterColumns`` is in the scope of a filter. Does not check the other conditions or the text.
    private static func isInScope(_ row: borrowing Row, _ filter: PreparedFilter) -> Bool {
        switch filter.scope {
        case .shown: row.bool(9)
        case .snoozed: row.string(4) == CardStatus.snoozed.rawValue
        case .waiting: row.int(8) == CardEffect.Delivery.waiting.rawValue && !row.bytes(11).isEmpty
        }
    }

    /// Whether a row of ``filterColumns`` matches a filter. Reads the body from the file only if the filter needs it.
    ///
    /// - Parameter isSeen: Whether the card counts as seen; nil uses the value of the row.
    static func passes(
        _ row: borrowing Row, _ filter: PreparedFilter, _ now: Date, isSeen: Bool? = nil
    ) -> Bool {
        guard isInScope(row, filter) else { return false }
        let status = CardStatus(rawValue: row.string(4)) ?? .cancelled
        let delivery: PreparedFilter.Facts.Delivery =
            switch CardEffect.Delivery(rawValue: row.int(8)) {
            case .waiting: .waiting
            case .refused: .refused
            default: .none
            }
        let facts = PreparedFilter.Facts(
            id: CardID(stored: row.string(3)), status: status, priority: row.int(1),
            createdAt: Date(milliseconds: row.int64(5)),
            expiresAt: row.optionalInt64(6).map { Date(milliseconds: $0) },
            vote: row.optionalString(7).flatMap(Card.Vote.init), delivery: delivery,
            isSeen: isSeen ?? row.bool(12))
        return filter.verdict(facts, at: now) ?? filter.matches(facts, body: row.bytes(11))
    }
}

extension CardSearch.Scope {
    /// The SQL condition for statements that read ``WindowReader/filterColumns``. Equivalent to
    /// ``WindowReader/isInScope(_:_:)``.
    var sql: String {
        switch self {
        case .shown: "visible = 1"
        case .snoozed: "shown_status = 'snoozed'"
        case .waiting: "delivery = 1 AND length(body) > 0"
        }
    }
}
