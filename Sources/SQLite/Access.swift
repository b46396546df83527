import Basics

/// A single access of a task to a connection. It begins only if the task is not cancelled. A later cancellation
/// interrupts this access, but none of those that follow.
final class Access: Sendable {
    private enum State {
        case waiting
        case running(Database.Interrupter)
        case cancelled
        case ended
    }

    private let state = Lock(State.waiting)

    /// Runs the access, on the connection's queue.
    /// - Throws: `CancellationError` if the access was cancelled before.
    func run<Value>(_ database: Database, _ body: (Database) throws -> Value) throws -> Value {
        let interrupter = database.interrupter
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(interrupter)
            return false
        }
        if isCancelled { throw CancellationError() }
        defer {
            state.withLock { $0 = .ended }
            interrupter.withdraw()
        }
        return try body(database)
    }

    /// Cancels the access, from any thread. SQLite is interrupted while the lock is held, so that the access cannot end
    /// and the connection cannot be closed before that.
    func cancel() {
        state.withLock { state in
            switch state {
            case .waiting: state = .cancelled
            case .running(let interrupter): interrupter.request()
            case .cancelled, .ended: break
            }
        }
    }
}
