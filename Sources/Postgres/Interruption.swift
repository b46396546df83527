import Basics
import CPostgres
import Glibc

/// Lets any thread end what runs on a connection.
// Invariant: `cancel` is used and freed inside the lock only; libpq lets any thread send a request to cancel.
final class Interruption: @unchecked Sendable {
    private struct State {
        var cancel: OpaquePointer?
        /// The connection's socket. A descriptor of its own, because libpq closes the other one whenever the connection is lost,
        /// and its number is soon another socket's.
        var socket: Int32 = -1
        var isRequested = false
        var isCommitting = false
    }

    private let state = Lock(State())

    /// Begins a connection.
    func connect(_ connection: OpaquePointer) {
        nonisolated(unsafe) let cancel = cPQgetCancel(connection)
        let socket = fcntl(cPQsocket(connection), F_DUPFD_CLOEXEC, 0)
        state.withLock { state in
            cPQfreeCancel(state.cancel)
            state.cancel = cancel
            if state.socket >= 0 { close(state.socket) }
            state.socket = socket
        }
    }

    func disconnect() {
        state.withLock { state in
            if let cancel = state.cancel { cPQfreeCancel(cancel) }
            state.cancel = nil
            if state.socket >= 0 { close(state.socket) }
            state.socket = -1
        }
    }

    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Each further statement throws. Blocks while the server is asked to end the one that runs.
    ///
    /// A commit is given up instead, with its connection. Asked to end one that waits for a standby, PostgreSQL would report
    /// success without the standby.
    func request() {
        state.withLock { state in
            state.isRequested = true
            if state.isCommitting {
                if state.socket >= 0 { shutdown(state.socket, Int32(SHUT_RDWR)) }
                return
            }
            guard let cancel = state.cancel else { return }
            var problem = [CChar](repeating: 0, count: 256)
            // Without an answer the statement ends by its own time limit.
            _ = cPQcancel(cancel, &problem, 256)
        }
    }

    func withdraw() { state.withLock { $0.isRequested = false } }

    /// Begins a commit, unless it was requested to end before.
    func beginCommit() throws {
        let isRequested = state.withLock { state in
            state.isCommitting = !state.isRequested
            return state.isRequested
        }
        if isRequested { throw CancellationError() }
    }

    func endCommit() { state.withLock { $0.isCommitting = false } }

    func check() throws { if isRequested { throw CancellationError() } }
}
