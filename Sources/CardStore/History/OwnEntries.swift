import Basics

/// The entries of the history that this process made, by which undo tells them from those of other processes of the store
/// and of earlier ones.
final class OwnEntries: Sendable {
    private let rows = Lock<Set<Int64>>([])

    /// Forgets those that are as old as the oldest entry of a full history.
    func record(_ new: [Int64]) {
        guard let newest = new.max() else { return }
        rows.withLock { rows in
            rows = rows.union(new).filter { $0 > newest - Int64(StoreTransaction.historyLimit) }
        }
    }

    func contains(_ row: Int64?) -> Bool { row.map { row in rows.withLock { $0.contains(row) } } ?? false }

    /// As a list in SQL.
    var list: String { "(" + rows.withLock { $0.map(String.init).joined(separator: ", ") } + ")" }
}
