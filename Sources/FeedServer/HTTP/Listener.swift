import FlyingSocks
import Glibc
import HTTPSockets
import Logging

import struct Foundation.Date

/// Accepts connections, and tracks them until the server stops. ``ConnectionBudget`` decides which ones are served.
actor Listener {
    private let openFiles: Int
    private let routes: FeedRoutes
    private let logger: Logger
    /// Nil for the metrics address, whose own requests are not counted.
    private let metrics: ServerMetrics?
    private var budget: ConnectionBudget
    private var connections: [Int: Connection] = [:]
    /// The number of refused connections that stay open until their peers have read the response.
    private var lingering = 0
    private var pressure = PressureLog()
    private var isOutOfFiles = false
    private var listening: AsyncSocket?
    private var sockets: EventPool?
    /// Whether a service manager also holds the socket. The socket and the connections in its queue then outlive this
    /// server.
    private var isPassed = false
    private var pool: Task<Void, Never>?
    private var accepting: Task<Void, Never>?
    /// Raised when the last connection has ended.
    private let emptied = Signal()
    private var isDraining = false
    /// When the last connection ended; before that, when the server started.
    private var lastUse: Date

    init(routes: FeedRoutes, logger: Logger) {
        self.routes = routes
        self.logger = logger
        metrics = routes.isForMetrics ? nil : routes.service.metrics
        openFiles = OpenFiles.limit
        budget = ConnectionBudget(ConnectionBudget.Limits(routes.service.limits, openFiles: openFiles))
        lastUse = routes.service.clock.now()
    }

    /// The connection limits: those of the configuration, reduced to the limit on open files.
    nonisolated var limits: ConnectionBudget.Limits {
        ConnectionBudget.Limits(routes.service.limits, openFiles: openFiles)
    }

    var connectionCounts: (authenticated: Int, unauthenticated: Int) { budget.counts }

    /// Applies the limits of a changed configuration to later connections.
    func applyLimits() { budget.limits = limits }

    /// Starts to listen. Returns the port, which the system has chosen if the address has port 0.
    func start(_ address: ListenAddress) async throws(FeedServerError) -> UInt16 {
        try await start(on: try address.listen(), at: address)
    }

    /// Accepts connections of a listening socket.
    ///
    /// - Parameter isPassed: Whether a service manager also holds the socket.
    func start(
        on socket: Socket, at address: ListenAddress, isPassed: Bool = false
    ) async throws(FeedServerError) -> UInt16 {
        let wanted = routes.service.limits.connections
        if limits.connections < wanted {
            logger.warning(
                "the server accepts fewer connections than configured, because of the limit on open files; raise the limit with ulimit -n or LimitNOFILE=",
                metadata: [
                    "wanted": "\(wanted)", "connections": "\(limits.connections)", "open-files": "\(openFiles)",
                ])
        }
        do {
            let pool = EventPool()
            try await pool.prepare()
            let listening = try AsyncSocket(socket: socket, pool: pool)
            let port = try socket.port
            (self.listening, sockets, self.isPassed) = (listening, pool, isPassed)
            self.pool = Task { [logger] in
                // Cancelled when the server stops.
                do { try await pool.run() } catch { logger.trace("the connection pool has stopped") }
            }
            accepting = Task { await accept(listening) }
            lastUse = routes.service.clock.now()
            return port
        } catch {
            // The original error is reported below.
            try? socket.close()
            throw .cannotListen(address: address.description, reason: "\(error)")
        }
    }

    private func accept(_ listening: AsyncSocket) async {
        while !Task.isCancelled {
            await waitForRoom()
            let accepted: AsyncSocket
            do { accepted = try await listening.accept() } catch {
                if Task.isCancelled { return }
                // The process has no free descriptor, or the peer has already disconnected: continue to accept other
                // connections.
                await acceptFailed(error)
                // If cancelled, the next accept fails as well.
                try? await Task.sleep(for: .milliseconds(100))
                continue
            }
            isOutOfFiles = false
            await admit(accepted)
        }
    }

    private func admit(_ accepted: AsyncSocket) async {
        accepted.prepareConnection()
        metrics?.count(.acceptedConnections)
        switch budget.admit(from: ConnectionOrigin(accepted.socket)) {
        case .refused: refuse(accepted)
        case .admitted(let id, let evicted):
            serve(accepted, id)
            if let evicted { await evict(evicted) }
        }
    }

    /// How long a new connection has to authenticate before other connections may evict it.
    private static let grace = Duration.milliseconds(500)

    /// Returns when another connection would not evict one that has just been accepted. When very many connections
    /// arrive at once, for example from the viewers of a server that was killed, they wait in the queue of the socket
    /// until earlier ones have authenticated.
    private func waitForRoom() async {
        while !Task.isCancelled, let id = budget.oldestInTheWay, let oldest = connections[id],
            .now - oldest.since < Self.grace
        {
            // Cancelled when accepting ends.
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    private func serve(_ accepted: AsyncSocket, _ id: Int) {
        guard let sockets else { return }
        let connection = Connection(
            accepted, in: sockets, routes: routes, isDraining: isDraining, logger: logger
        ) { [weak self] in await self?.authenticate(id) ?? false }
        connections[id] = connection
        Task { await connection.start { [weak self] in await self?.remove(id) } }
    }

    private func authenticate(_ id: Int) -> Bool { budget.authenticate(id) }

    private func remove(_ id: Int) {
        budget.remove(id)
        connections[id] = nil
        lastUse = routes.service.clock.now()
        if connections.isEmpty, isDraining { Task { await emptied.raise() } }
    }

    // MARK: Overload

    private func refuse(_ accepted: AsyncSocket) {
        metrics?.count(.refusedConnections)
        logPressure()
        Refusal.write(Refusal.full, to: accepted)
        guard lingering < Refusal.mostLingering else {
            // Errors do not matter: the response was delivered or not.
            try? accepted.close()
            return
        }
        lingering += 1
        Task {
            await Refusal.linger(accepted)
            // Errors do not matter: the refused connection was open only for its response.
            try? accepted.close()
            lingering -= 1
            lastUse = routes.service.clock.now()
        }
    }

    private func evict(_ id: Int) async {
        metrics?.count(.evictedConnections)
        logPressure()
        await connections[id]?.evict()
    }

    private func acceptFailed(_ error: any Error) async {
        if case SocketError.failed(_, let code, _) = error, [EMFILE, ENFILE].contains(code) {
            if let oldest = budget.evictOldest() { await evict(oldest) }
            // Log this once, not ten times per second.
            guard !isOutOfFiles else { return }
            isOutOfFiles = true
        }
        logger.warning("a connection could not be accepted", metadata: ["error": "\(error)"])
    }

    private func logPressure() {
        guard let count = pressure.record(at: .now) else { return }
        logger.warning(
            "connections were turned away because too many were open",
            metadata: [
                "turned-away": "\(count)", "open": "\(budget.count)", "connections": "\(limits.connections)",
                "unauthenticated-per-address": "\(limits.unauthenticatedPerAddress)",
            ])
    }

    // MARK: Idle

    /// Returns when no connection has been open for `seconds`. The listener has stopped accepting by then: new
    /// connections wait in the queue of the socket. Returns early if the task is cancelled.
    func untilIdle(seconds: Double) async {
        let clock = routes.service.clock
        while !Task.isCancelled, listening != nil {
            // If a connection ends before the next check, it has updated `lastUse` by then.
            let end = (hasConnections ? clock.now() : lastUse).addingTimeInterval(seconds)
            if clock.now() < end { await clock.sleep(end) } else if await endAccepting() { return }
        }
    }

    private var hasConnections: Bool { !connections.isEmpty || lingering > 0 }

    /// Stops accepting. False if a connection arrived in the last moment; accepting then continues.
    private func endAccepting() async -> Bool {
        accepting?.cancel()
        await accepting?.value
        guard hasConnections, let listening else { return true }
        accepting = Task { await accept(listening) }
        return false
    }

    // MARK: Stopping

    /// How long an idle connection stays open while the server stops, so that a request that is already under way gets
    /// its response.
    private static let lastRequests = Duration.seconds(1)

    /// Closes the push connections one after the other within `spread`. Closes other connections after their current
    /// request, or after ``lastRequests`` if they are idle. New connections get one response each. Returns when no
    /// connection is left, at the deadline, or when the task is cancelled.
    func drain(spread: Duration, until deadline: ContinuousClock.Instant) async {
        isDraining = true
        var viewers: [Connection] = []
        for connection in connections.values {
            if await connection.isPushing { viewers.append(connection) } else { await connection.drain() }
        }
        let start = ContinuousClock.now
        let cutting = Task {
            // This sleep is cancelled when all connections have ended.
            try? await Task.sleep(until: start + Self.lastRequests)
            if !Task.isCancelled { await disconnectIdle() }
        }
        defer { cutting.cancel() }
        for (number, viewer) in viewers.shuffled().enumerated() {
            // If the task is cancelled, this does not wait, and the rest is closed at once.
            try? await Task.sleep(until: start + spread * (number + 1) / viewers.count)
            await viewer.drain()
        }
        await untilEmpty(until: deadline)
    }

    private func disconnectIdle(evenNew: Bool = true) async {
        for connection in connections.values { await connection.disconnectIfIdle(evenNew: evenNew) }
    }

    /// Serves the connections in the queue of the socket, which would be reset when the socket is closed.
    private func acceptQueued(_ listening: AsyncSocket) async {
        guard !isPassed, let sockets else { return }
        var left = 4096
        // An error means that the queue is empty, or that no more connections can be served.
        while left > 0, let accepted = try? listening.socket.accept().file,
            let socket = try? AsyncSocket(socket: Socket(file: accepted), pool: sockets)
        {
            left -= 1
            await admit(socket)
        }
    }

    private func untilEmpty(until deadline: ContinuousClock.Instant) async {
        await withTaskGroup(of: Void.self) { group in
            // Cancelled when all connections have ended in time.
            group.addTask { try? await Task.sleep(until: deadline) }
            group.addTask { await self.untilEmpty() }
            await group.next()
            group.cancelAll()
        }
    }

    private func untilEmpty() async { while !connections.isEmpty, !Task.isCancelled { await emptied.wait() } }

    /// Refuses new connections, lets running requests finish, and closes the remaining connections at the deadline.
    func stop(until deadline: ContinuousClock.Instant) async {
        guard let listening, let accepting else { return }
        self.listening = nil
        accepting.cancel()
        await accepting.value
        isDraining = true
        for connection in connections.values { await connection.drain() }
        await disconnectIdle(evenNew: false)
        await acceptQueued(listening)
        // Errors do not matter: a listening socket has no data to lose.
        try? listening.close()
        // In a new task, so that this also runs if the current task is cancelled.
        await Task {
            await untilEmpty(until: min(deadline, .now + Self.lastRequests))
            await disconnectIdle()
            await untilEmpty(until: deadline)
            for connection in connections.values { await connection.disconnect() }
            await untilEmpty()
        }.value
        pool?.cancel()
        await pool?.value
    }
}
