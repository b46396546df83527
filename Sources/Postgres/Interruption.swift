import Basics
import CPostgres
import Glibc

/// Lets any thread interrupt the statement that runs on a connection.
// Invariant: `cancel` is used and freed only while the lock is held. libpq allows any thread to send a cancel request.
final class Interruption: @unchecked Sendable {
    private struct State {
        var cancel: OpaquePointer?
        /// A duplicate of the connection's socket. It is needed because libpq closes the original when the connection
        /// is lost, and another socket may then get the same descriptor number.
        var socket: Int32 = -1
        var isRequested = false
        var isCommitting = false
    }

    private let state = Lock(State())

    /// Sets the connection that can be interrupted.
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

    /// Makes each further statement throw, and asks the server to cancel the running statement. Blocks during the
    /// request.
    ///
    /// A commit cannot be cancelled safely; its connection is shut down instead. If PostgreSQL were asked to cancel a
    /// commit that waits for a standby, it would report success without the standby.
    func request() {
        state.withLock { state in
            state.isRequested = true
            if state.isCommitting {
                if state.socket >= 0 { shutdown(state.socket, Int32(SHUT_RDWR)) }
                return
            }
            guard let cancel = state.cancel else { return }
            var problem = [CChar](repeating: 0, count: 256)
            // If the request fails, the statement ends at its own time limit.
            _ = cPQcancel(cancel, &problem, 256)
        }
    }

    func withdraw() { state.withLock { $0.isRequested = false } }

    /// Marks the beginning of a commit.
    /// - Throws: `CancellationError` if an interruption was already requested.
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
