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
    /// Nil keeps the feed in the directory.
    let database: ServerDatabase?
    let address: ListenAddress
    /// The socket that a service manager opened; nil listens at `address`.
    let activation: ActivationSocket?
    /// Where metrics are served without a key; nil for nowhere.
    let metricsAddress: ListenAddress?
    /// Nil serves without end.
    let idleSeconds: Double?
    /// Where the server's address is written for programs on this machine.
    let own: ProfileServer
    /// Whether this is the profile's own server, which its viewers and commands find.
    let isOwn: Bool
    let webhooks: WebhookSender
    let logger: Logger
    /// Whether what is printed is JSON, as the log.
    let isJSON: Bool
    let manager: ServiceManager
    /// What reloading changes outside of the server.
    let reloadable: Reloadable
    /// The time limit of stopping.
    let drain: Duration
    private let serving = Lock<FeedServer?>(nil)
    /// What this server has written for its clients.
    private let announcedAddress = Lock<ListenAddress?>(nil)
    /// Until the process ends. Nil for a feed in the directory, which has a lock of its own.
    private let use = Lock<DirectoryUse?>(nil)
    /// The last reload: one after the other, so that the newest keys win.
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

    /// Serves until the task is cancelled, or until it was idle. Call ``stop()`` afterwards.
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

    /// Where another server with the same directory listens. A directory with a feed has only one.
    private func otherServer() throws -> ListenAddress? {
        guard database != nil, let other = try own.otherAddress else { return nil }
        // A killed server leaves its address, at which a service manager may still listen.
        return other == (activation?.address ?? address).asClient ? nil : other
    }

    private func say(_ text: String) { Console.print(ConsoleLog.line(text, isJSON: isJSON)) }

    /// Lets viewers go and running requests finish, within ``drain``.
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

    /// Ends ``stop()`` at once.
    func cut() {
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

    /// Lets other settings and keys count. Returns at once; the log says what has become of it.
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

    /// Nil if it was idle while another program had the feed.
    private func openStorage() async throws -> (any FeedStorage)? {
        if let database {
            let own = try await own.afterCommands { () throws(StorageError) in try DirectoryUse(directory) }
            use.withLock { $0 = own }
            return try await database.open(logger: logger)
        }
        while true {
            do {
                return try await own.afterCommands { () throws(StorageError) in
                    try ServerStorage.open(directory: directory, limits: config.limits, logger: logger)
                }
            } catch StorageError.inUse(directory) where isOwn {
                guard let activation else { throw StorageError.inUse(directory: directory) }
                if try await forward(activation) == .idle { return nil }
                try await Task.sleep(for: ProfileServer.pause)
            }
        }
    }

    /// An open viewer runs the profile's server: it keeps it, and gets the connections of our socket until it ends.
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
