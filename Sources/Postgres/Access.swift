import Basics
import Glibc

/// One access of a task to a pool: it begins only while the task is not cancelled, and what is cancelled later ends it, and
/// nothing after it.
final class Access: Sendable {
    private enum State {
        /// What a cancellation does meanwhile.
        case waiting((@Sendable () -> Void)?)
        case running(Interruption)
        case cancelled
        case ended
    }

    private let state = Lock(State.waiting(nil))

    private static let mostRequests = 5

    /// - Parameter end: Called once if the access is cancelled before it begins, which may have happened.
    func whenCancelled(_ end: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            switch state {
            case .waiting: state = .waiting(end)
            case .cancelled: return true
            case .running, .ended: break
            }
            return false
        }
        if isCancelled { end() }
    }

    /// - Returns: Nil if it was cancelled before; then ``whenCancelled(_:)`` tells the caller.
    func run<Value>(_ interruption: Interruption, _ body: () throws -> Value) throws -> Value? {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(interruption)
            return false
        }
        if isCancelled { return nil }
        defer {
            state.withLock { $0 = .ended }
            interruption.withdraw()
        }
        return try body()
    }

    /// From any thread. Asking the server to cancel waits for the network, so it gets a thread of its own; it is done inside the
    /// lock, so that it cannot meet a later access of the connection.
    func cancel() {
        let (isRunning, end) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            switch state {
            case .waiting(let end):
                state = .cancelled
                return (false, end)
            case .running: return (true, nil)
            case .cancelled, .ended: return (false, nil)
            }
        }
        end?()
        guard isRunning else { return }
        Blocking.start { [self] in
            // A request that reaches the server between two statements ends neither.
            for _ in 0..<Self.mostRequests {
                let isRunning = state.withLock { state in
                    guard case .running(let interruption) = state else { return false }
                    interruption.request()
                    return true
                }
                guard isRunning else { return }
                usleep(100_000)
            }
        }
    }
}
