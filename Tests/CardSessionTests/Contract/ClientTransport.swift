import CardSession
import Cards
import CurlTransport
import FeedAPI
import FeedServer
import FeedTransport
import Testing

/// How a contract test reaches its server. Tests must pass in both transports, because programs are developed against a
/// server in the same process and run against a remote one.
enum ClientTransport: String, CaseIterable, Sendable {
    /// Direct calls within this process.
    case memory
    /// HTTP and WebSocket with libcurl, over a port of this machine.
    case port

    /// Runs a body with a new server.
    func run(_ body: (ContractFeed) async throws -> Void) async throws {
        let feed = try await TestFeed()
        switch self {
        case .memory: try await body(ContractFeed(feed: feed, address: nil))
        case .port: try await feed.listening { try await body(ContractFeed(feed: feed, address: $0)) }
        }
    }
}

/// A server, with clients and sessions that reach it in one of the transports.
struct ContractFeed {
    let feed: TestFeed
    /// The address of the server; nil within the process.
    let address: String?

    var stream: StreamID { feed.stream }

    func client(_ user: String = "ana") async throws -> FeedClient {
        guard let address else {
            return feed.client(of: user)
        }
        let token = try await feed.token(of: user)
        return .curl(
            driver: CurlDriver(),
            endpoint: FeedEndpoint(
                baseURL: address, environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey),
            token: { () throws(FeedError) in token })
    }

    func session(
        _ user: String = "ana", delivery: CardSession.Connection.Delivery = .push(fallbackInterval: .seconds(1))
    )
        async throws
        -> CardSession
    {
        let session = try CardSession(.memory)
        guard let address else {
            await session.connect(FeedSource(try await client(user)), streams: [stream], delivery: delivery) { _ in }
            return session
        }
        let token = try await feed.token(of: user)
        await session.connect(
            CardSession.Connection(
                server: address, environment: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                token: .value(token, name: "the test's token"), streams: [stream], delivery: delivery)
        ) { _ in }
        return session
    }
}
