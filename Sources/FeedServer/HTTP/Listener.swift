import FlyingSocks
import Logging

/// Accepts connections and keeps track of them until the server stops.
actor Listener {
    private let routes: FeedRoutes
    private let logger: Logger
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var tasks: [Task<Void, Never>] = []
    private var socket: Socket?
    private var emptied: CheckedContinuation<Void, Never>?

    init(routes: FeedRoutes, logger: Logger) {
        self.routes = routes
        self.logger = logger
    }

    /// Starts listening. Returns the port, which the system chose when 0 was asked for.
    func start(_ address: ListenAddress) async throws(FeedServerError) -> UInt16 {
        let socket = try address.listen()
        do {
            let pool = HTTPPool.make()
            try await pool.prepare()
            let listening = try AsyncSocket(socket: socket, pool: pool)
            let port: UInt16 =
                switch try socket.sockname() {
                case .ip4(_, let port), .ip6(_, let port): port
                case .unix: 0
                }
            self.socket = socket
            tasks = [
                Task { [logger] in
                    // Ends with cancellation, when the server stops.
                    do { try await pool.run() } catch { logger.trace("socket pool ended") }
                },
                Task { await accept(listening) },
            ]
            return port
        } catch {
            // The reason below is the one that counts.
            try? socket.close()
            throw .cannotListen(address: address.description, reason: "\(error)")
        }
    }

    private func accept(_ listening: AsyncSocket) async {
        while !Task.isCancelled {
            let accepted: AsyncSocket
            do { accepted = try await listening.accept() } catch {
                if Task.isCancelled { return }
                // Out of file descriptors, or a peer that was gone at once: others must still get in.
                logger.warning("a connection could not be accepted", metadata: ["error": "\(error)"])
                // Cancelled at the end; then the next accept fails, too.
                try? await Task.sleep(for: .milliseconds(100))
                continue
            }
            guard connections.count < routes.service.limits.connections else {
                // Full: the peer sees a closed connection and comes back later.
                try? accepted.close()
                continue
            }
            accepted.prepareConnection()
            let connection = Connection(accepted, routes: routes, logger: logger)
            connections[ObjectIdentifier(connection)] = connection
            Task {
                await connection.run()
                remove(connection)
            }
        }
    }

    private func remove(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        if connections.isEmpty {
            emptied?.resume()
            emptied = nil
        }
    }

    /// Refuses new connections, lets running requests finish and cuts what is left at the deadline.
    func stop(until deadline: ContinuousClock.Instant) async {
        guard let socket, let accepting = tasks.last else { return }
        self.socket = nil
        accepting.cancel()
        await accepting.value
        // A listening socket has no data to lose.
        try? socket.close()
        for connection in connections.values { await connection.drain() }
        let cutter = Task {
            // Cancelled when everybody left in time.
            try? await Task.sleep(until: deadline)
            if !Task.isCancelled { await cutAll() }
        }
        if !connections.isEmpty {
            await withCheckedContinuation { continuation in emptied = continuation }
        }
        cutter.cancel()
        for task in tasks {
            task.cancel()
            await task.value
        }
        tasks = []
    }

    private func cutAll() async { for connection in connections.values { await connection.cut() } }
}

/// The socket pool: epoll, silent. FlyingFox prints by default, which would write over a viewer's screen.
enum HTTPPool {
    static func make() -> some AsyncSocketPool { SocketPool.make(logger: .disabled) }
}
