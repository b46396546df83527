import Basics

/// One access of a task to a connection: it begins only while the task is not cancelled, and what is cancelled later ends it,
/// and nothing after it.
final class Access: Sendable {
    private enum State {
        case waiting
        case running(Database.Interrupter)
        case cancelled
        case ended
    }

    private let state = Lock(State.waiting)

    /// Runs on the connection's queue.
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

    /// From any thread. SQLite is interrupted inside the lock, so that the access cannot end, nor the connection close, before
    /// that is done.
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
