import GRDB
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

extension Database {
    /// All of a reading from one state of the database. In place of the queue's own `read`, which uses the connection before
    /// it calls its body, and so before that can ask the gate whether it is still there.
    func reading<T>(_ body: (Database) throws -> T) throws -> T {
        var result: T?
        try inTransaction(.deferred) {
            result = try body(self)
            return .commit
        }
        guard let result else { throw StoreError.cancelled }
        return result
    }
}
