internal import AppRuntime
internal import FeedServer

/// What a running server takes over when it reads its configuration and keys again.
struct ServerReload: Sendable {
    let config: ServerConfig
    let logLevel: String
    /// The certificates that webhooks trust; nil for the system's.
    let authorityFile: String?
    /// Settings that have changed and count only after a restart.
    let pending: [String]

    /// - Parameter hasOtherDatabase: Whether the address of the database has changed.
    init(_ config: ServerConfig, _ new: Config, before old: Config, hasOtherDatabase: Bool) {
        self.config = config
        logLevel = new.logLevel
        authorityFile = new.caFile
        let values: [(name: String, isSame: Bool)] = [
            ("profile", old.profile == new.profile), ("server", old.server == new.server),
            ("serve.listen", old.listen == new.listen), ("serve.data", old.serveData == new.serveData),
            ("serve.poll_only", old.servePollOnly == new.servePollOnly), ("--database", !hasOtherDatabase),
        ]
        pending = values.filter { !$0.isSame }.map(\.name)
    }
}
