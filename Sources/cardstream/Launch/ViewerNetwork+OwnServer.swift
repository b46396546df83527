internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import FeedStorage
internal import Logging

import struct Foundation.Date

/// Connects to the profile's own server. This viewer runs the server, unless `cardstream serve` or another viewer does.
/// When that program ends, one of the remaining viewers takes over.
extension ViewerNetwork {
    func connectToOwnServer() async throws {
        let own = ProfileServer(setup)
        // If a service is installed, it runs the server, because it runs longer than a viewer.
        if servesOthers, demo == nil, let found = try await own.activate() { return try await join(own, at: found) }
        let end = ContinuousClock.now + ProfileServer.timeout
        while true {
            if try await run(own) { return }
            if let found = try await own.find(within: 0) { return try await join(own, at: found) }
            guard ContinuousClock.now < end else {
                throw CommandFailure(.network, "The server can't be reached: \(own.busy)")
            }
            try await Task.sleep(for: ProfileServer.pause)
        }
    }

    /// Runs the server; false if another program does.
    private func run(_ own: ProfileServer) async throws -> Bool {
        guard let local = try await own.open(setup, logger: serverLogger) else { return false }
        await running.add { await local.stop() }
        if servesOthers {
            try own.announce(try await local.listen())
            await running.add { own.withdraw() }
        }
        if let demo { try await start(demo, on: local) }
        try await connect(to: local, claiming: owner)
        return true
    }

    /// The first cards are published before the viewer loads them, so that it opens with the first card selected.
    func start(_ demo: DemoCards.Edition, on local: LocalServer) async throws {
        let feed = DemoFeed(
            cards: try DemoCards(demo),
            publish: { try await local.publish($0) }, snooze: { try await local.snooze($0, until: $1) })
        try await feed.fill(edition: Date().calendarDay)
        if setup.feedStreams.count > 1 {
            var more = feed
            more.cards = try DemoCards(.screens)
            try await more.fill(edition: "screens-\(Date().calendarDay)")
        }
        let task = Task.detached { [mailbox] in
            do {
                try await feed.run()
            } catch is CancellationError {
                // The viewer has ended.
            } catch {
                mailbox.post(.noticed("The demo stopped: \(error)"))
            }
        }
        await running.add { task.cancel() }
    }

    /// The owner of the cards in the store. It does not depend on the server's address.
    private var owner: String { "\(setup.config.user) at \(Self.sourceName)" }
    static let sourceName = "this profile's own server"

    /// - Parameter owner: The owner of the cards; nil for a temporary store.
    func connect(to local: LocalServer, claiming owner: String? = nil) async throws {
        if let owner {
            try await session.claim(for: owner, replacingOwner: replacesOwner, onOwnerReplaced: postStoreReplaced)
        }
        await session.connect(
            local.source, streams: setup.feedStreams, delivery: delivery,
            intervals: setup.screens.intervals, onEvent: { [self] in report($0) })
    }

    // MARK: A server that another program runs

    /// Connects as a client to the server of another program, until that server stops.
    private func join(_ own: ProfileServer, at found: ProfileServer.Access) async throws {
        logger.info("connecting", metadata: ["server": "\(found.address)"])
        // Allows only one search at a time.
        let failover = ServerFailover()
        await session.connect(connection(to: found)) { [self] event in
            report(event)
            guard case .status(let status) = event else { return }
            let isOffline = if case .offline = status.connection { true } else { false }
            if failover.begins(isOffline: isOffline) {
                Task { [self] in await takeOver(own, formerly: found.address, while: failover) }
            }
        }
    }

    private func connection(to found: ProfileServer.Access) -> CardSession.Connection {
        let user = setup.config.user.rawValue
        let keys = found.keys
        var connection = CardSession.Connection(
            server: found.address, environment: keys.environment.rawValue, apiKey: keys.viewerKey,
            token: .custom { TokenMint.mint(user: user, secret: keys.secret, now: Date()) },
            streams: setup.feedStreams, delivery: delivery)
        connection.intervals = setup.screens.intervals.mapValues { .waiting($0) }
        connection.device = setup.device
        connection.sourceName = Self.sourceName
        connection.replacesOwner = replacesOwner
        connection.onOwnerReplaced = postStoreReplaced
        return connection
    }

    /// Connects a follower to the server that the leader uses, as soon as it runs.
    func followOwnServer() async throws {
        try await session.claim(for: owner, replacingOwner: false)
        let end = ContinuousClock.now + ProfileServer.timeout
        while session.isFollower, ContinuousClock.now < end {
            if let found = try await ProfileServer(setup).find(within: 0.2) {
                return await session.connect(connection(to: found)) { _ in }
            }
        }
        // If no server was found, the leader reports the reason.
    }

    /// Looks for a reachable server after the connection was lost, and continues with the new one. Ends when there is
    /// one, or when the same server is back and the connection has recovered by itself.
    private func takeOver(_ own: ProfileServer, formerly address: String, while failover: ServerFailover) async {
        do {
            while failover.goesOn() {
                if let found = try await own.activate() {
                    if found.address != address { return try await join(own, at: found) }
                    // The server is back at the same address, as after the restart of a service. Reconnect without
                    // waiting for the next attempt.
                    await session.refresh()
                    try await Task.sleep(for: .seconds(1))
                } else if try await run(own) {
                    logger.info("this viewer now runs the server")
                    mailbox.post(
                        .noticed("The program that ran your server has ended; this viewer now runs the server."))
                    return
                }
                try await Task.sleep(for: .milliseconds(200))
            }
        } catch is CancellationError {
            // The viewer has ended.
        } catch {
            giveUp(CommandFailure(error))
        }
    }
}

/// Tracks whether a replacement for the server is needed, and whether a search is running. Only one search runs at a
/// time.
private final class ServerFailover: Sendable {
    private struct State {
        var isOffline = false
        var isUnderWay = false
    }

    private let state = Lock(State())

    /// Updates the state of the connection; true if a search has to start.
    func begins(isOffline: Bool) -> Bool {
        state.withLock { state in
            state.isOffline = isOffline
            defer { if isOffline { state.isUnderWay = true } }
            return isOffline && !state.isUnderWay
        }
    }

    /// False if the search should end because the connection has recovered.
    func goesOn() -> Bool {
        state.withLock { state in
            if !state.isOffline { state.isUnderWay = false }
            return state.isOffline
        }
    }
}
