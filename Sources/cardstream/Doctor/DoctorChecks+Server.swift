internal import AppRuntime
internal import CardSession
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedStorage
internal import FeedTransport

/// Checks of the feed on this machine.
extension DoctorChecks {
    /// Reads all of the feed that `serve` keeps, or else of the profile's own, if it is used.
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

/// Checks of the connection to the server, made as by the viewer.
extension DoctorChecks {
    static func server(_ setup: Setup) -> [Check] {
        guard let server = setup.config.server else {
            do {
                let own = ProfileServer(setup)
                let running = try runBlocking { try await own.find(within: 0) }
                return [
                    Check(
                        "server", .ok,
                        running.map { "your own runs at \($0.address)" }
                            ?? "none configured: the viewer runs one of its own")
                ]
            } catch {
                return [Check("server", .fail, CommandFailure(error).message)]
            }
        }
        let shown = server.maskingPasswords
        let driver = CurlDriver(setup.network)
        let endpoint = FeedEndpoint(baseURL: server, environmentID: setup.config.environment, apiKey: "")
        do {
            _ = try runBlocking { try await FeedHTTPClient(driver: driver, endpoint: endpoint).health() }
        } catch {
            let message = CommandFailure(error).message
            return [Check("server", .fail, message.contains(shown) ? message : "\(shown): \(message)")]
        }
        return [Check("server", .ok, "\(shown) answers")] + admission(setup, to: endpoint, driver: driver)
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
            return [Check("viewer key", .fail, "none: set viewer_key_file or CARDSTREAM_VIEWER_KEY")]
        }
        guard let source = setup.tokenSource else {
            return [Check("token", .fail, "none: set token_file, token_command or CARDSTREAM_TOKEN")]
        }
        let token: String
        do {
            token = try runBlocking { try await source.read() }
        } catch {
            return [Check("token", .fail, (error as? TokenFailure)?.reason ?? "\(error)")]
        }
        let caller = FeedHTTPClient(driver: driver, endpoint: endpoint) { () throws(FeedError) in token }
        let stream = setup.config.stream
        do {
            _ = try runBlocking { try await caller.call(.snapshot(stream: stream, limit: 1)) }
            let access = Check("access", .ok, "to \(stream.rawValue), with the token from \(source.name)")
            return [access] + push(setup, to: endpoint, token: token, driver: driver)
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
