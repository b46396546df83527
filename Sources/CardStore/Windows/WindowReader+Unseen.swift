import Cards
import SQLite

/// The unseen cards beyond the edges of a window. Uses an index that contains only unseen cards, so the cost depends
/// neither on the number of cards nor on that of unseen ones.
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
        let beyond = "AND (priority, recency, id) \(isForward ? ">" : "<") (?, ?, ?)"
        let first = try db.statement("\(Self.unseenCards("id")) \(beyond) \(Self.order(isForward)) LIMIT 1")
        first.bind(stream)
        bind(place, to: first)
        let last = try db.statement("\(Self.unseenCards("id")) \(Self.order(!isForward)) LIMIT 1")
        last.bind(stream)
        guard let nearest = try first.first([], { CardID(stored: $0.string(0)) }),
            let farthest = try last.first([], { CardID(stored: $0.string(0)) })
        else { return nil }
        // Let SQLite count up to a limit, which needs no order.
        let some = try db.statement("SELECT count(*) FROM (\(Self.unseenCards("1")) \(beyond) LIMIT ?)")
        some.bind(stream)
        bind(place, to: some)
        some.bind(CardWindow.Unseen.countLimit + 1)
        return CardWindow.Unseen(count: try some.first { $0.int(0) } ?? 0, nearest: nearest, farthest: farthest)
    }

    private static func unseenCards(_ columns: String) -> String {
        "SELECT \(columns) FROM card INDEXED BY card_unseen WHERE stream = ? AND visible = 1 AND seen = 0"
    }

    private static func order(_ isForward: Bool) -> String {
        "ORDER BY \(isForward ? "priority, recency, id" : "priority DESC, recency DESC, id DESC")"
    }

    // MARK: With an index

    /// Converts the unseen cards of an index, whose number is exact.
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
