import Basics
internal import CardStore
package import Cards
internal import CurlTransport
package import FeedAPI
internal import FeedSync

extension CardSession {
    /// Connects to a server and stays connected until ``close()``. Returns at once; libcurl is loaded, and the network
    /// used, from here on. A later call replaces the connection.
    public func connect(
        _ connection: Connection, onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        await connect(connection, keepingStreams: connection.streams, number: vouch(), onEvent: onEvent)
    }

    /// - Parameters:
    ///   - streams: Those that are followed whoever observes.
    ///   - number: Of the connection.
    func connect(
        _ connection: Connection, keepingStreams streams: [StreamID], number: Int,
        onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let tokens = TokenKeeper(
            provider: connection.token.provider,
            settings: TokenKeeper.Settings(
                refreshBefore: connection.tokenExpiryInterval, retryInterval: connection.tokenRetryInterval,
                userClaim: connection.userIDAttribute), clock: .live)
        let endpoint = FeedEndpoint(
            baseURL: connection.server, environmentID: connection.environment, apiKey: connection.apiKey)
        let server = Self.placeName(of: connection.server)
        let owner = StoreOwner(
            database,
            source: connection.sourceName
                ?? Self.sourceName(server: connection.server, environment: connection.environment),
            userClaim: connection.userIDAttribute, beginsAnew: connection.beginsAnew,
            onBegunAnew: { [weak self] in self?.begunAnew($0, connection.onBegunAnew) })
        let token: @Sendable () async throws(FeedError) -> String = { [weak self] () throws(FeedError) in
            let token = try await tokens.token()
            // One that another has replaced must not have the store.
            guard let self, isCurrent(number) else { throw .network("another connection is being made") }
            try await owner.admit(token)
            admitted(number)
            noteToken(token, userClaim: connection.userIDAttribute)
            return token
        }
        let client = FeedClient.curl(
            driver: CurlDriver(
                CurlConfiguration(authorityFile: connection.authorityFile, policy: connection.requestPolicy)),
            endpoint: endpoint, token: token, onUnreadable: { [weak self] in self?.note($0) })
        await connect(
            client, number, of: server, tokens: tokens, streams: streams, delivery: connection.delivery,
            intervals: streams.isEmpty ? [:] : connection.intervals, onEvent: onEvent)
        guard !isAdmitted else { return }
        // Nobody may ask the server for anything, and yet want what is here.
        let identify: @Sendable () async throws(FeedError) -> Void = { () throws(FeedError) in _ = try await token() }
        state.withLock { state in
            if state.admission.isCurrent(number) { state.identify = identify }
        }
        // Where there is no token now, the next request asks again.
        Task { try? await identify() }
    }

    /// Returns once it is known that what is stored is the user's.
    func awaitAdmission(until end: ContinuousClock.Instant) async throws(RequestError) {
        guard !isAdmitted, let identify = state.withLock({ $0.identify }) else { return }
        let failure = await attempt(until: end) { () throws(RequestError) in
            do throws(FeedError) { try await identify() } catch { throw RequestError(error) }
        }
        if let failure { throw failure }
    }

    /// Connects to any source of cards, for example to a server in the same process.
    ///
    /// - Parameter token: Asked for another token when the source refuses the present one; nil when it knows none.
    package func connect(
        _ client: FeedClient, token: TokenSource? = nil, streams: [StreamID], delivery: Connection.Delivery,
        intervals: [StreamID: Double] = [:], onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let number = vouch()
        let tokens = token.map {
            TokenKeeper(provider: $0.provider, settings: TokenKeeper.Settings(), clock: .live)
        }
        await connect(
            client, number, of: nil, tokens: tokens, streams: streams, delivery: delivery, intervals: intervals,
            onEvent: onEvent)
        // No token will tell who the user is: there is one from here on.
        raiseInitialised()
    }

    /// A server and an environment as a store's owner is told to be of them; see ``owner()``.
    package static func sourceName(server: String, environment: String) -> String {
        "\(placeName(of: server)), environment \(environment)"
    }

    private static func placeName(of server: String) -> String {
        ServerURL(server).map { "\($0.host):\($0.port)" } ?? server.maskingPasswords
    }

    /// Asks the server now, whatever was waited for or given up.
    public func refresh() async { await link.refresh() }

    private func connect(
        _ client: FeedClient, _ number: Int, of server: String?, tokens: TokenKeeper?, streams: [StreamID],
        delivery: Connection.Delivery, intervals: [StreamID: Double],
        onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let report: @Sendable (SessionEvent) -> Void = { [weak self] event in
            self?.note(event)
            onEvent(event)
        }
        let client = client.reporting(
            { [weak self] in self?.noteFailure($0) }, asked: { [weak self] in self?.noteRequest($0, $1) })
        var settings: SyncSettings =
            switch delivery {
            case .push(let interval): SyncSettings(feedProtocol: .webSocket, pollInterval: interval)
            case .polling(let interval): SyncSettings(feedProtocol: .http, pollInterval: interval)
            }
        settings.server = server
        let prepared = state.withLock { state -> ((streams: [StreamID], intervals: [StreamID: Double]), Double)? in
            guard state.admission.isCurrent(number) else { return nil }
            state.isLoggedIn = true
            state.isMuted = false
            state.tokenMark = nil
            state.userID = nil
            state.streams = streams
            state.intervals = intervals
            state.apiProtocol = settings.feedProtocol == .http ? .http : .webSocket
            state.standardInterval = settings.pollInterval
            state.status = nil
            return (state.followed, state.flushInterval)
        }
        guard let (followed, flushInterval) = prepared else { return }
        watchFeeds()
        let engine = SyncEngine(
            configuration: SyncEngine.Configuration(
                streams: followed.streams, settings: settings, intervals: followed.intervals),
            client: client,
            database: database, tokens: tokens,
            onSettled: { [weak self] action, settlement in
                await self?.settled(action, settlement, report: report)
            },
            onEnded: { ended in
                report(.closed(ended.action.cardID, ended.action.response, ended.status))
            }, onTrouble: { [weak self] in self?.note($0) })
        let analytics = AnalyticsSender(
            client: client, database: database, interval: flushInterval,
            events: AnalyticsSender.Events(
                unauthorised: { await tokens?.invalidate() },
                refused: { [weak self] count, reason in
                    self?.warn("events were refused", ["events": "\(count)", "reason": reason.escapingControls])
                }))
        await link.start(
            engine, client, files: FileSender(upload: client.upload, tokens: tokens),
            analytics: sendsAnalytics ? analytics : nil, onEvent: report,
            isCurrent: { [weak self] in self?.isCurrent(number) ?? false })
    }

    /// A request failed. Of those that send events only the observer is told: each would else be one more to send.
    private func noteFailure(_ failure: EventReport) {
        guard case .requestFailed(let path, _) = failure.detail else { return }
        var failure = failure
        if path == FeedRoute.socket.target { failure.streamIDs = state.withLock { $0.followed.streams } }
        if path == FeedRoute.sendAnalytics.target { tell(event(failure)) } else { raise(failure) }
    }

    /// Tells the log what goes wrong in the background.
    private func note(_ trouble: SyncTrouble) {
        switch trouble {
        case .deadlines(let error):
            warn(
                "cards cannot return or expire in time: the store fails, and is tried again",
                ["reason": error.explanation.escapingControls])
        case .unreadableActions(let count):
            warn("stored actions could not be read, and were not sent", ["actions": "\(count)"])
        }
    }

    /// Notes what the connection tells, for whoever watches.
    private func note(_ part: UnreadablePart) {
        warn(
            "a card cannot be read and is left out",
            ["card": part.cardID?.rawValue ?? "unknown", "place": part.pointer, "reason": part.reason])
    }

    private func note(_ event: SessionEvent) {
        switch event {
        case .status(let status):
            let (observers, isNews) = state.withLock { state in
                defer { state.status = status }
                return (Array(state.observers.values), state.status?.connection != status.connection)
            }
            // Callers that wait for an answer get none from a connection that is refused.
            if isNews { database.connectionChanged() }
            if isNews { log(.operations, "connection", ["state": "\(status.connection)"]) }
            for observer in observers { observer.take(status) }
        case .delivered(let card, let response):
            log(.details, "delivered", ["card": "\(card)", "action": response.actionName])
            pass(event)
        case .refused(let card, let response, _):
            log(.details, "refused", ["card": "\(card)", "action": response.actionName])
            pass(event)
        case .closed(let card, let response, let status):
            log(
                .details, "closed before it was answered",
                ["card": "\(card)", "action": response.actionName, "status": status?.rawValue ?? "unknown"])
            pass(event)
        }
    }

    private func pass(_ event: SessionEvent) {
        for observer in state.withLock({ $0.observers.values.compactMap { $0 as? EventObserver } }) {
            observer.take(event)
        }
    }

    /// Has the connection follow what is observed by now.
    func followObserved() {
        Task { [link, state] in
            await link.follow { state.withLock { $0.followed } }
        }
    }
}
