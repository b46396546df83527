import Synchronization

/// Whether a database is open. Check it on the connection's own queue, where the database cannot be closed between the
/// check and the statement: SQLite must not get statements of a closed connection.
final class StoreGate: Sendable {
    private let isClosed = Atomic<Bool>(false)

    /// Throws ``StoreError/closed`` after ``close()``.
    func checkOpen() throws(StoreError) {
        if isClosed.load(ordering: .acquiring) { throw .closed }
    }

    /// Closes the gate. Returns false if it was already closed.
    func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }
}
