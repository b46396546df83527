import Basics
import CPostgres

/// Lets any thread end what runs on a connection.
// Invariant: `cancel` is used and freed inside the lock only; libpq lets any thread send a request to cancel.
final class Interruption: @unchecked Sendable {
    private struct State {
        var cancel: OpaquePointer?
        var isRequested = false
    }

    private let state = Lock(State())

    /// Begins a connection.
    func connect(_ connection: OpaquePointer) {
        nonisolated(unsafe) let cancel = cPQgetCancel(connection)
        state.withLock { state in
            cPQfreeCancel(state.cancel)
            state.cancel = cancel
        }
    }

    func disconnect() {
        state.withLock { state in
            if let cancel = state.cancel { cPQfreeCancel(cancel) }
            state.cancel = nil
        }
    }

    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Each further statement throws. Blocks while the server is asked to end the one that runs.
    func request() {
        state.withLock { state in
            state.isRequested = true
            guard let cancel = state.cancel else { return }
            var problem = [CChar](repeating: 0, count: 256)
            // Without an answer the statement ends by its own time limit.
            _ = cPQcancel(cancel, &problem, 256)
        }
    }

    func withdraw() { state.withLock { $0.isRequested = false } }

    func check() throws { if isRequested { throw CancellationError() } }
}
