package import FlyingSocks
import Glibc

/// Accepts the connections of programs on this machine, without limits: for tests and demonstrations. A server that
/// others can reach needs limits, as the feed server has.
package actor LoopbackListener {
    private let serve: @Sendable (AsyncSocket) async -> Void
    private var listening: AsyncSocket?
    private var pool: Task<Void, Never>?
    private var accepting: Task<Void, Never>?
    private var connections: [Int: Task<Void, Never>] = [:]
    private var nextID = 0

    /// - Parameter serve: Serves one connection, until the peer has finished or the task is cancelled. The socket is
    ///   closed afterwards.
    package init(serve: @escaping @Sendable (AsyncSocket) async -> Void) { self.serve = serve }

    /// Accepts connections of a listening socket.
    ///
    /// - Throws: What the socket throws; it is closed then.
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
                // A peer that is already gone, or no free file descriptor. If cancelled, the next accept fails.
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
            // The peer may have closed it already.
            try? accepted.close()
            connections[id] = nil
        }
    }

    /// Stops to accept, ends all connections and waits for that.
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
