import Cards
import FeedAPI
import FeedServer

/// A server of the world, without sockets: the real one over the world's disk.
// Invariant: used by the only thread of the process.
final class Node: @unchecked Sendable {
    static let environment: EnvironmentID = "world"
    static let publisher = FeedCredentials(environment: "world", apiKey: "publisher")

    let name: String
    private let storage: NodeStorage
    let server: FeedServer

    var isDead: Bool { storage.isDead }

    init(_ name: String, _ disk: Disk, isShared: Bool) async {
        self.name = name
        storage = NodeStorage(disk, isShared: isShared)
        var config = ServerConfig(environments: [
            ServerConfig.Environment(
                id: Self.environment,
                viewerKeys: [
                    ServerConfig.ViewerKey(
                        key: "viewer", verification: .hs256(secret: String(repeating: "s", count: 32)))
                ], publisherKeys: [Self.publisher.apiKey])
        ])
        // Few cards make several pages.
        config.limits.pageCards = 4
        do { server = try await FeedServer(config, storage: storage) } catch {
            fatalError("the simulated server cannot start: \(error)")
        }
        await server.startClock()
    }

    func client(of user: UserID) -> FeedClient {
        .inProcess(server, environment: Self.environment, user: user)
    }

    /// From here on nothing that it does has any effect.
    func kill() {
        storage.isDead = true
        Task { [server] in await server.stop(within: .zero) }
    }
}
