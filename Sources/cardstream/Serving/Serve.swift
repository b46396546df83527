internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards
internal import FeedServer
internal import FeedStorage
internal import Glibc
internal import Logging

import struct Foundation.Date

/// `cardstream serve`: a feed server for others.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a server that holds cards for you or for others.",
        discussion: """
            Without --data this is the server of your profile: your viewers and `cardstream publish` find it and its \
            keys without any configuration. Without --keys, random keys are created and stored in the data directory; \
            `cardstream invite NAME` invites a user; `cardstream token` prints keys for scripts. SIGTERM and Ctrl-C \
            stop the server with exit code 0: running requests finish, waiting requests get their response, and \
            viewers are asked to reconnect, one after the other. Before that, /v1/health/ready reports that the server \
            is stopping, so that load balancers notice. Stopping takes at most the time of --drain, and no time if no \
            client is connected. A second signal ends the server at once.

            Prometheus reads metrics at /metrics of --metrics-listen without a key, or at the server's own address with a \
            publisher key as its bearer token.

            SIGHUP makes the server read the configuration and the keys again, without closing a connection: changed \
            keys take effect with the next request; an open connection stays until its token expires. If a file has a \
            mistake, the log says where, and nothing changes. The addresses, the data directory and the database need \
            a restart.

            The server keeps at most --max-connections connections open, or fewer if the system allows fewer open \
            files. Beyond that, it closes the oldest connections that have made no authenticated request; connections \
            of authenticated users stay. serve.max_unauthenticated_per_address limits the unauthenticated connections \
            from one address. Behind a reverse proxy all connections come from one address, so let the proxy limit \
            connections per client.

            A service manager can pass a listening socket (LISTEN_FDS), which replaces --listen: `cardstream service \
            install` sets this up with systemd. With --idle the server stops after that time without connections; \
            changes that were due in the meantime happen when it starts again.

            With --database the feed is in a PostgreSQL database, and --data holds only the keys. Give a URL that \
            libpq understands, or a file that contains one. A password is read from ~/.pgpass, from that file, or from \
            the URL in the variable CARDSTREAM_DATABASE, never from an argument. Servers with the same database notify \
            each other of changes. Behind a pooler that may run each transaction on a different connection, servers \
            cannot notify each other: with --poll-only, they poll ten times a second.

            With --check the command starts no server: it checks whether the server at the --listen address works, and \
            exits with 0 or 5, for the health checks of supervisors and container engines. A server that cannot reach its \
            database works: /v1/health/ready says that requests should go to another one.

            EXAMPLES
              cardstream serve
              cardstream serve --listen 127.0.0.1:8787 --data ./feed
              cardstream serve --listen 0.0.0.0:8787 --data /var/lib/cardstream \\
                  --keys /etc/cardstream/keys.toml
              cardstream serve --data ./keys \\
                  --database postgres://cardstream@db.example/feed

            A keys file
              [[environment]]
              id = "production"
              publisher_keys = ["…"]
              [[environment.viewer]]
              key = "…"
              es256_public_key = \"\"\"-----BEGIN PUBLIC KEY----- …\"\"\"
            Instead of es256_public_key, a viewer key can have hs256_secret, rs256_public_key or rs512_public_key: \
            `cardstream help server` has an example of each.
            """)

    @OptionGroup(title: "Settings")
    var options: ProfileOptions

    @Option(help: ArgumentHelp("Trust the certificates in this file.", valueName: "file"), completion: .file())
    var caFile: String?

    @Option(
        help: ArgumentHelp("How much to log: debug, info, warning or error.", valueName: "level"),
        completion: .list(["debug", "info", "warning", "error"]))
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "How to write the log: text, or json with one object on each line. In a file or a pipe, lines have times.",
            valueName: "format"),
        completion: .list(["text", "json"]))
    var logFormat = "text"

    @Option(help: ArgumentHelp("Where to listen. Port 0 chooses a free port.", valueName: "address:port"))
    var listen: String?

    @Option(help: ArgumentHelp("The data directory of the feed.", valueName: "directory"), completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The database of the feed: a postgres:// URL, or a file that contains one.", valueName: "url|file"),
        completion: .file())
    var database: String?

    @Flag(help: "Poll the database for changes; needed with a pooler in transaction mode, such as PgBouncer.")
    var pollOnly = false

    @Option(help: ArgumentHelp("The file of environments and keys.", valueName: "file"), completion: .file())
    var keys: String?

    @Option(help: ArgumentHelp("The largest file a user can send, in MiB.", valueName: "MiB"))
    var maxUpload: String?

    @Option(help: ArgumentHelp("The largest number of connections at a time.", valueName: "number"))
    var maxConnections: String?

    @Flag(help: "Allow webhooks over plain HTTP, and to this machine and its network.")
    var privateWebhooks = false

    @Flag(help: "Keep a damaged feed under another name, and start with an empty feed. An intact feed is not changed.")
    var setAside = false

    @Option(
        help: ArgumentHelp(
            "Stop after this time without a connection, such as 30m or 1h. Default: never.",
            valueName: "duration"))
    var idle: String?

    @Option(
        help: ArgumentHelp(
            "Serve metrics for Prometheus at /metrics of this address, without a key.", valueName: "address:port"))
    var metricsListen: String?

    @Option(
        help: ArgumentHelp(
            "How long stopping may take, such as 30s or 2m.",
            valueName: "duration"))
    var drain = "8s"

    @Flag(help: "Check whether the server at the --listen address works, without starting one.")
    var check = false

    func validate() throws {
        _ = try idleSeconds
        _ = try drainSeconds
        guard ["text", "json"].contains(logFormat) else { throw ValidationError("--log-format must be text or json.") }
    }

    private var drainSeconds: Double {
        get throws {
            guard let seconds = CardDuration.seconds(drain), (0...3600).contains(seconds) else {
                throw ValidationError("--drain must be \(CardDuration.secondsExpected), at most 1h.")
            }
            return seconds
        }
    }

    private var idleSeconds: Double? {
        get throws {
            guard let idle else { return nil }
            // At least one second, because times are rounded to milliseconds.
            guard let seconds = CardDuration.seconds(idle), seconds >= 1 else {
                throw ValidationError("--idle must be \(CardDuration.secondsExpected), at least 1s.")
            }
            return seconds
        }
    }

    func run() throws {
        guard logFormat == "json", !check else { return try serve() }
        do { try serve() } catch let status as ExitStatus { throw status } catch {
            let failure = CommandFailure(error)
            let line = ConsoleLog.line(failure.message.maskingPasswords, .critical, isJSON: true)
            Console.write(line + "\n", to: STDERR_FILENO)
            throw failure.status
        }
    }

    private func serve() throws {
        let signals = Signals([.interrupt, .terminate, .hangup, .quit])
        let hasTerminal = ControllingTerminal.exists
        OpenFiles.raise()
        // Makes a write fail at the file size limit instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        let setup = try options.load(settings, reading: [.server])
        if check { return try ServerCheck(setup).run() }
        let own = ProfileServer(setup)
        let directory = setup.config.serveData ?? own.directory
        do {
            let database = try ServerDatabase(
                argument: database, variables: setup.variables, isPooled: setup.config.servePollOnly)
            if database != nil { try checkDatabaseFlags(setup) }
            let run = try prepared(setup, own, directory: directory, database: database)
            if setAside {
                let kept = try ServerStorage.setAsideIfDamaged(directory: directory)
                Console.error(
                    kept.map {
                        "the feed was damaged; it is stored as \($0.shownAsFile), and the server starts with an empty "
                            + "feed"
                    } ?? "the feed is not damaged; the server starts with it")
            }
            let handle = { (signal: Signals.Signal) in
                // If the terminal was closed, SIGHUP stops the server. Otherwise the signal was sent to reload the
                // configuration.
                guard signal == .hangup, !hasTerminal || ControllingTerminal.exists else { return false }
                reload(run, directory: directory, before: setup.config)
                return true
            }
            try InterruptibleWork.run(until: signals, handling: handle, timeout: try drainSeconds + 2) {
                try await run.run()
            } ending: {
                await run.stop()
            } cut: {
                run.cancelEnding()
            }
        } catch ExitStatus.interrupted {
            // Ctrl-C is the usual way to stop a server, so this is not an error.
        } catch StorageError.inUse(directory: own.directory) {
            throw CommandFailure(
                .failure,
                "\(own.directory) is in use: an open viewer, or another `cardstream serve`, runs the server of this "
                    + "profile. Publish to that server, stop it first, or choose another directory with --data.")
        } catch FeedServerError.addressInUse(let address) where own.serviceAddress?.description == address {
            throw CommandFailure(
                .failure,
                "\(address) belongs to the installed service, which starts this server itself: see `cardstream service status`"
            )
        } catch let error as FeedServerError {
            let isWrongUse = if case .badAddress = error { true } else { false }
            throw CommandFailure(isWrongUse ? .usage : .failure, error.description)
        }
    }

    /// The values of flags that are also settings, by setting name.
    private var settings: [String: String?] {
        [
            "ca_file": caFile, "log_level": logLevel, "serve.listen": listen, "serve.data": data, "serve.keys": keys,
            "serve.max_upload": maxUpload,
            "serve.max_connections": maxConnections, "serve.private_webhooks": privateWebhooks ? "true" : nil,
            "serve.poll_only": pollOnly ? "true" : nil,
        ]
    }

    /// Reads the configuration and the keys again. If they have a mistake, nothing changes.
    private func reload(_ run: ServerRun, directory: String, before old: Config) {
        do {
            let setup = try options.load(settings, reading: [.server])
            let other = try ServerDatabase(
                argument: database, variables: setup.variables, isPooled: setup.config.servePollOnly)
            run.reload(
                ServerReload(
                    try serverConfig(setup, directory: directory, makesKeys: false), setup.config, before: old,
                    hasOtherDatabase: other?.isElsewhere(than: run.database) ?? false))
        } catch { run.refuseReload(CommandFailure(error).message) }
    }

    private func serverConfig(_ setup: Setup, directory: String, makesKeys: Bool) throws -> ServerConfig {
        var config = try ServerKeys(file: setup.config.serveKeys, directory: directory, makes: makesKeys).config
        config.limits.uploadBytes = Int(setup.config.serveMaxUpload * 1_048_576)
        config.limits.connections = setup.config.serveMaxConnections
        config.limits.unauthenticatedPerAddress = setup.config.serveMaxUnauthenticatedPerAddress
        config.limits.allowsPrivateWebhooks = setup.config.servePrivateWebhooks
        return config
    }

    /// Throws if flags or settings cannot be used with a feed in a database.
    private func checkDatabaseFlags(_ setup: Setup) throws {
        if setAside {
            throw CommandFailure(.usage, "--set-aside is for a feed in a file; restore a database from its backup")
        }
        if setup.config.serveData == nil {
            throw CommandFailure(
                .usage,
                "a server with a database needs a directory for its keys: --data DIRECTORY, with the same files on every "
                    + "machine")
        }
    }

    private func prepared(
        _ setup: Setup, _ own: ProfileServer, directory: String, database: ServerDatabase?
    ) throws -> ServerRun {
        let activation = try ActivationSocket.descriptor(in: setup.variables, process: getpid())
            .map { descriptor throws(FeedServerError) in try ActivationSocket(descriptor: descriptor) }
        // The variables are only for this process, so its children must not inherit them.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        let config = try serverConfig(setup, directory: directory, makesKeys: true)
        let level = Lock(Logger.Level(rawValue: setup.config.logLevel) ?? .info)
        let authorityFile = Lock(setup.config.caFile)
        let isOwn = setup.hasOwnServer && database == nil
        return ServerRun(
            config, directory: directory, database: database, address: try ListenAddress(setup.config.listen),
            activation: activation,
            metricsAddress: try metricsListen.map { text throws(FeedServerError) in try ListenAddress(text) },
            idleSeconds: try idleSeconds, drain: .seconds(try drainSeconds),
            own: isOwn ? own : ProfileServer(data: directory),
            isOwn: isOwn,
            webhooks: .curl { authorityFile.withLock { $0 } },
            logger: ConsoleLog.logger(
                "server", level: level, isJSON: logFormat == "json", environment: setup.variables),
            isJSON: logFormat == "json",
            manager: ServiceManager(environment: setup.variables),
            reloadable: ServerRun.Reloadable(logLevel: level, authorityFile: authorityFile))
    }
}
