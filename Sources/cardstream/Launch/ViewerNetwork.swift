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

/// Everything that starts after the viewer's first frame: the connection to the configured server, or the viewer's own
/// server with the demo's publisher.
final class ViewerNetwork: Sendable {
    let setup: Setup
    let mailbox: Mailbox<LoopMessage>
    let demo: DemoCards.Edition?
    let logger: Logger
    let serverLogger: Logger?
    let running = ShutdownStack()
    let session: CardSession
    /// The sources other than the feed, by name.
    let made = Lock<[String: CheckedSource]>([:])
    let attentions = AsyncStream.makeStream(of: ViewerAttention.self, bufferingPolicy: .bufferingNewest(1))
    let followsAttention = Lock(false)
    private let lastStatus = Lock<SyncStatus?>(nil)
    private let ending = Lock<CommandFailure?>(nil)
    /// Why there is no connection; nil if there is one, or if one may still be established.
    private let noConnection = Lock<SyncStatus.Failure?>(nil)
    /// Whether the cards of another user in the store may be replaced.
    let replacesOwner: Bool
    /// Whether the profile's own server, if it runs here, also listens for other programs. A short command does not
    /// listen, so that no program becomes its client.
    let servesOthers: Bool
    private let token: TokenSource?
    private let onStatus: @Sendable (SyncStatus) -> Void

    /// - Parameters:
    ///   - token: The source of the token; the configured one by default.
    ///   - onStatus: Called with every new status of the connection.
    init(
        setup: Setup, session: CardSession, mailbox: Mailbox<LoopMessage>, demo: DemoCards.Edition? = nil,
        servesOthers: Bool = true, logger: Logger = .none, serverLogger: Logger? = nil, replacesOwner: Bool = true,
        token: TokenSource? = nil,
        onStatus: @escaping @Sendable (SyncStatus) -> Void = { _ in }
    ) {
        self.replacesOwner = replacesOwner
        self.servesOthers = servesOthers
        self.token = token
        self.onStatus = onStatus
        self.setup = setup
        self.session = session
        self.mailbox = mailbox
        self.demo = demo
        self.logger = logger
        self.serverLogger = serverLogger
        session.setAnalytics(setup.config.sendsAnalytics)
        session.setClientAppVersion("cardstream \(Cardstream.version)")
        // The viewer logs its own actions, so of the session's messages only warnings and errors are logged.
        var losses = logger
        losses.logLevel = max(logger.logLevel, .warning)
        session.setDebugLevel(.operations, logger: losses)
    }

    /// Shares the store with the other viewers of the profile, and connects if this viewer is the leader. Returns
    /// immediately.
    func start() {
        session.share(
            CardSession.SharingHandlers(
                lead: { [self] in begin { try await $0.connect() } },
                follow: { [self] in begin { try await $0.follow() } },
                onEvent: { [self] in receive($0) }))
    }

    /// Shares a viewer's store as a command. The viewer has the connection; if it ends in the meantime, this process
    /// connects.
    ///
    /// - Parameter onJoin: Called when the leader is known. It may be this process.
    func join(onJoin: @escaping @Sendable () -> Void) {
        session.share(
            CardSession.SharingHandlers(
                lead: { [self] in
                    begin { try await $0.connect() }
                    onJoin()
                }, follow: { onJoin() }, onEvent: { [self] in report($0) }))
    }

    /// Handles an event of the leader's connection.
    private func receive(_ event: SessionEvent) {
        if case .status(let status) = event, status.connection == .live, setup.config.server == nil,
            lastStatus.withLock({ $0?.connection }) != .live
        {
            // The leader may now use a different server of the profile.
            begin { try await $0.follow() }
        }
        report(event)
    }

    /// Lets another viewer lead while the user suspends this one; ``start()`` joins again. Blocks for at most one
    /// second.
    func pause() {
        guard !session.isFollower else { return }
        let done = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            await running.pause()
            await session.leaveSharing()
            done.signal()
        }
        _ = done.wait(timeout: .now() + 1)
    }

    /// Connects again after ``ShutdownStack/pause()``. Returns immediately.
    func reconnect() { begin { try await $0.connect() } }

    private func begin(_ work: @escaping @Sendable (ViewerNetwork) async throws -> Void) {
        Task.detached { [self] in
            do {
                try await work(self)
            } catch is CancellationError {
                // The viewer ended before the work was done.
            } catch {
                giveUp(CommandFailure(error))
            }
        }
    }

    /// Connects to the configured server, or else to the profile's own. Returns when connecting has started; the status
    /// reports the progress.
    func connect() async throws {
        noConnection.withLock { $0 = nil }
        await attachSources()
        await openSources()
        if setup.config.server != nil { try await connectToServer() } else { try await connectToOwnServer() }
    }

    /// Prepares a follower to send files, because the leader does not send them. Ends the viewer if the leader shows
    /// the cards of a different user.
    private func follow() async throws {
        do { try await identify() } catch let error as SessionError {
            guard case .otherOwner(let owner, _, _, _) = error else { throw error }
            let place = setup.config.server.map { $0.maskingPasswords } ?? "your own feed"
            return end(
                CommandFailure(
                    .failure,
                    ("another viewer of this profile still shows the cards of \(owner), but the configured "
                        + "server is now \(place): quit that viewer, then start this one again").escapingControls))
        }
    }

    /// Checks that the user in the settings is the user whose cards the leader shows.
    ///
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)`` if they are different users, and errors that
    ///   keep a follower from connecting.
    func identify() async throws {
        await attachSources()
        if setup.config.server != nil { try await connectToServer() } else { try await followOwnServer() }
        try await session.checkOwner()
    }

    /// Ends the viewer, which then reports the failure.
    private func end(_ failure: CommandFailure) {
        ending.withLock { $0 = failure }
        mailbox.post(.stop(failure.status))
    }

    /// Why the viewer had to end; nil if it did not.
    var failure: CommandFailure? { ending.withLock { $0 } }

    /// Shows the failure permanently on the screen, because there is no automatic retry.
    func giveUp(_ failure: CommandFailure) {
        logger.error("no connection", metadata: ["reason": "\(failure.message)"])
        let reason: SyncStatus.Failure =
            failure.status == .authentication ? .authentication(failure.message) : .badAnswer(failure.message)
        noConnection.withLock { $0 = reason }
        report(.status(lastStatus.withLock { $0 } ?? SyncStatus()))
    }

    /// Starts a server in memory with only these cards and the cards of the demo, and connects to it.
    func startHermetic(_ requests: [PublishRequest]) throws {
        try runBlocking { [self] in
            let local = try await LocalServer.open(
                directory: nil, user: setup.config.user, stream: setup.config.stream, allowsPrivateWebhooks: false,
                logger: nil)
            await running.add { await local.stop() }
            await local.server.startClock()
            if !requests.isEmpty { try await local.server.publish(requests, environment: local.keys.environment) }
            if let demo {
                try await start(demo, on: local)
                await attachSources()
                await openSources()
            }
            try await connect(to: local)
        }
    }

    /// Sends the actions that are held for undo, and waits for the server's responses for the given number of seconds.
    func sendHeld(within seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            do {
                try await session.sendHeld(within: .waiting(seconds))
            } catch {
                logger.error(
                    "your last actions have not been sent yet; cardstream sends them the next time it starts",
                    metadata: ["reason": "\(error)"])
            }
            done.signal()
        }
        _ = done.wait(timeout: .now() + seconds)
    }

    /// Ends everything within the given number of seconds; the rest ends with the process. Nothing is lost, because the
    /// store and the server's log are always on disk.
    func stop(within seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            await running.stop()
            await session.close()
            done.signal()
        }
        _ = done.wait(timeout: .now() + seconds)
    }

    var delivery: CardSession.Connection.Delivery {
        switch setup.config.apiProtocol {
        case .websocket: .push(fallbackInterval: .waiting(setup.config.pollInterval))
        case .http: .polling(interval: .waiting(setup.config.pollInterval))
        }
    }

    // MARK: The configured server

    private func connectToServer() async throws {
        guard let server = setup.config.server else { return }
        guard let source = token ?? setup.tokenSource else {
            throw CommandFailure(
                .authentication,
                "No token: run `cardstream login`, or set token_file, token_command or CARDSTREAM_TOKEN, "
                    + "then start again.")
        }
        let key = try setup.secret(
            setup.config.viewerKey, of: "CARDSTREAM_VIEWER_KEY", file: setup.config.viewerKeyFile)
        guard let key, !key.isEmpty else {
            throw CommandFailure(
                .authentication,
                "No viewer key: run `cardstream login`, or set viewer_key_file or CARDSTREAM_VIEWER_KEY, "
                    + "then start again.")
        }
        logger.info("connecting", metadata: ["server": "\(server)"])
        var connection = CardSession.Connection(
            server: server, environment: setup.config.environment, apiKey: key, token: source,
            streams: setup.feedStreams, delivery: delivery, authorityFile: setup.config.caFile,
            requestPolicy: setup.config.requestPolicy)
        connection.intervals = setup.screens.intervals.mapValues { .waiting($0) }
        connection.device = setup.device
        connection.replacesOwner = replacesOwner
        connection.onOwnerReplaced = postStoreReplaced
        await session.connect(connection) { [self] in report($0) }
    }

    /// Shows what was removed when the user chose another account.
    @Sendable func postStoreReplaced(_ words: String) { mailbox.post(.noticed(words)) }

    func report(_ event: SessionEvent) {
        switch event {
        case .status(var status):
            // Attached sources report the status without a connection, too.
            if let reason = noConnection.withLock({ $0 }) { status.connection = .stopped(reason) }
            onStatus(status)
            // An unchanged status is not posted, so that a new card causes only one frame.
            let isNews = lastStatus.withLock { last in
                defer { last = status }
                return last?.looksSame(as: status) != true
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
                "the card was closed before the server received the action",
                metadata: [
                    "card": "\(card)", "action": "\(response.actionName)", "status": "\(status?.rawValue ?? "unknown")",
                ])
            mailbox.post(.responseSettled(card, response, .closed(status)))
        case .themeChanged(let stream): mailbox.post(.themeChanged(stream))
        }
    }
}

extension ViewerNetwork {
    private func log(_ status: SyncStatus) {
        let counts: Logger.Metadata = ["waiting": "\(status.waitingActions)", "refused": "\(status.refusedActions)"]
        switch status.connection {
        case .connecting, .live, .polling: logger.info("\(status.connection)", metadata: counts)
        case .offline(_, let failure):
            logger.warning("the viewer is offline: \(LaunchFailure(failure))", metadata: counts)
        case .stopped(let failure):
            logger.error("the connection stopped: \(LaunchFailure(failure))", metadata: counts)
        }
    }
}
