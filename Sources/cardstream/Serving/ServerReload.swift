internal import AppRuntime
internal import FeedServer

/// The changes that a running server applies when it reloads its configuration and keys.
struct ServerReload: Sendable {
    let config: ServerConfig
    let logLevel: String
    /// The PEM file with the certificates that webhooks trust; nil for the system's certificates.
    let authorityFile: String?
    /// The changed settings that take effect only after a restart.
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
