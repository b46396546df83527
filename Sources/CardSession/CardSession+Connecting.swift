import Basics
internal import CardSources
internal import CardStore
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedSync
internal import FeedTransport

extension CardSession {
    /// Connects to a server and stays connected until ``close()``. Returns at once; libcurl is loaded, and the network
    /// used, from here on. A later call replaces the connection.
    public func connect(
        _ connection: Connection, onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        await connect(
            connection, keepingStreams: connection.streams, number: beginTrustedConnection(), onEvent: onEvent)
    }

    /// - Parameters:
    ///   - streams: Those that are followed whoever observes.
    ///   - number: Of the connection.
    func connect(
        _ connection: Connection, keepingStreams streams: [StreamID], number: Int,
        onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let tokens = TokenCache(
            provider: connection.token.provider,
            settings: TokenCache.Settings(
                refreshBefore: connection.tokenExpiryInterval, retryInterval: connection.tokenRetryInterval,
                userClaim: connection.userIDAttribute), clock: .live)
        let endpoint = FeedEndpoint(
            baseURL: connection.server, environmentID: connection.environment, apiKey: connection.apiKey)
        let server = Self.placeName(of: connection.server)
        let owner = StoreOwnerCheck(
            database,
            source: connection.sourceName
                ?? Self.sourceName(server: connection.server, environment: connection.environment),
            userClaim: connection.userIDAttribute, beginsAnew: connection.beginsAnew,
            onBegunAnew: { [weak self] in self?.begunAnew($0, connection.onBegunAnew) })
        let token: @Sendable () async throws(SourceError) -> String = { [weak self] () throws(SourceError) in
            let token = try await tokens.token()
            // One that another has replaced must not have the store.
            guard let self, isCurrent(number) else { throw .network("another connection is being made") }
            try await owner.admit(token)
            admitted(number)
            recordToken(token, userClaim: connection.userIDAttribute)
            return token
        }
        let client = FeedClient.curl(
            driver: CurlDriver(
                CurlConfiguration(authorityFile: connection.authorityFile, policy: connection.requestPolicy)),
            endpoint: endpoint,
            token: { () throws(FeedError) in
                do throws(SourceError) { return try await token() } catch { throw FeedError(error) }
            }, onUnreadable: { [weak self] in self?.handle($0) })
        await connect(
            FeedSource(client), number, of: server, tokens: tokens, streams: streams, delivery: connection.delivery,
            intervals: streams.isEmpty ? [:] : connection.intervals, onEvent: onEvent)
        guard !isAdmitted else { return }
        // Nobody may ask the server for anything, and yet want what is here.
        let identify: @Sendable () async throws(SourceError) -> Void = { () throws(SourceError) in _ = try await token()
        }
        state.withLock { state in
            if state.accessGate.isCurrent(number) { state.identify = identify }
        }
        // Where there is no token now, the next request asks again.
        Task { try? await identify() }
    }

    /// Returns once it is known that what is stored is the user's.
    func awaitAdmission(until end: ContinuousClock.Instant) async throws(RequestError) {
        guard !isAdmitted, let identify = state.withLock({ $0.identify }) else { return }
        let failure = await attempt(until: end) { () throws(RequestError) in
            do throws(SourceError) { try await identify() } catch { throw RequestError(error) }
        }
        if let failure { throw failure }
    }

    /// A server and an environment as a store's owner is told to be of them; see ``owner()``.
    package static func sourceName(server: String, environment: String) -> String {
        "\(placeName(of: server)), environment \(environment)"
    }

    private static func placeName(of server: String) -> String {
        ServerURL(server).map { "\($0.host):\($0.port)" } ?? server.maskingPasswords
    }

    /// Notes what the connection tells, for whoever watches.
    private func handle(_ part: UnreadablePart) {
        warn(
            "a card cannot be read and is left out",
            ["card": part.cardID?.rawValue ?? "unknown", "place": part.pointer, "reason": part.reason])
    }
}
