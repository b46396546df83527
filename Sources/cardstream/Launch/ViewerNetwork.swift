internal import AppRuntime
internal import CardSession
internal import Cards
internal import Dispatch
internal import FeedAPI
internal import FeedServer
internal import Glibc
internal import Logging
internal import ViewModels

import struct Foundation.Date

/// Everything of the viewer that starts after its first frame: the connection to the configured server, or a server of
/// its own and, in the demonstration, somebody who publishes to it.
final class ViewerNetwork: Sendable {
    private let setup: Setup
    private let session: CardSession
    private let mailbox: Mailbox<AppMessage>
    private let demo: DemoCards.Edition?
    private let logger: Logger
    private let serverLogger: Logger?
    private let running = RunningNetwork()

    init(
        setup: Setup, session: CardSession, mailbox: Mailbox<AppMessage>, demo: DemoCards.Edition? = nil,
        logger: Logger = .none, serverLogger: Logger? = nil
    ) {
        self.setup = setup
        self.session = session
        self.mailbox = mailbox
        self.demo = demo
        self.logger = logger
        self.serverLogger = serverLogger
    }

    /// Returns at once.
    func start() {
        Task.detached { [self] in
            do {
                if setup.config.server != nil {
                    try await connectToServer()
                } else {
                    try await connectToOwnServer()
                }
            } catch is CancellationError {
                // The viewer ended first.
            } catch {
                // Nothing tries again by itself: the screen has to say so, not only a passing notice.
                let failure = CommandFailure(error)
                logger.error("no connection", metadata: ["reason": "\(failure.message)"])
                let reason: SyncStatus.Failure =
                    failure.status == .authentication
                    ? .authentication(failure.message) : .badAnswer(failure.message)
                mailbox.post(.status(SyncStatus(connection: .stopped(reason))), replacing: "status")
            }
        }
    }

    /// A server in memory that holds just these cards, and a connection to it.
    func startHermetic(_ requests: [PublishRequest]) throws {
        try runBlocking { [self] in
            let local = try await LocalServer.start(
                directory: nil, user: setup.config.user, stream: setup.config.stream, logger: nil)
            await running.add { await local.server.stop(within: .seconds(1)) }
            if !requests.isEmpty { try await local.server.publish(requests, environment: local.keys.environment) }
            await connect(to: local)
        }
    }

    /// Ends everything; what takes longer than so many seconds is left to the end of the process. Nothing is lost by
    /// that: the store and the server's log are on disk with every change.
    func stop(within seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            await running.stop()
            await session.close()
            done.signal()
        }
        _ = done.wait(timeout: .now() + seconds)
    }

    private var delivery: Connection.Delivery {
        switch setup.config.apiProtocol {
        case .websocket: .push(fallbackInterval: setup.config.pollInterval)
        case .http: .polling(interval: setup.config.pollInterval)
        }
    }

    // MARK: The configured server

    private func connectToServer() async throws {
        guard let server = setup.config.server else { return }
        guard let source = setup.tokenSource else {
            throw CommandFailure(
                .authentication, "No token: set token_file, token_command or CARDSTREAM_TOKEN, then start again.")
        }
        guard let key = try setup.secret(setup.config.viewerKey, file: setup.config.viewerKeyFile), !key.isEmpty else {
            throw CommandFailure(
                .authentication, "No API key: set viewer_key_file or CARDSTREAM_VIEWER_KEY, then start again.")
        }
        logger.info("connecting", metadata: ["server": "\(server)"])
        let connection = Connection(
            server: server, environment: setup.config.environment, apiKey: key, token: source,
            streams: [StreamID(setup.config.stream)], delivery: delivery, authorityFile: setup.config.caFile)
        await session.connect(connection, onEvent: report)
    }

    // MARK: The viewer's own server

    private func connectToOwnServer() async throws {
        let own = ProfileServer(setup)
        let local: LocalServer
        do {
            local = try await LocalServer.start(
                directory: own.directory, user: setup.config.user, stream: setup.config.stream, logger: serverLogger)
        } catch {
            guard case .dataDirectoryInUse = error else { throw error }
            return try await connectToOwnServer(of: own)
        }
        await running.add { await local.server.stop(within: .seconds(1)) }
        try own.announce(local.address)
        await running.add { own.withdraw() }
        if let demo { try await start(demo, on: local) }
        await connect(to: local)
    }

    /// The first cards are there before the viewer asks, so that it opens on the first of them.
    private func start(_ demo: DemoCards.Edition, on local: LocalServer) async throws {
        let feed = DemoFeed(
            cards: try DemoCards(demo),
            publish: { try await local.publish($0) }, snooze: { try await local.snooze($0, until: $1) })
        try await feed.fill(edition: Date().calendarDay)
        let task = Task.detached { [mailbox] in
            do {
                try await feed.run()
            } catch is CancellationError {
                // The viewer ended.
            } catch {
                mailbox.post(.notice("The demonstration stopped: \(error)"))
            }
        }
        await running.add { task.cancel() }
    }

    private func connect(to local: LocalServer) async {
        await session.connect(
            local.client, streams: [StreamID(setup.config.stream)], delivery: delivery, onEvent: report)
    }

    /// Seconds to wait for a server that owns the directory and is about to listen.
    private static let patience = 5.0

    /// `cardstream serve` or another viewer runs the server: be one more client.
    private func connectToOwnServer(of own: ProfileServer) async throws {
        guard let found = try await own.find(within: Self.patience) else {
            throw CommandFailure(
                .network,
                "Another program has \(own.directory.shownAsFile) open but does not say where it listens: set server, or end it."
            )
        }
        logger.info("connecting", metadata: ["server": "\(found.address)"])
        let user = setup.config.user
        let keys = found.keys
        let connection = Connection(
            server: found.address, environment: keys.environment, apiKey: keys.viewerKey,
            token: .custom { try await TokenMint.mint(user: user, secret: keys.secret, now: Date()) },
            streams: [StreamID(setup.config.stream)], delivery: delivery)
        await session.connect(connection, onEvent: report)
    }

    @Sendable private func report(_ event: SessionEvent) {
        switch event {
        case .status(let status):
            log(status)
            mailbox.post(.status(status), replacing: "status")
        case .delivered(let card, let response):
            logger.debug("delivered", metadata: ["card": "\(card)", "action": "\(response.kind)"])
            mailbox.post(.settled(card, response, .delivered))
        }
    }
}

extension ViewerNetwork {
    private func log(_ status: SyncStatus) {
        let counts: Logger.Metadata = ["waiting": "\(status.waitingActions)", "refused": "\(status.refusedActions)"]
        switch status.connection {
        case .connecting, .live, .polling: logger.info("\(status.connection)", metadata: counts)
        case .offline(_, let failure): logger.warning("offline: \(LaunchFailure(failure))", metadata: counts)
        case .stopped(let failure): logger.error("stopped: \(LaunchFailure(failure))", metadata: counts)
        }
    }
}

/// What has to be ended, last begun first.
private actor RunningNetwork {
    private var ends: [@Sendable () async -> Void] = []

    func add(_ end: @escaping @Sendable () async -> Void) { ends.append(end) }

    func stop() async {
        while let end = ends.popLast() { await end() }
    }
}
