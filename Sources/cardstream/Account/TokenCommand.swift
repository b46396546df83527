internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedServer

import struct Foundation.Date

/// `cardstream token`: prints credentials of a server whose data directory is accessible.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token for a user, or print a server's keys.",
        discussion: """
            Reads the keys in the server's data directory: the directory given with --data, or else that of your own \
            `cardstream serve`. A server creates its keys when it first starts. To connect a person, `cardstream \
            invite` is easier and sends no secret that stays valid; tokens are for scripts and tests. A server can \
            also accept the tokens of your login service.

            EXAMPLES
              umask 077                                  only you can read the files
              cardstream token --data ./feed --user ana > token
              cardstream token --data ./feed --viewer-key > viewer.key
              cardstream token --data ./feed --publisher-key > publisher.key
              cardstream token --user me --days 1        for your own server
            """)

    @OptionGroup(title: "Settings")
    var options: ProfileOptions

    @Option(help: ArgumentHelp("The id of the server's environment.", valueName: "id"))
    var environment: String?

    @Option(
        help: ArgumentHelp("The server's data directory.", valueName: "directory"), completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("The server's file of environments and keys.", valueName: "file"), completion: .file())
    var keys: String?

    @Option(help: ArgumentHelp("The user of the token; by default the setting `user`.", valueName: "name"))
    var user: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many days the token is valid: more than 0, at most 3650; 0.5 is half a day. (default: 3)",
            valueName: "days"))
    var days: Double?

    @Flag(help: "Print the viewer key.")
    var viewerKey = false

    @Flag(help: "Print the publisher key.")
    var publisherKey = false

    func validate() throws {
        guard lifetime > 0, lifetime <= 3650 * 86400 else {
            throw ValidationError("--days must be more than 0 and at most 3650.")
        }
        guard !(viewerKey && publisherKey) else {
            throw ValidationError("--viewer-key and --publisher-key print different keys; use only one of them.")
        }
    }

    /// The lifetime of the token in seconds.
    private var lifetime: Double { (days ?? 3) * 86400 }

    func run() throws {
        let setup = try options.load([
            "environment": environment, "user": user, "serve.data": data, "serve.keys": keys,
        ])
        let directory = setup.config.serveData ?? ProfileServer(setup).directory
        let keys = try ServerKeys(file: setup.config.serveKeys, directory: directory, makes: false)
        let environment = try keys.environment(setup.config.environment)
        if publisherKey {
            guard let key = environment.publisherKeys.first else {
                throw CommandFailure(
                    .nothingMatched,
                    "\(keys.path.shownAsFile): the environment \"\(setup.config.environment)\" has no publisher_keys; "
                        + "add publisher_keys = [\"…\"] to its [[environment]]")
            }
            return Console.data(key)
        }
        guard let viewer = environment.viewerKeys.first else {
            throw CommandFailure(
                .nothingMatched,
                "\(keys.path.shownAsFile): the environment \"\(setup.config.environment)\" has no "
                    + "[[environment.viewer]]; add one, as `cardstream serve --help` shows")
        }
        if viewerKey { return Console.data(viewer.key) }
        guard case .hs256(let secret) = viewer.verification else {
            throw CommandFailure(
                .failure,
                "\(keys.path.shownAsFile) has only a public key: tokens come from the service that has the private key")
        }
        let name = setup.config.user.rawValue
        let (lifetime, claim) = (lifetime, environment.userClaim ?? TokenMint.userClaim)
        Console.data(TokenMint.mint(user: name, secret: secret, claim: claim, now: Date(), lifetime: lifetime))
    }
}
