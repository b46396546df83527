internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedServer
internal import FeedStorage
internal import Glibc
internal import Logging

/// A running `cardstream serve`: opens the feed, serves it, and ends when it is cancelled or idle.
struct ServerRun: Sendable {
    let config: ServerConfig
    let directory: String
    /// The database of the feed; nil if the feed is in the directory.
    let database: ServerDatabase?
    let address: ListenAddress
    /// The socket that a service manager opened; with nil, the server listens at `address`.
    let activation: ActivationSocket?
    /// The address at which metrics are served without a key; nil for none.
    let metricsAddress: ListenAddress?
    /// The server stops after this time without connections; nil for no limit.
    let idleSeconds: Double?
    /// The server through which the address is announced to programs on this machine.
    let own: ProfileServer
    /// Whether this is the profile's own server, which its viewers and commands find.
    let isOwn: Bool
    let webhooks: WebhookSender
    let logger: Logger
    /// Whether printed lines are JSON, like the log.
    let isJSON: Bool
    let manager: ServiceManager
    /// The state outside of the server that a reload changes.
    let reloadable: Reloadable
    /// The time limit for stopping the server.
    let drain: Duration
    private let serving = Lock<FeedServer?>(nil)
    /// The address that this server has announced to its clients; nil for none.
    private let announcedAddress = Lock<ListenAddress?>(nil)
    /// The lock on the directory of a server with a database, kept until the process ends. Nil for a feed in the
    /// directory, which has a separate lock.
    private let use = Lock<DirectoryUse?>(nil)
    /// The last reload. Reloads run one after the other, so that the newest keys take effect last.
    private let reloading = Lock(Task<Void, Never>?.none)
    private let ending = Lock((isCut: false, draining: Task<Void, Never>?.none))

    private static let idleEnding: Logger.Message = "the server stopped: no connection for the time that --idle sets"

    init(
        _ config: ServerConfig, directory: String, database: ServerDatabase?, address: ListenAddress,
        activation: ActivationSocket?, metricsAddress: ListenAddress?,
        idleSeconds: Double?, drain: Duration, own: ProfileServer, isOwn: Bool, webhooks: WebhookSender, logger: Logger,
        isJSON: Bool, manager: ServiceManager, reloadable: Reloadable
    ) {
        self.config = config
        self.directory = directory
        self.database = database
        self.address = address
        self.activation = activation
        self.metricsAddress = metricsAddress
        self.idleSeconds = idleSeconds
        self.drain = drain
        self.own = own
        self.isOwn = isOwn
        self.webhooks = webhooks
        self.logger = logger
        self.isJSON = isJSON
        self.manager = manager
        self.reloadable = reloadable
    }

    /// Serves until the task is cancelled, or until the server was idle for `idleSeconds`. Call ``stop()`` afterwards.
    func run() async throws {
        guard let storage = try await openStorage() else { return }
        let other = try otherServer()
        if other == nil { own.withdraw() }
        let server = try await FeedServer(
            config, storage: storage, directory: directory, webhooks: webhooks, logger: logger)
        serving.withLock { $0 = server }
        var shown = activation?.address ?? address
        if let activation {
            try await server.start(on: activation)
        } else {
            shown.port = try await server.start(listen: address)
        }
        if let other {
            logger.notice(
                "another server has the same data directory; commands with this directory use that server",
                metadata: ["address": "\(other)"])
        } else {
            try own.announce(shown)
            announcedAddress.withLock { [shown] in $0 = shown }
        }
        let limit = server.connectionLimit
        say(
            "listening on http://\(shown), \(database == nil ? "data" : "feed in the database, keys") in "
                + "\(directory.shownAsFile), at most \(limit) "
                + (limit == 1 ? "connection" : "connections"))
        if var address = metricsAddress {
            do throws(FeedServerError) { address.port = try await server.startMetrics(listen: address) } catch {
                guard case .addressInUse(let taken) = error else { throw error }
                throw CommandFailure(
                    .failure,
                    "\(taken) is in use. Stop the other program or choose another port with --metrics-listen.")
            }
            say("metrics at http://\(address)/metrics")
        }
        manager.reportReady("Listening on http://\(shown)")
        if let idleSeconds {
            await server.untilIdle(seconds: idleSeconds)
            if !Task.isCancelled { logger.info(Self.idleEnding) }
        } else {
            // Ended by cancellation.
            while true { try await Task.sleep(for: .seconds(86_400)) }
        }
    }

    /// The address of another server with the same directory; nil for none. A directory with a feed has only one
    /// server.
    private func otherServer() throws -> ListenAddress? {
        guard database != nil, let other = try own.otherAddress else { return nil }
        // A killed server leaves its address file behind, and a service manager may still listen at that address.
        return other == (activation?.address ?? address).asClient ? nil : other
    }

    private func say(_ text: String) { Console.print(ConsoleLog.line(text, isJSON: isJSON)) }

    /// Asks viewers to reconnect, and lets running requests finish, within ``drain``.
    func stop() async {
        manager.reportStopping()
        guard let server = serving.withLock({ $0 }) else { return }
        if let address = announcedAddress.withLock({ $0 }) { own.withdraw(address) }
        let draining = Task { [drain] in await server.drain(within: drain * 0.9) }
        ending.withLock {
            $0.draining = draining
            if $0.isCut { draining.cancel() }
        }
        await draining.value
        let isCut = ending.withLock { $0.isCut }
        await server.stop(within: isCut ? .zero : drain * 0.1)
    }

    /// Ends ``stop()`` immediately.
    func cancelEnding() {
        ending.withLock {
            $0.isCut = true
            $0.draining?.cancel()
        }
    }

    // MARK: Reloading

    struct Reloadable: Sendable {
        var logLevel: Lock<Logger.Level>
        var authorityFile: Lock<String?>
    }

    /// Applies changed settings and keys. Returns immediately; the log contains the result.
    func reload(_ new: ServerReload) {
        guard let server = serving.withLock({ $0 }) else {
            return refuseReload("the server is still starting; send the signal again")
        }
        reloading.withLock { last in
            last = Task { [last] in
                await last?.value
                await apply(new, server)
            }
        }
    }

    private func apply(_ new: ServerReload, _ server: FeedServer) async {
        do { try await server.reload(new.config) } catch { return refuseReload("\(error)") }
        if let level = Logger.Level(rawValue: new.logLevel) { reloadable.logLevel.withLock { $0 = level } }
        reloadable.authorityFile.withLock { $0 = new.authorityFile }
        logger.notice("reloaded configuration and keys")
        if !new.pending.isEmpty {
            logger.warning(
                "some changed settings need a restart",
                metadata: ["settings": "\(new.pending.joined(separator: ", "))"])
        }
    }

    func refuseReload(_ reason: String) {
        logger.error("not reloaded: the old configuration and keys stay in force", metadata: ["reason": "\(reason)"])
    }

    // MARK: The feed

    /// Opens the storage. Nil if the server was idle while another program had the feed.
    private func openStorage() async throws -> (any FeedStorage)? {
        if let database {
            let own = try await own.afterCommands { () throws(StorageError) in try DirectoryUse(directory) }
            use.withLock { $0 = own }
            return try await database.open(logger: logger)
        }
        while true {
            do {
                return try await own.afterCommands { () throws(StorageError) in
                    try ServerStorage.open(
                        directory: directory, isServer: true, limits: config.limits, logger: logger)
                }
            } catch StorageError.inUse(directory) where isOwn {
                guard let activation else { throw StorageError.inUse(directory: directory) }
                if try await forward(activation) == .idle { return nil }
                try await Task.sleep(for: ProfileServer.pause)
            }
        }
    }

    /// Forwards the connections of the service's socket to the viewer that runs the profile's server, until the viewer
    /// ends.
    private func forward(_ activation: ActivationSocket) async throws -> Forwarder.Ending {
        logger.info("the service forwards connections to the viewer or server that has the feed open")
        manager.reportReady("Forwarding to the program that has the feed open")
        let own = own
        let ending = try await Forwarder(activation).run(idleSeconds: idleSeconds) {
            guard let found = try await own.find(within: 0), let address = found.listenAddress,
                address != activation.address
            else { return nil }
            return address
        }
        logger.info(ending == .idle ? Self.idleEnding : "the program that had the feed open has ended")
        return ending
    }
}
