import Basics
internal import CardSources
internal import CardStore
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedSync
internal import FeedTransport

extension CardSession {
    /// Connects to a server and stays connected until ``close()``. Returns at once; libcurl and the network are not
    /// used before this call. A later call replaces the connection.
    public func connect(
        _ connection: CardSession.Connection, onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        await connect(
            connection, keepingStreams: connection.streams, number: beginTrustedConnection(), onEvent: onEvent)
    }

    /// - Parameters:
    ///   - streams: Streams that are followed even without observers.
    ///   - number: The number of the connection.
    func connect(
        _ connection: CardSession.Connection, keepingStreams streams: [StreamID], number: Int,
        onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let tokens = TokenCache(
            provider: connection.token.provider,
            settings: TokenCache.Settings(
                refreshBefore: connection.tokenExpiryInterval.seconds,
                retryInterval: connection.tokenRetryInterval.seconds,
                userClaim: connection.userIDAttribute), clock: connectionClock)
        let endpoint = FeedEndpoint(
            baseURL: connection.server, environmentID: connection.environment, apiKey: connection.apiKey,
            device: connection.device ?? database.folder.flatMap { ViewerDevice.installed(in: $0) })
        let server = Self.placeName(of: connection.server)
        let owner = StoreOwnerCheck(
            database,
            source: connection.sourceName
                ?? Self.sourceName(server: connection.server, environment: connection.environment),
            userClaim: connection.userIDAttribute, replacesOwner: connection.replacesOwner && !isFollower,
            onOwnerReplaced: { [weak self] in self?.reportOwnerReplaced($0, connection.onOwnerReplaced) })
        let token: @Sendable () async throws(SourceError) -> String = { [weak self] () throws(SourceError) in
            let token = try await tokens.token()
            // A replaced connection must not use the store.
            guard let self, isCurrent(number) else { throw .network("a newer connection has replaced this one") }
            try await owner.admit(token)
            admitted(number)
            recordToken(token, userClaim: connection.userIDAttribute)
            return token
        }
        let client = FeedClient.curl(
            driver: CurlDriver(
                CurlConfiguration(
                    authorityFile: connection.authorityFile,
                    policy: connection.requestPolicy ?? state.withLock { $0.requestPolicy })),
            endpoint: endpoint,
            token: { () throws(FeedError) in
                do throws(SourceError) { return try await token() } catch { throw FeedError(error) }
            }, onUnreadable: { [weak self] in self?.handle($0) })
        await connect(
            FeedSource(client), number, of: server, tokens: tokens, streams: streams, delivery: connection.delivery,
            intervals: streams.isEmpty ? [:] : connection.intervals.mapValues(\.seconds), onEvent: onEvent)
        guard !isAdmitted || isFollower else { return }
        // A host that only observes the store sends no request that would get a token, so get one here.
        let identify: @Sendable () async throws(SourceError) -> Void = { () throws(SourceError) in _ = try await token()
        }
        state.withLock { state in
            if state.accessGate.isCurrent(number) { state.identify = identify }
        }
        if isFollower { return }
        // Ignore errors: the next request asks for a token again.
        Task { try? await identify() }
    }

    /// Waits until the stored cards are known to belong to the user.
    func awaitAdmission(until end: ContinuousClock.Instant) async throws(RequestError) {
        guard !isAdmitted, let identify = state.withLock({ $0.identify }) else { return }
        let failure = await attempt(until: end) { () throws(RequestError) in
            do throws(SourceError) { try await identify() } catch { throw RequestError(error) }
        }
        if let failure { throw failure }
    }

    /// The name of a store's owner for a server and an environment; see ``owner()``.
    package static func sourceName(server: String, environment: String) -> String {
        "\(placeName(of: server)), environment \(environment)"
    }

    private static func placeName(of server: String) -> String {
        ServerURL(server).map { "\($0.host):\($0.port)" } ?? server.maskingPasswords
    }

    /// Logs a part of a card that cannot be read.
    private func handle(_ part: UnreadablePart) {
        warn(
            "a card cannot be read and is skipped",
            ["card": part.cardID?.rawValue ?? "unknown", "place": part.pointer, "reason": part.reason])
    }
}
