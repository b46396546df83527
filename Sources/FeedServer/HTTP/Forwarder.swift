import FlyingSocks
import Glibc
import HTTPSockets

import struct Foundation.Data
import struct Foundation.Date

/// Forwards connections of an activated socket, byte by byte, to another program that has the feed open, for example a
/// viewer that runs the profile's server.
package actor Forwarder {
    package enum Ending: Hashable, Sendable {
        /// There was no connection for `idleSeconds`.
        case idle
        /// A connection waits, but the other program has stopped. This process can now open the feed itself.
        case destinationGone
    }

    private let listening: AsyncSocket
    private let pool: any AsyncSocketPool
    private let clock: ServerClock
    private var connections: [Int: Task<Void, Never>] = [:]
    private var count = 0
    /// When the last connection ended; before that, when forwarding began.
    private var lastUse: Date

    /// - Throws: ``FeedServerError/badActivation(_:)``.
    package init(_ activation: ActivationSocket, clock: ServerClock = .system) async throws(FeedServerError) {
        let pool = EventPool()
        do {
            try await pool.prepare()
            listening = try AsyncSocket(socket: activation.socket, pool: pool)
        } catch { throw .badActivation("\(error)") }
        self.pool = pool
        self.clock = clock
        lastUse = clock.now()
    }

    /// Forwards until one of the ``Ending`` cases applies, or until the task is cancelled. Connections that are not
    /// accepted stay in the queue of the socket.
    ///
    /// - Parameters:
    ///   - idleSeconds: The time without a connection after which to return; nil means never.
    ///   - destination: Returns where the other program listens; nil if it has stopped. Called for each connection,
    ///     before the connection is accepted.
    /// - Throws: `CancellationError`, or an error of `destination`.
    package func run(
        idleSeconds: Double?, to destination: @Sendable () async throws -> ListenAddress?
    ) async throws -> Ending {
        let (pool, listening) = (pool, listening)
        // This task ends when it is cancelled.
        let running = Task { _ = try? await pool.run() }
        let ending: Result<Ending, any Error>
        do { ending = .success(try await forward(listening, idleSeconds, to: destination)) } catch {
            ending = .failure(error)
        }
        for connection in connections.values { connection.cancel() }
        for connection in connections.values { await connection.value }
        running.cancel()
        await running.value
        return try ending.get()
    }

    private func forward(
        _ listening: AsyncSocket, _ idleSeconds: Double?, to destination: @Sendable () async throws -> ListenAddress?
    ) async throws -> Ending {
        while true {
            guard try await waitForConnection(within: idleSeconds) else { return .idle }
            // Connect before accepting, so that the connection is still in the queue if there is no destination.
            guard let address = try await destination(), let upstream = await connect(to: address) else {
                return .destinationGone
            }
            let accepted: AsyncSocket
            do { accepted = try await listening.accept() } catch {
                // The peer has already disconnected.
                try? upstream.close()
                try Task.checkCancellation()
                continue
            }
            accepted.prepareConnection()
            begin(accepted, upstream)
        }
    }

    /// Returns whether a connection arrived within the time limit; nil means no limit.
    private func waitForConnection(within seconds: Double?) async throws -> Bool {
        let (pool, socket) = (pool, listening.socket)
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await pool.suspendSocket(socket, untilReadyFor: .connection)
                return true
            }
            if let seconds {
                group.addTask {
                    await self.untilIdle(seconds)
                    return false
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    private func untilIdle(_ seconds: Double) async {
        while !Task.isCancelled {
            let end = (connections.isEmpty ? lastUse : clock.now()).addingTimeInterval(seconds)
            guard clock.now() < end else { return }
            await clock.sleep(end)
        }
    }

    /// Connects to an address; nil if nothing listens there.
    private func connect(to address: ListenAddress) async -> AsyncSocket? {
        // All errors mean the same here: the destination does not respond.
        let socket =
            address.host.utf8.contains(UInt8(ascii: ":"))
            ? try? await AsyncSocket.connected(to: sockaddr_in6.inet6(ip6: address.host, port: address.port), on: pool)
            : try? await AsyncSocket.connected(to: sockaddr_in.inet(ip4: address.host, port: address.port), on: pool)
        socket?.prepareConnection()
        return socket
    }

    private func begin(_ client: AsyncSocket, _ upstream: AsyncSocket) {
        count += 1
        let number = count
        connections[number] = Task {
            await Self.copy(client, upstream)
            // Errors do not matter: both peers have ended.
            try? client.close()
            try? upstream.close()
            end(number)
        }
    }

    private enum Side { case client, upstream, timer }

    /// Copies in both directions until both sides have ended. After the upstream has ended, the client has
    /// ``lingering`` to end as well.
    private static func copy(_ client: AsyncSocket, _ upstream: AsyncSocket) async {
        await withTaskGroup(of: Side.self) { group in
            group.addTask {
                await client.copy(to: upstream)
                return .client
            }
            group.addTask {
                await upstream.copy(to: client)
                return .upstream
            }
            var ended: Set<Side> = []
            for await side in group {
                ended.insert(side)
                if ended.isSuperset(of: [.client, .upstream]) || side == .timer { group.cancelAll() }
                guard side == .upstream else { continue }
                group.addTask {
                    // Cancelled when the client ends in time.
                    try? await Task.sleep(for: lingering)
                    return .timer
                }
            }
        }
    }

    private static let lingering = Duration.seconds(5)

    private func end(_ number: Int) {
        connections[number] = nil
        lastUse = clock.now()
    }
}

extension AsyncSocket {
    fileprivate static func connected(
        to address: some SocketAddress, on pool: any AsyncSocketPool
    ) async throws -> AsyncSocket {
        func opened(_ pool: some AsyncSocketPool) async throws -> AsyncSocket {
            try await connected(to: address, pool: pool)
        }
        return try await opened(pool)
    }

    /// Copies until this side ends or the task is cancelled. Then tells the other side that nothing follows.
    fileprivate func copy(to other: AsyncSocket) async {
        do {
            while true { try await other.write(Data(try await read(atMost: 4096))) }
        } catch {
            // An error means that the connection has ended.
        }
        shutdown(other.socket.file.rawValue, CInt(SHUT_WR))
    }
}
