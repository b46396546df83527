internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import Dispatch
internal import FeedAPI
internal import FeedServer
internal import Glibc
internal import Logging

import struct Foundation.Date

/// Everything that starts after the viewer's first frame: the connection to the configured server, or its own server
/// with the demo's publisher.
final class ViewerNetwork: Sendable {
    let setup: Setup
    let mailbox: Mailbox<LoopMessage>
    let demo: DemoCards.Edition?
    let logger: Logger
    let serverLogger: Logger?
    let running = RunningNetwork()
    private struct State {
        var session: CardSession
        /// How to connect another session in the same way; nil before there is a connection.
        var attachment: (@Sendable (CardSession) async throws -> Void)?
        var lastStatus: SyncStatus?
    }

    private let state: Lock<State>
    /// Whether another user's cards in the store are replaced.
    let beginsAnew: Bool
    /// Whether the profile's own server, if it runs here, also listens for other programs. A command that ends by itself
    /// soon does without, so that no program becomes its client.
    let servesOthers: Bool
    private let token: TokenSource?
    private let onStatus: @Sendable (SyncStatus) -> Void

    /// - Parameters:
    ///   - token: The source of the token; the configured one by default.
    ///   - onStatus: Called with every new status of the connection.
    init(
        setup: Setup, session: CardSession, mailbox: Mailbox<LoopMessage>, demo: DemoCards.Edition? = nil,
        servesOthers: Bool = true, logger: Logger = .none, serverLogger: Logger? = nil, beginsAnew: Bool = true,
        token: TokenSource? = nil,
        onStatus: @escaping @Sendable (SyncStatus) -> Void = { _ in }
    ) {
        self.beginsAnew = beginsAnew
        self.servesOthers = servesOthers
        self.token = token
        self.onStatus = onStatus
        self.setup = setup
        state = Lock(State(session: session))
        self.mailbox = mailbox
        self.demo = demo
        self.logger = logger
        self.serverLogger = serverLogger
        session.setAnalytics(setup.config.sendsAnalytics)
    }

    var session: CardSession { state.withLock(\.session) }

    /// Starts connecting and returns at once.
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

    /// Connects to the configured server, or else to the profile's own. Returns when connecting has started; the status
    /// reports the progress.
    func connect() async throws {
        if setup.config.server != nil { try await connectToServer() } else { try await connectToOwnServer() }
    }

    /// Connects the current session, and later ones in the same way.
    func attach(_ attachment: @escaping @Sendable (CardSession) async throws -> Void) async throws {
        let session = state.withLock { state in
            state.attachment = attachment
            return state.session
        }
        try await prepared(session, attachment)
    }

    /// Continues with another session; the previous one sends what is queued and ends. Returns at once.
    func move(to session: CardSession) {
        session.setAnalytics(setup.config.sendsAnalytics)
        let (former, attachment) = state.withLock { state in
            defer { (state.session, state.lastStatus) = (session, nil) }
            return (state.session, state.attachment)
        }
        Task.detached { [self] in
            do { try await session.joinHistory(of: former) } catch {
                logger.warning("the history of the time without a store is lost", metadata: ["reason": "\(error)"])
            }
            do { try await former.flushEvents() } catch {
                logger.warning("events of the time without a store are lost", metadata: ["reason": "\(error)"])
            }
            await former.close()
        }
        guard let attachment else { return }
        Task.detached { [self] in
            do { try await prepared(session, attachment) } catch { giveUp(CommandFailure(error)) }
        }
    }

    private func prepared(
        _ session: CardSession, _ attachment: @Sendable (CardSession) async throws -> Void
    ) async throws {
        session.setClientAppVersion("cardstream \(Cardstream.version)")
        // The viewer logs its own actions; from the session only losses are logged.
        var losses = logger
        losses.logLevel = max(logger.logLevel, .warning)
        session.setDebugLevel(.operations, logger: losses)
        try await attachment(session)
    }

    /// There is no automatic retry, so the screen has to show it permanently.
    func giveUp(_ failure: CommandFailure) {
        logger.error("no connection", metadata: ["reason": "\(failure.message)"])
        let reason: SyncStatus.Failure =
            failure.status == .authentication ? .authentication(failure.message) : .badAnswer(failure.message)
        mailbox.post(.syncStatusChanged(SyncStatus(connection: .stopped(reason))), replacing: "status")
    }

    /// Starts a server in memory with only these cards, and connects to it.
    func startHermetic(_ requests: [PublishRequest]) throws {
        try runBlocking { [self] in
            let local = try await LocalServer.open(
                directory: nil, user: setup.config.user, stream: setup.config.stream, allowsPrivateWebhooks: false,
                logger: nil)
            await running.add { await local.stop() }
            await local.server.startClock()
            if !requests.isEmpty { try await local.server.publish(requests, environment: local.keys.environment) }
            try await connect(to: local)
        }
    }

    /// Sends responses held for undo, and waits for the server's answers for up to this many seconds.
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

    /// Ends everything within this many seconds; the rest ends with the process. Nothing is lost: the store and the
    /// server's log are always on disk.
    func stop(within seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            await running.stop()
            await session.close()
            done.signal()
        }
        _ = done.wait(timeout: .now() + seconds)
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
        guard let source = token ?? setup.tokenSource else {
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
        connection.beginsAnew = beginsAnew
        connection.onBegunAnew = postStoreReplaced
        try await attach { [self, connection] session in
            await session.connect(connection, onEvent: report(of: session))
        }
    }

    /// Shows what was removed when the user chose another account.
    @Sendable func postStoreReplaced(_ words: String) { mailbox.post(.noticed(words)) }

    /// Handles events of a session as long as it is the current one.
    func report(of session: CardSession) -> @Sendable (SessionEvent) -> Void {
        let identity = ObjectIdentifier(session)
        return { [self] event in
            if state.withLock({ ObjectIdentifier($0.session) == identity }) { report(event) }
        }
    }

    private func report(_ event: SessionEvent) {
        switch event {
        case .status(let status):
            onStatus(status)
            // An unchanged status causes no frame, so that a new card needs only one.
            let isNews = state.withLock { state in
                defer { state.lastStatus = status }
                return state.lastStatus?.isDisplayedLike(as: status) != true
            }
            guard isNews else { return }
            log(status)
            mailbox.post(.syncStatusChanged(status), replacing: "status")
        case .delivered(let card, let response):
            logger.debug("delivered", metadata: ["card": "\(card)", "action": "\(response.actionName)"])
            mailbox.post(.responseSettled(card, response, .delivered))
        case .refused(let card, let response, let reason):
            logger.warning("refused", metadata: ["card": "\(card)", "action": "\(response.actionName)"])
            mailbox.post(.responseSettled(card, response, .refused(reason: reason)))
        case .closed(let card, let response, let status):
            logger.info(
                "closed before it was answered",
                metadata: [
                    "card": "\(card)", "action": "\(response.actionName)", "status": "\(status?.rawValue ?? "unknown")",
                ])
            mailbox.post(.responseSettled(card, response, .closed(status)))
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
