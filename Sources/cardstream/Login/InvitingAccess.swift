internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedServer
internal import FeedTransport

/// Finds the server for which invitations are made, its publisher key, and the address at which users reach it.
struct InvitingAccess {
    let caller: FeedHTTPClient
    private let setup: Setup
    /// The server on this machine; nil for a server at a configured address.
    private let local: ProfileServer?

    /// - Parameter usesData: Whether a flag names the data directory or the keys of a server on this machine.
    init(_ setup: Setup, usesData: Bool) throws {
        var setup = setup
        guard setup.config.server == nil || usesData else {
            self.setup = setup
            local = nil
            caller = try PublisherAccess(setup).caller()
            return
        }
        // The setting `server` is for the viewer and names a different server.
        setup.config.server = nil
        self.setup = setup
        guard !setup.hasOwnServer else {
            let own = ProfileServer(setup)
            local = own
            caller = try OwnFeed(setup, of: own).publisher()
            return
        }
        let directory = setup.config.serveData ?? ProfileServer(setup).directory
        let server = ProfileServer(data: directory)
        local = server
        let keys = try ServerKeys(file: setup.config.serveKeys, directory: directory, makes: false)
        guard setup.config.serveKeys != nil else {
            // This process must not create a new feed in the directory if the users' feed is in a database.
            guard
                ServerStorage.isInUse(directory: directory)
                    || ServerStorage.exists(directory: directory) && !ServerDatabase.isNamed(in: setup.variables)
            else { throw Self.noServer(directory, whose: ", and the feed is in a database") }
            caller = try OwnFeed(setup, of: server).publisher()
            return
        }
        guard let key = try keys.environment(setup.config.environment).publisherKeys.first else {
            throw CommandFailure(
                .nothingMatched,
                "\(keys.path.shownAsFile): the environment \"\(setup.config.environment)\" has no publisher_keys; add "
                    + "publisher_keys = [\"…\"] to its [[environment]]")
        }
        guard let address = try server.runningAddress() else {
            throw Self.noServer(directory)
        }
        caller = FeedHTTPClient(
            driver: CurlDriver(setup.network),
            endpoint: FeedEndpoint(baseURL: address, environmentID: setup.config.environment, apiKey: key))
    }

    private static func noServer(_ directory: String, whose detail: String = "") -> CommandFailure {
        CommandFailure(
            .network,
            "no server runs with the data in \(directory.shownAsFile)\(detail): start `cardstream serve` first, or give "
                + "the address of a server and a file with its publisher key (`cardstream token --publisher-key` prints the "
                + "key): --server https://HOST --key-file FILE")
    }

    /// The address at which users reach the server.
    var address: ServerURL {
        get throws {
            let text = try setup.config.serveURL ?? setup.config.server ?? local?.runningAddress() ?? listening()
            guard let url = ServerURL(text) else {
                throw CommandFailure(
                    .usage, "the address of the server cannot be read; give it with --url https://HOST")
            }
            guard url.isSecure || url.isLoopback else {
                throw CommandFailure(
                    .usage,
                    "\(url.base) is plain HTTP to another machine, which `cardstream login` refuses: put a TLS proxy in "
                        + "front of the server, and give its address with --url https://HOST")
            }
            return url
        }
    }

    /// Warnings about an invitation that may not work: its address is a guess, or the server ends with a viewer.
    var warnings: [String] {
        guard setup.config.serveURL == nil, setup.config.server == nil, let local else { return [] }
        var warnings: [String] = []
        if setup.hasOwnServer {
            warnings.append(
                "this invitation is for your own feed, whose address can change each time a viewer opens. "
                    + "To invite a user to a server, give the server's data directory with --data")
        }
        // If finding the server fails, the user cannot reach it either.
        if (try? local.runningAddress()) == nil {
            warnings.append(
                "no server for this feed is running: the invitation has the address where `cardstream serve` would "
                    + "listen with these settings; if the server will listen elsewhere, give that address with --url")
        }
        return warnings
    }

    /// The address at which a server that is not running will listen, according to the settings.
    private func listening() throws -> String {
        let address = try ListenAddress(setup.config.listen).asClient
        guard address.port != 0 else {
            throw CommandFailure(
                .usage, "the server is not running, so its port is not known: start it, or give its address with --url")
        }
        return "http://\(address)"
    }
}
