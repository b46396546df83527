import Basics

/// One access of a task to a pool: it begins only while the task is not cancelled, and what is cancelled later ends it, and
/// nothing after it.
final class Access: Sendable {
    private enum State {
        case waiting
        case running(Interruption)
        case cancelled
        case ended
    }

    private let state = Lock(State.waiting)

    func run<Value>(_ interruption: Interruption, _ body: () throws -> Value) throws -> Value {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(interruption)
            return false
        }
        if isCancelled { throw CancellationError() }
        defer {
            state.withLock { $0 = .ended }
            interruption.withdraw()
        }
        return try body()
    }

    /// From any thread. Asking the server to cancel waits for the network, so it gets a thread of its own; it is done inside the
    /// lock, so that it cannot meet a later access of the connection.
    func cancel() {
        let isRunning = state.withLock { state in
            switch state {
            case .waiting:
                state = .cancelled
                return false
            case .running: return true
            case .cancelled, .ended: return false
            }
        }
        guard isRunning else { return }
        Blocking.start { [self] in
            state.withLock { state in if case .running(let interruption) = state { interruption.request() } }
        }
    }
}
