internal import AppRuntime
internal import CardSession
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedStorage
internal import FeedSync
internal import FeedTransport

/// Checks of the feed on this machine.
extension DoctorChecks {
    /// Reads the whole feed of `serve`, or else of the profile's own server if it is used.
    static func feed(_ setup: Setup) -> [Check] {
        let own = ProfileServer(setup)
        guard let directory = setup.config.serveData ?? (setup.config.server == nil ? own.directory : nil),
            DevelopmentKeys.exist(in: directory)
        else { return [] }
        do throws(StorageError) {
            try ServerStorage.inspect(directory: directory)
            return [Check("feed", .ok, directory.shownAsFile)]
        } catch {
            return [Check("feed", .fail, error.description)]
        }
    }
}

/// Checks of the connection to the server, which is made in the same way as the viewer's.
extension DoctorChecks {
    static func server(_ setup: Setup) -> [Check] {
        guard let server = setup.config.server else {
            do {
                let own = ProfileServer(setup)
                let running = try runBlocking { try await own.find(within: 0) }
                return [
                    Check(
                        "server", .ok,
                        running.map { "your own server runs at \($0.address)" }
                            ?? "none configured: the viewer runs its own server; `cardstream login` connects to "
                            + "another server")
                ]
            } catch {
                return [Check("server", .fail, CommandFailure(error).message)]
            }
        }
        let shown = server.maskingPasswords
        let driver = CurlDriver(setup.network)
        let endpoint = FeedEndpoint(baseURL: server, environmentID: setup.config.environment, apiKey: "")
        var checks: [Check] = []
        do {
            let health = try runBlocking { try await FeedHTTPClient(driver: driver, endpoint: endpoint).health() }
            checks.append(Check("server", .ok, "\(shown) responds"))
            checks += transport(server, health)
        } catch {
            let message = CommandFailure(error).message
            let step = "check that `cardstream serve` runs there, or connect to another server with `cardstream login`"
            return [Check("server", .fail, "\(message.contains(shown) ? message : "\(shown): \(message)"); \(step)")]
        }
        return checks + admission(setup, to: endpoint, driver: driver)
    }

    /// Warns about problems for confidentiality and tokens: plain HTTP to another machine, and clocks that differ.
    private static func transport(_ server: String, _ health: HTTPResponse) -> [Check] {
        var checks: [Check] = []
        if let url = ServerURL(server), !url.isSecure, !url.isLoopback {
            checks.append(
                Check(
                    "transport", .warn,
                    "plain HTTP to another machine: anyone on the network in between can read your cards and token; use https"
                ))
        }
        // If the response is not from a cardstream server, the checks that follow report it.
        if let json = try? JSONParser.parse(health.body),
            let warning = LoginProbe.warning(ofSkew: LoginProbe.skew(of: json))
        {
            checks.append(Check("clock", .warn, warning))
        }
        return checks
    }

    /// Checks whether the server accepts the key and token, by requesting a card.
    private static func admission(_ setup: Setup, to endpoint: FeedEndpoint, driver: CurlDriver) -> [Check] {
        var endpoint = endpoint
        do {
            endpoint.apiKey = try setup.secret(setup.config.viewerKey, file: setup.config.viewerKeyFile) ?? ""
        } catch {
            return [Check("viewer key", .fail, CommandFailure(error).message)]
        }
        guard !endpoint.apiKey.isEmpty else {
            return [
                Check(
                    "viewer key", .fail, "none: run `cardstream login`, or set viewer_key_file or CARDSTREAM_VIEWER_KEY"
                )
            ]
        }
        guard let source = setup.tokenSource else {
            return [
                Check(
                    "token", .fail,
                    "none: run `cardstream login`, or set token_file, token_command or CARDSTREAM_TOKEN")
            ]
        }
        let token: String
        do {
            token = try runBlocking { try await source.read() }
        } catch {
            return [Check("token", .fail, (error as? TokenFailure)?.reason ?? "\(error)")]
        }
        let expiry = expiry(of: token, from: source.name, isInvited: isInvited(setup))
        if let expiry, expiry.state == .fail { return [expiry] }
        // Errors of the store are reported by its own check.
        if let server = setup.config.server, let unsent = try? UnsentOwner(setup),
            !unsent.isUser(JWTClaims(token: token)?.userID, of: server, setup.config.environment)
        {
            return [Check("account", .fail, unsent.warning)]
        }
        let caller = FeedHTTPClient(driver: driver, endpoint: endpoint) { () throws(FeedError) in token }
        let stream = setup.config.stream
        do {
            _ = try runBlocking { try await caller.call(.snapshot(stream: stream, limit: 1)) }
            let access = Check("access", .ok, "to \(stream.rawValue), with the token from \(source.name)")
            return [access] + [expiry].compactMap(\.self) + push(setup, to: endpoint, token: token, driver: driver)
        } catch {
            return [
                Check("access", .fail, "with the token from \(source.name), \(CommandFailure(error).message)")
            ]
        }
    }

    /// Checks whether push is available. The viewer works without it.
    private static func push(
        _ setup: Setup, to endpoint: FeedEndpoint, token: String, driver: CurlDriver
    ) -> [Check] {
        guard setup.config.apiProtocol == .websocket else { return [] }
        let client = FeedClient.curl(driver: driver, endpoint: endpoint) { () throws(FeedError) in token }
        do {
            try runBlocking { await (try await client.openSocket()).close() }
            return [Check("push", .ok, "by WebSocket")]
        } catch {
            let reason = CommandFailure(error).message
            return [Check("push", .warn, "the viewer polls instead: \(reason)")]
        }
    }
}
