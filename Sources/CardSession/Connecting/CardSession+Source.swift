import Basics
public import CardSources
internal import CardStore
public import Cards
internal import FeedSync

extension CardSession {
    /// Connects to a source of cards that the host provides, and stays connected until ``close()``. A later call
    /// replaces the connection.
    ///
    /// - Parameters:
    ///   - owner: The user and the origin of the cards, for example "ana at example.com". Cards of another owner are
    ///     removed from the store first, unless unsent actions of that owner are waiting.
    ///   - streams: The streams that are followed in addition to observed ones.
    ///   - delivery: How changes arrive. A source without a live feed is polled at the interval.
    ///   - token: Called for a new token when the source refuses with ``SourceRefusal/Reason/unauthorized``; nil for a
    ///     source that needs none.
    ///   - onEvent: Called with events, from any thread.
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)``, and other errors of the store. A connection for
    ///   another owner is closed in that case.
    public func connect(
        to source: any CardSource, for owner: String, streams: [StreamID],
        delivery: CardSession.Connection.Delivery = .push(fallbackInterval: .seconds(15)), token: TokenSource? = nil,
        onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
    ) async throws(SessionError) {
        // Disconnect first: changes that the other owner's source still delivers must not be stored for this one.
        if try await self.owner() != owner { await link.disconnect(within: 2) }
        try await claim(for: owner)
        await connect(source, token: token, streams: streams, delivery: delivery, onEvent: onEvent)
    }

    /// Connects to a source when the store is known to belong to the user.
    package func connect(
        _ source: any CardSource, token: TokenSource? = nil, streams: [StreamID],
        delivery: CardSession.Connection.Delivery,
        intervals: [StreamID: Double] = [:], onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let number = beginTrustedConnection()
        let tokens = token.map {
            TokenCache(provider: $0.provider, settings: TokenCache.Settings(), clock: connectionClock)
        }
        await connect(
            source, number, of: nil, tokens: tokens, streams: streams, delivery: delivery, intervals: intervals,
            onEvent: onEvent)
        // A session without tokens counts as initialised from here on.
        raiseInitialised()
    }

    /// The capabilities of the connection's source. Nil before the first connection; the session then allows every
    /// action. For those of a stream, see ``capabilities(of:)``.
    public var sourceCapabilities: SourceCapabilities? { state.withLock { $0.capabilities } }

    /// The number of seconds that an action can be held back for undo. 0 for a reply, which is part of a conversation,
    /// and for actions that the source cannot undo.
    ///
    /// - Throws: ``SessionError/unsupported(_:)`` if the source of the stream does not support the action.
    func holdingTime(
        _ wanted: Double, of kind: CardResponse.Kind, in stream: StreamID
    ) throws(SessionError) -> Double {
        let wanted = kind == .reply ? 0 : wanted
        guard let capabilities = capabilities(of: stream) else { return wanted }
        guard capabilities.allows(kind) else { throw .unsupported(SourceCapabilities.reasonAgainst(kind)) }
        return capabilities.undoable.contains(kind) ? wanted : 0
    }

    func connect(
        _ source: any CardSource, _ number: Int, of server: String?, tokens: TokenCache?, streams: [StreamID],
        delivery: CardSession.Connection.Delivery, intervals: [StreamID: Double],
        onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        await readAssignedStreams()
        var settings = Self.syncSettings(delivery)
        settings.server = server
        let isWanted = state.withLock { state -> Bool in
            guard state.accessGate.isCurrent(number) else { return false }
            state.isLoggedIn = true
            state.isMuted = false
            state.tokenMark = nil
            state.userID = nil
            state.streams = streams
            state.intervals = intervals
            state.apiProtocol = settings.deliveryMode == .polling ? .http : .webSocket
            state.standardInterval = settings.pollInterval
            if !state.isFollower { state.status = nil }
            state.connectionStatus = nil
            state.onStatus = { onEvent(.status($0)) }
            state.acceptsAnalytics = source is any AnalyticsSink
            state.capabilities = source.capabilities
            return true
        }
        guard isWanted else { return }
        watchFeeds()
        await start(
            source, on: link,
            SourceSettings(
                stored: .connection, sync: settings, streams: \.followed, tokens: tokens, keepsTime: true),
            onStatus: { [weak self] status in
                // Ignore a late status of an earlier connection.
                self?.state.withLock { state in
                    if state.accessGate.isCurrent(number) { state.connectionStatus = status }
                }
                self?.reportStatus()
            },
            report: reporting(to: onEvent), isCurrent: { [weak self] in self?.isCurrent(number) ?? false })
        await chooseTimekeeper()
    }

    /// Handles the end of a request of a source with these streams. A refusal, a malformed response and a refused live
    /// feed create the event `request-failed` (Atomic SwiftUI SDK guide 25.4, "Observing SDK events"); an unreachable
    /// or slow source does not. If the failed request was to send events, only observers get the event: to record it
    /// would create another event to send.
    func handle(_ request: RequestReport, streams: [StreamID]) {
        logRequest(request.path, request.error)
        guard let status = request.error?.failedStatus else { return }
        var failure = EventReport(
            .requestFailed(path: request.path, status: status), streamID: request.streamID,
            card: request.cardID.map { AnalyticsRecord.CardContext(id: $0) })
        if request.purpose == .live { failure.streamIDs = streams }
        if request.purpose == .analytics { emit(event(failure)) } else { raise(failure) }
    }

    /// Logs failures in the background.
    func handle(_ trouble: SyncTrouble) {
        switch trouble {
        case .deadlines(let error):
            warn(
                "the store failed, so cards may return late or expire late; trying again",
                ["reason": error.explanation.escapingControls])
        case .unreadableActions(let count):
            warn("stored actions could not be read, and were not sent", ["actions": "\(count)"])
        case .unavailable(let refusal):
            warn("the source refused a request", ["reason": refusal.explanation.escapingControls])
        }
    }

    func handle(_ event: SessionEvent) {
        switch event {
        case .status(let status):
            let (observers, isChanged) = state.withLock { state in
                if state.status != status { state.statusReaders.send(status) }
                defer { state.status = status }
                let isChanged =
                    state.status?.connection != status.connection
                    || state.status?.sources.map(\.connection) != status.sources.map(\.connection)
                return (Array(state.observers.values), isChanged)
            }
            if state.withLock({ $0.isFollower }) { database.setClockSkew { status.clockSkew.seconds } }
            // Wakes callers that wait for the server's answer: a refused connection will not deliver one.
            if isChanged { database.connectionChanged() }
            if isChanged { log(.operations, "connection", ["state": "\(status.connection)"]) }
            for observer in observers { observer.handle(status) }
        case .delivered(let card, let response):
            log(.details, "delivered", ["card": "\(card)", "action": response.actionName])
            pass(event)
        case .refused(let card, let response, _):
            log(.details, "refused", ["card": "\(card)", "action": response.actionName])
            pass(event)
        case .closed(let card, let response, let status):
            log(
                .details, "the card was closed before the server received the action",
                ["card": "\(card)", "action": response.actionName, "status": status?.rawValue ?? "unknown"])
            pass(event)
        case .themeChanged(let stream):
            log(.details, "the stream has another theme", ["stream": "\(stream)"])
            pass(event)
        }
    }

    private func pass(_ event: SessionEvent) {
        if let delivery = Delivery(event) { state.withLock { $0.deliveryReaders.send(delivery) } }
        for observer in state.withLock({ $0.observers.values.compactMap { $0 as? EventObserver } }) {
            observer.handle(event)
        }
    }

    /// Updates the streams that the connection follows.
    func followObserved() {
        Task { [link, state] in
            await link.follow { state.withLock { $0.followed } }
        }
    }
}

extension SourceError {
    /// The value of `status` in the event `request-failed`; nil if the error is not a failed request.
    fileprivate var failedStatus: Int? {
        switch self {
        case .refused(let refusal): refusal.reason == .noLiveFeed ? 0 : refusal.status ?? 0
        case .malformed, .notFeed: 0
        case .network, .unreachable, .noNetwork, .hostNotFound, .silent, .restarting, .local, .tls, .denied, .file,
            .noToken, .unsupported, .cancelled:
            nil
        }
    }
}
