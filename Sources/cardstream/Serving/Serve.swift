internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedServer
internal import FeedStorage
internal import Glibc
internal import Logging

/// `cardstream serve`: a feed server for others.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a feed server.",
        discussion: """
            Without --data this is the server of your profile: viewers and `cardstream publish` of the same user \
            find it, and its keys, without any configuration. Without --keys, random keys are made and kept in the \
            data directory; `cardstream token` prints what others need. SIGTERM and Ctrl-C end it, with exit code 0: running \
            requests finish, viewers are told to come back, all within five seconds.

            The server holds at most --max-connections open, fewer if the system allows fewer open files. Beyond that, \
            the oldest connections without an authenticated request are closed first; those of authenticated users stay. \
            serve.max_unauthenticated_per_address limits the unauthenticated ones from one address. Behind a reverse proxy \
            all connections come from one address, so let the proxy limit connections per client.

            EXAMPLES
              cardstream serve
              cardstream serve --listen 127.0.0.1:8787 --data ./feed
              cardstream serve --listen 0.0.0.0:8787 --data /var/lib/cardstream --keys /etc/cardstream/keys.toml

            A keys file
              [[environment]]
              id = "production"
              publisher_keys = ["…"]
              [[environment.viewer]]
              key = "…"
              es256_public_key = \"\"\"-----BEGIN PUBLIC KEY----- …\"\"\"
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @Option(help: ArgumentHelp("Where to listen. Port 0 takes a free one.", valueName: "address:port"))
    var listen: String?

    @Option(help: ArgumentHelp("Where the feed is kept.", valueName: "directory"), completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("The file of environments and keys.", valueName: "file"), completion: .file())
    var keys: String?

    @Option(help: ArgumentHelp("The largest file a user may send, in MiB.", valueName: "MiB"))
    var maxUpload: String?

    @Option(help: ArgumentHelp("The most connections open at once.", valueName: "number"))
    var maxConnections: String?

    @Flag(help: "Let webhooks lead to this machine and its network, and over plain HTTP.")
    var privateWebhooks = false

    @Flag(help: "Keep a damaged feed under another name, and begin with an empty one. A sound feed is left as it is.")
    var setAside = false

    /// The time limit of stopping.
    private static let drain = Duration.seconds(4)

    func run() throws {
        let signals = Signals([.interrupt, .terminate, .hangup, .quit])
        OpenFiles.raise()
        // A file size limit should cause an error answer rather than end the program.
        signal(SIGXFSZ, SIG_IGN)
        let setup = try options.load([
            "serve.listen": listen, "serve.data": data, "serve.keys": keys, "serve.max_upload": maxUpload,
            "serve.max_connections": maxConnections, "serve.private_webhooks": privateWebhooks ? "true" : nil,
        ])
        let own = ProfileServer(setup)
        let directory = setup.config.serveData ?? own.directory
        let isOwn = setup.config.serveData == nil && setup.config.serveKeys == nil
        let level = setup.config.logLevel
        do {
            let address = try ListenAddress(setup.config.listen)
            var config = try ServerKeys(file: setup.config.serveKeys, directory: directory, makes: true).config
            config.limits.uploadBytes = Int(setup.config.serveMaxUpload * 1_048_576)
            config.limits.connections = setup.config.serveMaxConnections
            config.limits.unauthenticatedPerAddress = setup.config.serveMaxUnauthenticatedPerAddress
            config.limits.allowsPrivateWebhooks = setup.config.servePrivateWebhooks
            let served = config
            let webhooks = WebhookSender.curl(authorityFile: setup.config.caFile)
            if setAside, let kept = try ServerStorage.setAsideIfDamaged(directory: directory) {
                Console.error("the feed was damaged; it is kept as \(kept.shownAsFile), and an empty one begins")
            }
            let server = try runBlocking {
                let logger = ConsoleLog.logger("server", level: level)
                let storage = try await own.afterCommands { () throws(StorageError) in
                    try ServerStorage.open(directory: directory, limits: served.limits, logger: logger)
                }
                if isOwn { own.withdraw() }
                let server = try await FeedServer(served, storage: storage, webhooks: webhooks, logger: logger)
                let port = try await server.start(listen: address)
                if isOwn { try own.announce(ListenAddress(host: address.host, port: port)) }
                let shown = ListenAddress(host: address.host, port: port)
                Console.print(
                    "listening on http://\(shown), data in \(directory.shownAsFile), "
                        + "up to \(server.connectionLimit) \(server.connectionLimit == 1 ? "connection" : "connections")"
                )
                return server
            }
            var sources = EventSources(input: nil, mail: signals.descriptor, signals: nil)
            while signals.drain().isEmpty { _ = sources.wait(seconds: nil) }
            if isOwn { own.withdraw() }
            try runBlocking { await server.stop(within: Self.drain) }
        } catch StorageError.inUse(directory: own.directory) {
            throw CommandFailure(
                .failure,
                "\(own.directory) is in use: an open viewer, or another serve, runs the server of this profile. "
                    + "Publish to that one, or end it first, or take another place with --data.")
        } catch let error as FeedServerError {
            let isWrongUse = if case .badAddress = error { true } else { false }
            throw CommandFailure(isWrongUse ? .usage : .failure, error.description)
        }
    }
}
