import Basics
import Cards
import FeedAPI
import FeedEngine

/// The configuration of a running server, which can be replaced while the server runs.
///
/// Only limits that are read for each use take effect: those of uploads, connections and webhooks.
final class LiveConfig: Sendable {
    private let config: Lock<ServerConfig>

    init(_ config: ServerConfig) { self.config = Lock(config) }

    func replace(_ new: ServerConfig) { config.withLock { $0 = new } }

    var limits: ServerLimits { config.withLock { $0.limits } }

    var environments: [EnvironmentID] { config.withLock { $0.environments.map(\.id) } }

    /// The environments in which devices can be registered.
    func pushEnvironments(of environment: EnvironmentID) -> [PushEnvironment] {
        config.withLock { config in config.environments.first { $0.id == environment }?.pushEnvironments ?? [] }
    }
}
