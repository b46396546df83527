import Basics

/// The history entries that this process created. Undo uses them to distinguish its own actions from those of other
/// processes with the store, and of earlier runs.
final class OwnEntries: Sendable {
    private let rows = Lock<Set<Int64>>([])

    /// Adds entries, and drops entries that are too old to be in the history.
    func record(_ new: [Int64]) {
        guard let newest = new.max() else { return }
        rows.withLock { rows in
            rows = rows.union(new).filter { $0 > newest - Int64(StoreTransaction.historyLimit) }
        }
    }

    func contains(_ row: Int64?) -> Bool { row.map { row in rows.withLock { $0.contains(row) } } ?? false }

    /// The entries as a list in SQL.
    var list: String { "(" + rows.withLock { $0.map(String.init).joined(separator: ", ") } + ")" }
}
