internal import AppRuntime
internal import CardSession
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedSync
internal import FeedTransport

import struct Foundation.Date

/// Connects to a server as its user, for commands that need no stored cards: the configured server, or else the
/// profile's own.
struct ViewerAccess: Sendable {
    let setup: Setup
    private let driver: CurlDriver

    init(_ setup: Setup) {
        self.setup = setup
        driver = CurlDriver(setup.network)
    }

    /// - Parameter seconds: The time to wait for an own server that is starting.
    func connect(within seconds: Double = 3) async throws -> FeedSource {
        guard let server = setup.config.server else { return try await ownServer(within: seconds) }
        guard let source = setup.tokenSource else {
            throw CommandFailure(.authentication, "no token: set token_file, token_command or CARDSTREAM_TOKEN")
        }
        guard let key = try setup.secret(setup.config.viewerKey, file: setup.config.viewerKeyFile), !key.isEmpty else {
            throw CommandFailure(.authentication, "no API key: set viewer_key_file or CARDSTREAM_VIEWER_KEY")
        }
        let client = FeedClient.curl(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: server, environmentID: setup.config.environment, apiKey: key),
            token: { () throws(FeedError) in
                do throws(TokenFailure) { return try await source.read() } catch { throw .noToken(error.reason) }
            }, onUnreadable: { Console.error("\($0); update cardstream") })
        return FeedSource(client)
    }

    /// The user and server of the cards: state of another one does not apply.
    func source() async throws -> String {
        guard setup.config.server != nil, let source = setup.tokenSource else { return Self.source(of: nil, setup) }
        return Self.source(of: JWTClaims(token: try await source.read())?.userID, setup)
    }

    /// The same for a known user.
    static func source(of user: String?, _ setup: Setup) -> String {
        guard let server = setup.config.server else { return "\(setup.config.user) at this profile's own server" }
        return "\(user ?? "") at \(server.maskingPasswords), environment \(setup.config.environment)"
    }

    private func ownServer(within seconds: Double) async throws -> FeedSource {
        guard let found = try await ProfileServer(setup).find(within: seconds) else {
            throw CommandFailure(
                .network, "no server: start `cardstream serve`, or open the viewer, or set one with --server")
        }
        let (user, secret) = (setup.config.user.rawValue, found.keys.secret)
        let client = FeedClient.curl(
            driver: driver,
            endpoint: FeedEndpoint(
                baseURL: found.address, environmentID: found.keys.environment.rawValue, apiKey: found.keys.viewerKey),
            token: { () throws(FeedError) in
                do { return try await TokenMint.mint(user: user, secret: secret, now: Date()) } catch {
                    throw .noToken("\(error)")
                }
            }, onUnreadable: { Console.error("\($0); update cardstream") })
        return FeedSource(client)
    }
}
