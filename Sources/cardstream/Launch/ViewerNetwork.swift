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
    let setup: Setup
    let session: CardSession
    let mailbox: Mailbox<AppMessage>
    let demo: DemoCards.Edition?
    let logger: Logger
    let serverLogger: Logger?
    let running = RunningNetwork()
    private let onStatus: @Sendable (SyncStatus) -> Void
    private let lastStatus = Lock<SyncStatus?>(nil)

    /// - Parameter onStatus: Told how the connection stands, each time it is known anew.
    init(
        setup: Setup, session: CardSession, mailbox: Mailbox<AppMessage>, demo: DemoCards.Edition? = nil,
        logger: Logger = .none, serverLogger: Logger? = nil,
        onStatus: @escaping @Sendable (SyncStatus) -> Void = { _ in }
    ) {
        self.onStatus = onStatus
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
                try await connect()
            } catch is CancellationError {
                // The viewer ended first.
            } catch {
                giveUp(CommandFailure(error))
            }
        }
    }

    /// To the configured server, else to the profile's own. Returns once the connection is being made; how it goes the status
    /// tells.
    func connect() async throws {
        session.setClientAppVersion("cardstream \(Cardstream.version)")
        // The viewer logs what it does itself; of the session only what is lost.
        var losses = logger
        losses.logLevel = max(logger.logLevel, .warning)
        session.setDebugLevel(.operations, logger: losses)
        if setup.config.server != nil { try await connectToServer() } else { try await connectToOwnServer() }
    }

    /// Nothing tries again by itself: the screen has to say so, not only a passing notice.
    func giveUp(_ failure: CommandFailure) {
        logger.error("no connection", metadata: ["reason": "\(failure.message)"])
        let reason: SyncStatus.Failure =
            failure.status == .authentication ? .authentication(failure.message) : .badAnswer(failure.message)
        mailbox.post(.status(SyncStatus(connection: .stopped(reason))), replacing: "status")
    }

    /// A server in memory that holds just these cards, and a connection to it.
    func startHermetic(_ requests: [PublishRequest]) throws {
        try runBlocking { [self] in
            let local = try await LocalServer.start(
                directory: nil, user: setup.config.user, stream: setup.config.stream, allowsPrivateWebhooks: false,
                logger: nil)
            await running.add { await local.server.stop(within: .seconds(1)) }
            if !requests.isEmpty { try await local.server.publish(requests, environment: local.keys.environment) }
            await connect(to: local)
        }
    }

    /// Sends what waits to be undone, and waits for the server's answer for so many seconds at most.
    func sendHeld(within seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            do {
                try await session.sendHeld(within: seconds)
            } catch {
                logger.error("what was done last is sent by the next start", metadata: ["reason": "\(error)"])
            }
            done.signal()
        }
        _ = done.wait(timeout: .now() + seconds)
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

    /// Whether it is known by now whether the server can be reached.
    var hasAnswered: Bool {
        lastStatus.withLock { status in status != nil && status?.connection != .connecting }
    }

    var delivery: Connection.Delivery {
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
        var connection = Connection(
            server: server, environment: setup.config.environment, apiKey: key, token: source,
            streams: setup.screens.streams, delivery: delivery, authorityFile: setup.config.caFile,
            requestPolicy: setup.config.requestPolicy)
        connection.intervals = setup.screens.intervals
        await session.connect(connection, onEvent: report)
    }

    @Sendable func report(_ event: SessionEvent) {
        switch event {
        case .status(let status):
            onStatus(status)
            // A card that comes is one frame, not two: that all is still well is no news.
            let isNews = lastStatus.withLock { last in
                defer { last = status }
                return last?.tellsTheSame(as: status) != true
            }
            guard isNews else { return }
            log(status)
            mailbox.post(.status(status), replacing: "status")
        case .delivered(let card, let response):
            logger.debug("delivered", metadata: ["card": "\(card)", "action": "\(response.actionName)"])
            mailbox.post(.settled(card, response, .delivered))
        case .refused(let card, let response, let reason):
            logger.warning("refused", metadata: ["card": "\(card)", "action": "\(response.actionName)"])
            mailbox.post(.settled(card, response, .refused(reason: reason)))
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
