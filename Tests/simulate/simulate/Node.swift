import Cards
import FeedAPI
import FeedServer

import struct Foundation.Date

/// A server of the world, without sockets: the real server with the world's disk as its storage.
// Invariant: used by the only thread of the process.
final class Node: @unchecked Sendable {
    static let environment: EnvironmentID = "world"
    static let publisher = FeedCredentials(environment: "world", apiKey: "publisher")

    let name: String
    private let storage: NodeStorage
    let server: FeedServer

    var isDead: Bool { storage.isDead }

    init(_ number: Int, life: Int, _ disk: Disk, _ clock: WallClock, _ receiver: Receiver, isShared: Bool) async {
        name = "node\(number).\(life)"
        storage = NodeStorage(disk, clock, isShared: isShared)
        var config = ServerConfig(environments: [
            ServerConfig.Environment(
                id: Self.environment,
                viewerKeys: [
                    ServerConfig.ViewerKey(
                        key: "viewer", verification: .hs256(secret: String(repeating: "s", count: 32)))
                ], publisherKeys: [Self.publisher.apiKey])
        ])
        // Small pages, so that few cards make several pages.
        config.limits.pageCards = 4
        // How soon nodes notice each other's changes. Longer than with PostgreSQL, so that a world has fewer steps.
        config.limits.followSecondsUnheard = 0.5
        config.limits.allowsPrivateWebhooks = true
        // Deliveries are never given up, and the last attempt follows soon after the faults have ended.
        config.limits.webhookAttempts = .max
        config.limits.webhookLongestPause = 20
        let time = ServerClock(
            now: { clock.now },
            sleep: { until in await pause(min(max(until.timeIntervalSince(clock.now), 0), 60)) })
        let sender = WebhookSender { [storage] post in await receiver.receive(post, isSenderDead: { storage.isDead }) }
        do { server = try await FeedServer(config, storage: storage, clock: time, webhooks: sender) } catch {
            fatalError("the simulated server cannot start: \(error)")
        }
        await server.startClock()
    }

    func client(of user: UserID) -> FeedClient {
        .inProcess(server, environment: Self.environment, user: user)
    }

    /// From here on, nothing that the node does has any effect.
    func kill() {
        storage.isDead = true
        Task { [server] in await server.stop(within: .zero) }
    }
}
