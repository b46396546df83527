import Cards
import SQLite

/// The unseen cards beyond the edges of a window, by an index that holds no others: what this costs depends neither on the
/// number of cards nor on that of unseen ones.
extension WindowReader {
    func unseen(before place: Place, _ stream: Int64, _ db: Database) throws -> CardWindow.Unseen? {
        try unseen(beyond: place, isForward: false, stream, db)
    }

    func unseen(after place: Place, _ stream: Int64, _ db: Database) throws -> CardWindow.Unseen? {
        try unseen(beyond: place, isForward: true, stream, db)
    }

    private func unseen(
        beyond place: Place, isForward: Bool, _ stream: Int64, _ db: Database
    ) throws -> CardWindow.Unseen? {
        let limit = CardWindow.Unseen.countLimit + 1
        let select = try db.statement(
            """
            SELECT id FROM card INDEXED BY card_unseen WHERE stream = ? AND visible = 1 AND seen = 0
            AND (priority, recency, id) \(isForward ? ">" : "<") (?, ?, ?) ORDER BY \(Self.order(isForward)) LIMIT ?
            """)
        select.bind(stream)
        bind(place, to: select)
        select.bind(limit)
        var (count, nearest, farthest) = (0, CardID?.none, CardID?.none)
        try select.forEachRow { row in
            count += 1
            if nearest == nil { nearest = CardID(stored: row.string(0)) }
            if count < limit { farthest = CardID(stored: row.string(0)) }
            return true
        }
        if count == limit { farthest = try lastUnseen(isForward: isForward, stream, db) }
        guard let nearest, let farthest else { return nil }
        return CardWindow.Unseen(count: count, nearest: nearest, farthest: farthest)
    }

    private func lastUnseen(isForward: Bool, _ stream: Int64, _ db: Database) throws -> CardID? {
        let select = try db.statement(
            """
            SELECT id FROM card INDEXED BY card_unseen WHERE stream = ? AND visible = 1 AND seen = 0
            ORDER BY \(Self.order(!isForward)) LIMIT 1
            """)
        select.bind(stream)
        return try select.first { CardID(stored: $0.string(0)) }
    }

    private static func order(_ isForward: Bool) -> String {
        isForward ? "priority, recency, id" : "priority DESC, recency DESC, id DESC"
    }

    // MARK: With an index

    /// Of an index the numbers are exact.
    func unseen(_ found: IndexedItems.Unseen?, _ db: Database) throws -> CardWindow.Unseen? {
        guard let found, let nearest = try id(of: found.nearest, db), let farthest = try id(of: found.farthest, db)
        else { return nil }
        return CardWindow.Unseen(count: found.count, nearest: nearest, farthest: farthest)
    }

    private func id(of item: IndexedItems.Unseen.Place, _ db: Database) throws -> CardID? {
        switch item {
        case .foldedGroup(let group): return group.itemID
        case .card(let row):
            let select = try db.statement("SELECT id FROM card WHERE row = ?")
            select.bind(row)
            return try select.first { CardID(stored: $0.string(0)) }
        }
    }
}
