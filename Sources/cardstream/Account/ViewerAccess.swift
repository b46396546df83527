internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedSync
internal import FeedTransport

import struct Foundation.Date

/// Connects to the configured server, or else to the profile's own server, as a user. For commands that need no stored
/// cards.
struct ViewerAccess: Sendable {
    let setup: Setup
    /// The tokens for the configured server; nil for the profile's own.
    let tokens: TokenCache?
    private let driver: CurlDriver
    /// The profile's own server, if this process runs it.
    private let hosted = Lock<LocalServer?>(nil)
    /// Whether this process has given up the profile's own server, see ``pause``.
    private let pauses = Lock(false)

    init(_ setup: Setup) {
        self.setup = setup
        let source = setup.config.server == nil ? nil : setup.tokenSource
        tokens = source.map { TokenCache(provider: $0.provider, clock: .live) }
        driver = CurlDriver(setup.network)
    }

    /// A source for single requests to the configured server, or else to the profile's own feed, whether or not a
    /// server runs.
    ///
    /// - Parameter timeout: How long to wait while another program that has the profile's own feed starts or stops.
    func requests(within timeout: Duration = ProfileServer.timeout) async throws -> FeedSource {
        guard setup.config.server == nil else { return try await connect() }
        return FeedSource(try OwnFeed(setup, timeout: timeout).viewer(onUnreadable: Self.report))
    }

    /// A source with push connections: the configured server, or else the profile's own. If no other program runs the
    /// profile's own server, this process runs it, also for other programs, until ``stop()``.
    func connect() async throws -> FeedSource {
        guard let server = setup.config.server else { return try await ownServer() }
        return try source(of: server)
    }

    /// Checks that the settings have what the configured server requires.
    func checkSettings() throws {
        if let server = setup.config.server { _ = try source(of: server) }
    }

    private func source(of server: String) throws -> FeedSource {
        guard let tokens else {
            throw CommandFailure(
                .authentication,
                "no token: run `cardstream login`, or set token_file, token_command or CARDSTREAM_TOKEN")
        }
        let key = try setup.secret(
            setup.config.viewerKey, of: "CARDSTREAM_VIEWER_KEY", file: setup.config.viewerKeyFile)
        guard let key, !key.isEmpty else {
            throw CommandFailure(
                .authentication,
                "no viewer key: run `cardstream login`, or set viewer_key_file or CARDSTREAM_VIEWER_KEY")
        }
        let client = FeedClient.curl(
            driver: driver,
            endpoint: FeedEndpoint(
                baseURL: server, environmentID: setup.config.environment, apiKey: key, device: setup.device),
            token: { () throws(FeedError) in
                do throws(SourceError) { return try await tokens.token() } catch { throw FeedError(error) }
            }, onUnreadable: Self.report)
        return FeedSource(client)
    }

    /// A name for the user and server of the cards. Stored state with a different name is not used.
    func source() async throws -> String {
        guard setup.config.server != nil, let source = setup.tokenSource else { return Self.source(of: nil, setup) }
        return Self.source(of: JWTClaims(token: try await source.read())?.userID, setup)
    }

    /// The name for a known user.
    static func source(of user: String?, _ setup: Setup) -> String {
        guard let server = setup.config.server else { return "\(setup.config.user) at this profile's own server" }
        return "\(user ?? "") at \(server.maskingPasswords), environment \(setup.config.environment)"
    }

    private static func report(_ part: UnreadablePart) { Console.error("\(part); update cardstream") }

    /// Whether the user is suspending this process, or has just resumed it.
    var isPaused: Bool { pauses.withLock(\.self) }

    /// Stops the profile's own server while the user suspends this process, so that another process can run it.
    var pause: InterruptibleWork.Pause {
        InterruptibleWork.Pause(
            begin: {
                pauses.withLock { $0 = true }
                await stop()
            }, end: { pauses.withLock { $0 = false } })
    }

    /// Stops the profile's own server if this process runs it.
    func stop() async {
        let local = hosted.withLock { hosted in
            defer { hosted = nil }
            return hosted
        }
        guard let local else { return }
        ProfileServer(setup).withdraw()
        await local.stop()
    }

    private func ownServer() async throws -> FeedSource {
        if let local = hosted.withLock({ $0 }) { return local.source }
        let own = ProfileServer(setup)
        // Wait while the process is being suspended. The loop makes no progress during the suspension.
        while isPaused { try await Task.sleep(for: ProfileServer.pause) }
        if let found = try await own.activate() { return source(at: found) }
        let end = ContinuousClock.now + ProfileServer.timeout
        while true {
            if let local = try await own.open(setup) {
                hosted.withLock { $0 = local }
                // The process may have been suspended while the feed was opened.
                if isPaused {
                    await stop()
                    return try await ownServer()
                }
                try own.announce(try await local.listen())
                return local.source
            }
            if let found = try await own.find(within: 0) { return source(at: found) }
            guard ContinuousClock.now < end else {
                throw SourceError.unreachable(own.busy)
            }
            try await Task.sleep(for: ProfileServer.pause)
        }
    }

    private func source(at found: ProfileServer.Access) -> FeedSource {
        let (user, secret) = (setup.config.user.rawValue, found.keys.secret)
        let client = FeedClient.curl(
            driver: driver,
            endpoint: FeedEndpoint(
                baseURL: found.address, environmentID: found.keys.environment.rawValue, apiKey: found.keys.viewerKey,
                device: setup.device),
            token: { () throws(FeedError) in TokenMint.mint(user: user, secret: secret, now: Date()) },
            onUnreadable: Self.report)
        return FeedSource(client)
    }
}
