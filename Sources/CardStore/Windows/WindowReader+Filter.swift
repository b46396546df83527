import Cards
import Dispatch
import SQLite

import struct Foundation.Date

/// Windows of the cards that a filter lets through.
extension WindowReader {
    /// For so long, in nanoseconds, cards are looked at before others get their turn at the reading connection.
    static let stepTime: UInt64 = 4_000_000
    /// Cards looked at before the time is asked for.
    private static let stride = 64
    /// Rows that one look for snoozed cards passes over.
    private static let rowStride: Int64 = 2000

    /// Looks at some more of the cards that are left to look at.
    func step(_ index: FilterIndex, at now: Date) throws {
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

    func window(_ query: FeedQuery, _ index: FilterIndex, remembered: inout Place?) throws -> CardWindow {
        try read { db in
            let select = try db.statement("SELECT row, ever_had_card FROM stream WHERE name = ?")
            select.bind(query.streamID.rawValue)
            guard let stream = try select.first([], { (row: $0.int64(0), everHadCard: $0.bool(1)) }) else {
                return CardWindow()
            }
            let count = index.spots.count
            let (before, after) = query.size
            var range: Range<Int>
            // Where a window that gets too large is read from.
            let middle: Int
            switch query.anchor {
            case .start:
                range = 0..<min(count, after)
                middle = range.lowerBound
            case .end:
                range = max(0, count - max(before, after))..<count
                middle = range.upperBound
            case .card(let id):
                let found = try rowPlace(of: id, stream.row, db)
                if let found { remembered = found.place }
                let place = remembered.flatMap { $0.id == id.rawValue ? $0 : nil }
                middle =
                    found.flatMap { index.position(ofRow: $0.row) } ?? place.map { index.position(at: $0) } ?? 0
                range = max(0, middle - before)..<min(count, middle + after + 1)
            }
            var result = CardWindow(
                totalCount: count, hasEverHadCard: stream.everHadCard, isPartial: !index.isComplete)
            range = try fill(&result.items, index, range, from: middle, query.streamID, stream.row, db)
            result.hasMoreBefore = range.lowerBound > 0
            result.hasMoreAfter = range.upperBound < count
            result.offset = range.lowerBound
            bodies.endPass()
            return result
        }
    }

    /// Reads the cards of a range, outwards from a position, each side within its bytes. Returns the range that was read.
    private func fill(
        _ items: inout [CardWindow.Item], _ index: FilterIndex, _ range: Range<Int>, from middle: Int,
        _ streamID: StreamID, _ stream: Int64, _ db: Database
    ) throws -> Range<Int> {
        var after: [CardWindow.Item] = []
        var bytes = 0
        var upper = middle
        while upper < range.upperBound, bytes <= Self.pageBytes || after.count < Self.pageMinimum {
            after += try item(row: index.spots[upper].row, streamID, stream, db, &bytes)
            upper += 1
        }
        var before: [CardWindow.Item] = []
        bytes = 0
        var lower = middle
        while lower > range.lowerBound, bytes <= Self.pageBytes || before.count < Self.pageMinimum {
            lower -= 1
            before += try item(row: index.spots[lower].row, streamID, stream, db, &bytes)
        }
        items = before.reversed() + after
        return lower..<upper
    }

    /// The card in a row, and how large its body is; none when it is gone.
    func item(
        row: Int64, _ streamID: StreamID, _ stream: Int64, _ db: Database, _ bytes: inout Int
    ) throws -> [CardWindow.Item] {
        let select = try db.statement("SELECT \(Self.columns) FROM card WHERE row = ?")
        select.bind(row)
        var size = 0
        let found = try select.first { row in
            let body = try bodies.body(row: row.int64(0), sequence: row.int64(2), db)
            size = body.bytes
            return try item(row, body.body, streamID, stream, db)
        }
        bytes += size
        return found.map { [$0] } ?? []
    }

    func streamRow(_ id: StreamID, _ db: Database) throws -> Int64? {
        let select = try db.statement("SELECT row FROM stream WHERE name = ?")
        select.bind(id.rawValue)
        return try select.first { $0.int64(0) }
    }

    // MARK: Looking

    /// What ``passes(_:_:_:)`` takes of a card.
    static let facts = """
        row, priority, recency, id, shown_status, created, expires, shown_vote, delivery, visible, stream, body,
        EXISTS (SELECT 1 FROM seen WHERE seen.stream = card.stream AND seen.card = card.id)
        """

    private func lookAtChanged(_ index: FilterIndex, _ stream: Int64, _ db: Database, _ now: Date) throws {
        for row in index.changed.prefix(Self.stride) {
            index.changed.remove(row)
            let select = try db.statement("SELECT \(Self.facts) FROM card WHERE row = ?")
            select.bind(row)
            let spot = try select.first { look(at: $0, index, stream, now) }
            if spot == nil { index.setDue(row, nil) }
            index.set(row, spot.flatMap(\.self))
        }
    }

    private func walkOrder(
        _ index: FilterIndex, _ stream: Int64, _ db: Database, _ now: Date, _ place: Place?, _ isForward: Bool,
        _ limit: Int
    ) throws {
        let order = isForward ? "priority, recency, id" : "priority DESC, recency DESC, id DESC"
        let bound = place == nil ? "" : "AND (priority, recency, id) \(isForward ? ">" : "<") (?, ?, ?)"
        let select = try db.statement(
            """
            SELECT \(Self.facts) FROM card INDEXED BY card_order
            WHERE stream = ? AND visible = 1 \(bound) ORDER BY \(order) LIMIT ?
            """)
        select.bind(stream)
        if let place { bind(place, to: select) }
        let count = min(limit, Self.stride)
        select.bind(count)
        var last: Place?
        var seen = 0
        try select.forEachRow { row in
            index.set(row.int64(0), look(at: row, index, stream, now))
            last = Place(priority: row.int(1), recency: row.int64(2), id: row.string(3))
            seen += 1
            return true
        }
        guard seen == count, let last, limit > seen else { return }
        index.walks.append(.order(from: last, isForward: isForward, limit: limit == .max ? .max : limit - seen))
    }

    private func walkRows(
        _ index: FilterIndex, _ stream: Int64, _ db: Database, _ now: Date, after first: Int64
    ) throws {
        let highest = try db.statement("SELECT max(row) FROM card").first { $0.int64(0) } ?? 0
        let last = first + Self.rowStride
        let select = try db.statement(
            """
            SELECT \(Self.facts) FROM card
            WHERE row > ? AND row <= ? AND stream = ? AND shown_status = 'snoozed'
            """)
        select.bind(first)
        select.bind(last)
        select.bind(stream)
        try select.forEachRow { row in
            index.set(row.int64(0), look(at: row, index, stream, now))
            return true
        }
        if last < highest { index.walks.append(.rows(after: last)) }
    }

    /// Where a card stands if it gets through.
    private func look(at row: borrowing Row, _ index: FilterIndex, _ stream: Int64, _ now: Date) -> FilterIndex.Spot? {
        guard row.int64(10) == stream else { return nil }
        let expires = row.optionalInt64(6).map { Date(milliseconds: $0) }
        let next = Self.isMeant(row, index.filter) ? index.filter.nextChange(expiresAt: expires, after: now) : nil
        index.setDue(row.int64(0), next?.milliseconds)
        guard Self.passes(row, index.filter, now) else { return nil }
        return FilterIndex.Spot(
            Place(priority: row.int(1), recency: row.int64(2), id: row.string(3)), row: row.int64(0))
    }

    /// Whether a row of ``facts`` is of a card that the filter examines. Does not compare its text.
    private static func isMeant(_ row: borrowing Row, _ filter: PreparedFilter) -> Bool {
        filter.looksAtSnoozed ? row.string(4) == CardStatus.snoozed.rawValue : row.bool(9)
    }

    /// Whether a row of ``facts`` gets through. The body is read from the file only when it is asked for.
    static func passes(_ row: borrowing Row, _ filter: PreparedFilter, _ now: Date) -> Bool {
        guard isMeant(row, filter) else { return false }
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
            vote: row.optionalString(7).flatMap(Card.Vote.init), delivery: delivery, isSeen: row.bool(12))
        return filter.verdict(facts, at: now) ?? filter.matches(facts, body: row.bytes(11))
    }
}
