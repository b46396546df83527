import Cards
import SQLite

/// Windows of the cards in an index: filtered, grouped, or in a different order from the feed.
extension WindowReader {
    /// The last position of a window's anchor, for when its card is gone.
    struct RememberedPosition {
        var card: CardID
        var position: CardPosition
    }

    func window(
        _ query: FeedQuery, _ index: CardIndex, remembered: inout RememberedPosition?
    ) throws -> CardWindow {
        try read { db in
            let select = try db.statement("SELECT row, ever_had_card FROM stream WHERE name = ?")
            select.bind(query.streamID.rawValue)
            guard let stream = try select.first([], { (row: $0.int64(0), everHadCard: $0.bool(1)) }) else {
                return CardWindow()
            }
            let items = IndexedItems(index, query.groups)
            let count = items.count
            let (before, after) = query.size
            var range: Range<Int>
            // The position from which a window that is too large is read outwards.
            let middle: Int
            switch query.anchor {
            case .start:
                range = 0..<min(count, after)
                middle = range.lowerBound
            case .end:
                range = max(0, count - max(before, after))..<count
                middle = range.upperBound
            case .card(let id):
                middle = try position(of: id, items, index, stream.row, &remembered, db)
                range = max(0, middle - before)..<min(count, middle + after + 1)
            }
            var result = CardWindow(
                totalCount: index.count, hasEverHadCard: stream.everHadCard, isPartial: !index.isComplete)
            range = try fill(&result.items, items, range, from: middle, query.streamID, stream.row, db)
            result.hasMoreBefore = range.lowerBound > 0
            result.hasMoreAfter = range.upperBound < count
            result.offset = items.rank(of: range.lowerBound)
            result.unseenBefore = try unseen(items.unseen(before: range.lowerBound), db)
            result.unseenAfter = try unseen(items.unseen(from: range.upperBound), db)
            bodies.endPass()
            return result
        }
    }

    /// The current or last position of a window's anchor among the items; the start if it is unknown.
    private func position(
        of id: CardID, _ items: IndexedItems, _ index: CardIndex, _ stream: Int64,
        _ remembered: inout RememberedPosition?, _ db: Database
    ) throws -> Int {
        if let group = CardGroup(itemID: id) { return min(items.position(of: group), items.count) }
        if let position = try position(of: id, in: stream, index, db) {
            remembered = RememberedPosition(card: id, position: position)
        }
        guard let remembered, remembered.card == id else { return 0 }
        return items.position(of: remembered.position)
    }

    /// The position of a card, or the one that it would have if the filter matched it; nil if the card does not exist.
    private func position(
        of id: CardID, in stream: Int64, _ index: CardIndex, _ db: Database
    ) throws -> CardPosition? {
        let select = try db.statement("SELECT \(Self.filterColumns) FROM card WHERE stream = ? AND id = ?")
        select.bind(stream)
        select.bind(id.rawValue)
        return try select.first { index.position(ofRow: $0.int64(0)) ?? Self.position(of: $0, index.key) }
    }

    /// Reads the items of a range outwards from a position, with a limit in bytes for each side. Returns the range that
    /// was read.
    private func fill(
        _ result: inout [CardWindow.Item], _ items: IndexedItems, _ range: Range<Int>, from middle: Int,
        _ streamID: StreamID, _ stream: Int64, _ db: Database
    ) throws -> Range<Int> {
        var after: [CardWindow.Item] = []
        var bytes = 0
        var upper = middle
        while upper < range.upperBound, bytes <= Self.pageBytes || after.count < Self.pageMinimum {
            after += try item(at: upper, items, streamID, stream, db, &bytes)
            upper += 1
        }
        var before: [CardWindow.Item] = []
        bytes = 0
        var lower = middle
        while lower > range.lowerBound, bytes <= Self.pageBytes || before.count < Self.pageMinimum {
            lower -= 1
            before += try item(at: lower, items, streamID, stream, db, &bytes)
        }
        result = before.reversed() + after
        if !result.isEmpty, lower < upper { result[0].heading = items.item(at: lower, withHeading: true).heading }
        return lower..<upper
    }

    /// Reads the item at a position and adds the size of its body to `bytes`. Empty if its card is gone.
    private func item(
        at position: Int, _ items: IndexedItems, _ streamID: StreamID, _ stream: Int64, _ db: Database,
        _ bytes: inout Int
    ) throws -> [CardWindow.Item] {
        let (found, heading) = items.item(at: position, withHeading: false)
        guard case .card(let row) = found else {
            guard let heading else { return [] }
            return [CardWindow.Item(folding: heading, unseenCount: items.unseenCount(ofGroupAt: position))]
        }
        var result = try item(row: row, streamID, stream, db, &bytes)
        if !result.isEmpty { result[0].heading = heading }
        return result
    }

    /// Reads the card in a row and adds the size of its body to `bytes`. Empty if the card is gone.
    func item(
        row: Int64, _ streamID: StreamID, _ stream: Int64, _ db: Database, _ bytes: inout Int
    ) throws -> [CardWindow.Item] {
        let select = try db.statement("SELECT \(Self.columns) FROM card WHERE row = ?")
        select.bind(row)
        var size = 0
        let found = try select.first { row in
            let body = try bodies.body(Self.bodyKey(row), db)
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
}

extension CardWindow.Item {
    /// The item of a folded group.
    fileprivate init(folding heading: CardHeading, unseenCount: Int) {
        self.init(id: heading.group.itemID, version: Int64(heading.count), content: .foldedGroup)
        self.unseenCount = unseenCount
        self.heading = heading
    }
}
