internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import Logging

import struct Foundation.Date
import struct Foundation.UUID

/// A viewer's own server: only reachable from this machine, on a port chosen by the system.
struct LocalServer: Sendable {
    let server: FeedServer
    let keys: DevelopmentKeys
    let address: ListenAddress
    let user: UserID
    private let streamID: StreamID

    /// - Parameter directory: The data directory; nil keeps everything in memory.
    static func start(
        directory: String?, user: UserID, stream: StreamID, allowsPrivateWebhooks: Bool, logger: Logger?
    ) async throws -> LocalServer {
        let keys: DevelopmentKeys
        if let directory { keys = try DevelopmentKeys.load(from: directory) } else { keys = .ephemeral() }
        var config = keys.config
        config.limits.allowsPrivateWebhooks = allowsPrivateWebhooks
        let storage = try ServerStorage.open(directory: directory, limits: config.limits, logger: logger)
        let server = try await FeedServer(
            config, storage: storage, webhooks: .curl(authorityFile: nil), logger: logger)
        let port = try await server.start(listen: .ephemeralLoopback)
        return LocalServer(
            server: server, keys: keys, address: ListenAddress(host: "127.0.0.1", port: port), user: user,
            streamID: stream)
    }

    /// The viewer's connection, without sockets.
    private var client: FeedClient { .inProcess(server, environment: keys.environment, user: user) }

    /// The connection as a source of cards.
    var source: FeedSource { FeedSource(client) }

    func publish(_ items: [DemoFeed.Item]) async throws -> [CardID] {
        let requests = items.map {
            PublishRequest(
                streamID: $0.stream ?? streamID, users: [user], key: PublicationKey($0.key),
                body: $0.card.encoded())
        }
        return try await server.publish(requests, environment: keys.environment).cards.map(\.id)
    }

    /// Snoozes a card as its user would.
    func snooze(_ card: CardID, until: Date) async throws {
        _ = try await client.act(
            ActionRequest(
                key: ActionKey(UUID()), streamID: streamID, cardID: card, response: .snooze(until: until), at: Date()))
    }
}
