package import FlyingSocks
import Glibc

/// Accepts connections of programs on this machine, without limits, for tests and demos. A server that others can reach
/// needs limits like those of the feed server.
package actor LoopbackListener {
    private let serve: @Sendable (AsyncSocket) async -> Void
    private var listening: AsyncSocket?
    private var pool: Task<Void, Never>?
    private var accepting: Task<Void, Never>?
    private var connections: [Int: Task<Void, Never>] = [:]
    private var nextID = 0

    /// - Parameter serve: Serves a connection until the peer has finished or the task is cancelled. The socket is
    ///   closed afterwards.
    package init(serve: @escaping @Sendable (AsyncSocket) async -> Void) { self.serve = serve }

    /// Accepts connections of a listening socket.
    ///
    /// - Throws: Errors of the socket. The socket is closed then.
    package func start(on socket: Socket) async throws {
        do {
            let pool = EventPool()
            try await pool.prepare()
            let listening = try AsyncSocket(socket: socket, pool: pool)
            self.listening = listening
            // Ends when the task is cancelled.
            self.pool = Task { try? await pool.run() }
            accepting = Task { await accept(listening) }
        } catch {
            // The first error is thrown.
            try? socket.close()
            throw error
        }
    }

    private func accept(_ listening: AsyncSocket) async {
        while !Task.isCancelled {
            do { begin(try await listening.accept()) } catch {
                if Task.isCancelled { return }
                // The peer has already disconnected, or there is no free descriptor. If the task is cancelled, the next
                // accept fails.
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func begin(_ accepted: AsyncSocket) {
        accepted.prepareConnection()
        let id = nextID
        nextID += 1
        connections[id] = Task {
            await serve(accepted)
            // The connection may already be closed.
            try? accepted.close()
            connections[id] = nil
        }
    }

    /// Stops accepting, ends all connections, and waits until they have ended.
    package func close() async {
        guard let listening else { return }
        self.listening = nil
        accepting?.cancel()
        await accepting?.value
        // A listening socket has no data to lose.
        try? listening.close()
        let open = Array(connections.values)
        for connection in open { connection.cancel() }
        for connection in open { await connection.value }
        pool?.cancel()
        await pool?.value
    }
}
