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
    private let isDemo: Bool
    private let running = RunningNetwork()

    init(setup: Setup, session: CardSession, mailbox: Mailbox<AppMessage>, isDemo: Bool = false) {
        self.setup = setup
        self.session = session
        self.mailbox = mailbox
        self.isDemo = isDemo
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
        let delivery: Connection.Delivery =
            switch setup.config.apiProtocol {
            case .websocket: .push(fallbackInterval: setup.config.pollInterval)
            case .http: .polling(interval: setup.config.pollInterval)
            }
        let connection = Connection(
            server: server, environment: setup.config.environment, apiKey: key, token: source,
            streams: [StreamID(setup.config.stream)], delivery: delivery, authorityFile: setup.config.caFile)
        await session.connect(connection, onEvent: report)
    }

    // MARK: The viewer's own server

    private func connectToOwnServer() async throws {
        let profile = setup.config.profile
        let directory = setup.paths.embeddedServer(profile: profile)
        let local: LocalServer
        do {
            local = try await LocalServer.start(
                directory: directory, user: setup.config.user, stream: setup.config.stream, logger: nil)
        } catch {
            guard case .dataDirectoryInUse = error else { throw error }
            return try await connectToOtherViewer()
        }
        await running.add { await local.server.stop(within: .seconds(1)) }
        let file = setup.paths.endpointFile(profile: profile)
        try PrivateFile.write(local.address + "\n", to: file)
        await running.add { unlink(file) }
        if isDemo { try await startDemo(on: local) }
        await connect(to: local)
    }

    /// The first cards are there before the viewer asks, so that it opens on the first of them.
    private func startDemo(on local: LocalServer) async throws {
        let feed = DemoFeed(
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
            local.client, streams: [StreamID(setup.config.stream)],
            delivery: setup.config.apiProtocol == .http
                ? .polling(interval: setup.config.pollInterval) : .push(fallbackInterval: setup.config.pollInterval),
            onEvent: report)
    }

    /// Another viewer of this profile runs the server: be its second client.
    private func connectToOtherViewer() async throws {
        let profile = setup.config.profile
        let text = String(
            decoding: try PrivateFile.read(setup.paths.endpointFile(profile: profile), limit: 4096), as: UTF8.self)
        let keys = try DevelopmentKeys.load(from: setup.paths.embeddedServer(profile: profile))
        let user = setup.config.user
        let connection = Connection(
            server: text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "",
            environment: keys.environment, apiKey: keys.viewerKey,
            token: .custom { try await TokenMint.mint(user: user, secret: keys.secret, now: Date()) },
            streams: [StreamID(setup.config.stream)])
        await session.connect(connection, onEvent: report)
    }

    @Sendable private func report(_ event: SessionEvent) {
        switch event {
        case .status(let status): mailbox.post(.status(status), replacing: "status")
        case .delivered(let card, let response): mailbox.post(.settled(card, response, .delivered))
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
