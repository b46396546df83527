import Basics
import Glibc

/// A single access of a task to a pool. It begins only if the task is not cancelled. A later cancellation interrupts
/// this access, but none of those that follow on the same connection.
final class Access: Sendable {
    private enum State {
        /// The access has not begun. The closure is called if it is cancelled.
        case waiting((@Sendable () -> Void)?)
        case running(Interruption)
        case cancelled
        case ended
    }

    private let state = Lock(State.waiting(nil))

    private static let mostRequests = 5

    /// - Parameter end: Called once if the access is cancelled before it begins, even if that has already happened.
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

    /// Runs the access, unless it was cancelled.
    /// - Returns: Nil if the access was cancelled before. ``whenCancelled(_:)`` then notifies the caller.
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

    /// Cancels the access, from any thread. The request to the server waits for the network, so it is sent from a
    /// separate thread. It is sent while the lock is held, so that it cannot affect a later access of the connection.
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
            // Repeat the request: if it reaches the server between two statements, it has no effect.
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
