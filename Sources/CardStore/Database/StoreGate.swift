import Synchronization

/// Whether a database is still open. Asked on the connection's own queue, where no close can come between the question
/// and the statement: SQLite must not be handed the statements of a connection that is gone.
final class StoreGate: Sendable {
    private let isClosed = Atomic<Bool>(false)

    /// Throws ``StoreError/closed`` from ``close()`` on.
    func pass() throws(StoreError) {
        if isClosed.load(ordering: .acquiring) { throw .closed }
    }

    /// Returns whether this call closed it.
    func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }
}
