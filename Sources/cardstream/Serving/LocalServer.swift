internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import Logging

import struct Foundation.Date
import struct Foundation.UUID

/// A server in this process, for this process only or also for other programs on this machine.
struct LocalServer: Sendable {
    let server: FeedServer
    let keys: DevelopmentKeys
    let user: UserID
    /// The device that the viewer in this process reports; nil reports none.
    var device: ViewerDevice?
    private let streamID: StreamID

    /// Opens the feed without listening. The server does not track deadlines afterwards: only deadlines that have
    /// already passed are applied, once.
    ///
    /// - Parameter directory: The data directory; nil keeps everything in memory.
    /// - Throws: ``StorageError/inUse(directory:)`` if another process uses the directory.
    static func open(
        directory: String?, user: UserID, stream: StreamID, allowsPrivateWebhooks: Bool, logger: Logger?
    ) async throws -> LocalServer {
        let keys: DevelopmentKeys
        if let directory { keys = try DevelopmentKeys.load(from: directory) } else { keys = .ephemeral() }
        var config = keys.config
        config.limits.allowsPrivateWebhooks = allowsPrivateWebhooks
        let storage = try ServerStorage.open(
            directory: directory, isServer: false, limits: config.limits, logger: logger)
        let server = try await FeedServer(
            config, storage: storage, directory: directory, webhooks: .curl { nil }, logger: logger)
        let local = LocalServer(server: server, keys: keys, user: user, streamID: stream)
        do { try await server.applyDeadlines() } catch {
            await local.stop()
            throw error
        }
        return local
    }

    /// Starts tracking deadlines, and listens for programs on this machine at a port that the system chooses.
    func listen() async throws -> ListenAddress {
        ListenAddress(host: "127.0.0.1", port: try await server.start(listen: .ephemeralLoopback))
    }

    /// Ends running requests, and releases the data directory.
    func stop() async { await server.stop(within: .seconds(1)) }

    /// The viewer's connection, without sockets.
    private var client: FeedClient {
        .inProcess(server, environment: keys.environment, user: user, device: device)
    }

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
