import Basics
public import CardSources
internal import CardStore
public import Cards
internal import FeedSync

extension CardSession {
    /// Connects to a source of cards of the host's own and stays connected until ``close()``. A later call replaces the
    /// connection.
    ///
    /// - Parameters:
    ///   - owner: Whose cards these are and where from, as "ana at example.com". What is stored for another owner is removed
    ///     first, unless an action waits there that its source does not have.
    ///   - streams: The streams that are followed, besides those that are observed.
    ///   - delivery: How cards come. A source that cannot be followed is polled at the interval.
    ///   - token: Asked for another token when the source refuses with ``SourceRefusal/Reason/unauthorized``; nil for a source
    ///     that needs none.
    ///   - onEvent: Gets what happens, from any thread.
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)``, and other errors of the store. A connection for another
    ///   owner has ended then.
    public func connect(
        to source: any CardSource, for owner: String, streams: [StreamID],
        delivery: Connection.Delivery = .push(fallbackInterval: 15), token: TokenSource? = nil,
        onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
    ) async throws(SessionError) {
        // What another owner's source still brings must not get into this one's store.
        if try await self.owner() != owner { await link.disconnect(within: 2) }
        try await claim(for: owner)
        await connect(source, token: token, streams: streams, delivery: delivery, onEvent: onEvent)
    }

    /// The same for a store that is known to be the user's.
    package func connect(
        _ source: any CardSource, token: TokenSource? = nil, streams: [StreamID], delivery: Connection.Delivery,
        intervals: [StreamID: Double] = [:], onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let number = beginTrustedConnection()
        let tokens = token.map {
            TokenCache(provider: $0.provider, settings: TokenCache.Settings(), clock: .live)
        }
        await connect(
            source, number, of: nil, tokens: tokens, streams: streams, delivery: delivery, intervals: intervals,
            onEvent: onEvent)
        // No token will tell who the user is: there is one from here on.
        raiseInitialised()
    }

    /// What the source of the cards can do; nil before the first connection, when anything may be asked for.
    public var sourceCapabilities: SourceCapabilities? { state.withLock { $0.capabilities } }

    /// How long an action may be held back for an undo, in seconds.
    ///
    /// - Throws: ``SessionError/unsupported(_:)`` for what the source does not do.
    func holdingTime(_ wanted: Double, of kind: CardResponse.Kind) throws(SessionError) -> Double {
        guard let capabilities = sourceCapabilities else { return wanted }
        guard capabilities.allows(kind) else { throw .unsupported(SourceCapabilities.reasonAgainst(kind)) }
        return capabilities.undoable.contains(kind) ? wanted : 0
    }

    /// Asks the source now, whatever was waited for or given up.
    public func refresh() async { await link.refresh() }

    func connect(
        _ source: any CardSource, _ number: Int, of server: String?, tokens: TokenCache?, streams: [StreamID],
        delivery: Connection.Delivery, intervals: [StreamID: Double],
        onEvent: @escaping @Sendable (SessionEvent) -> Void
    ) async {
        let report: @Sendable (SessionEvent) -> Void = { [weak self] event in
            self?.handle(event)
            onEvent(event)
        }
        let source = (source as? any RequestReporting)?.reporting { [weak self] in self?.handle($0) } ?? source
        var settings: SyncSettings =
            switch delivery {
            case .push(let interval): SyncSettings(deliveryMode: .push, pollInterval: interval)
            case .polling(let interval): SyncSettings(deliveryMode: .polling, pollInterval: interval)
            }
        settings.server = server
        let prepared = state.withLock { state -> ((streams: [StreamID], intervals: [StreamID: Double]), Double)? in
            guard state.accessGate.isCurrent(number) else { return nil }
            state.isLoggedIn = true
            state.isMuted = false
            state.tokenMark = nil
            state.userID = nil
            state.streams = streams
            state.intervals = intervals
            state.apiProtocol = settings.deliveryMode == .polling ? .http : .webSocket
            state.standardInterval = settings.pollInterval
            state.status = nil
            state.acceptsAnalytics = source is any AnalyticsSink
            state.capabilities = source.capabilities
            return (state.followed, state.flushInterval)
        }
        guard let (followed, flushInterval) = prepared else { return }
        watchFeeds()
        let engine = SyncEngine(
            configuration: SyncEngine.Configuration(
                streams: followed.streams, settings: settings, intervals: followed.intervals),
            source: source, database: database, tokens: tokens,
            onSettled: { [weak self] action, settlement in
                await self?.settled(action, settlement, report: report)
            },
            onEnded: { ended in
                report(.closed(ended.action.cardID, ended.action.response, ended.status))
            }, onTrouble: { [weak self] in self?.handle($0) })
        var analytics: AnalyticsSender?
        if sendsAnalytics, let sink = source as? any AnalyticsSink {
            analytics = AnalyticsSender(
                sink: sink, database: database, interval: flushInterval,
                events: AnalyticsSender.Events(
                    unauthorised: { await tokens?.invalidate() },
                    refused: { [weak self] count, reason in
                        self?.warn("events were refused", ["events": "\(count)", "reason": reason.escapingControls])
                    }))
        }
        let files = FileSender(
            upload: { target, file, onProgress throws(SourceError) in
                try await source.send(file, to: target, onProgress: onProgress)
            }, tokens: tokens)
        await link.start(
            engine, source, files: files, analytics: analytics, onEvent: report,
            isCurrent: { [weak self] in self?.isCurrent(number) ?? false })
    }

    /// A request has ended. One that the source refused or answered with nonsense, and a live feed that cannot be had, is a
    /// `request-failed` (Atomic SwiftUI SDK guide 25.4, "Observing SDK events"); a source that is not reached or too slow is
    /// none. Of those that send events only the observer is told: each would else be one more to send.
    private func handle(_ request: RequestReport) {
        logRequest(request.path, request.error)
        guard let status = request.error?.failedStatus else { return }
        var failure = EventReport(
            .requestFailed(path: request.path, status: status), streamID: request.streamID,
            card: request.cardID.map { AnalyticsRecord.CardContext(id: $0) })
        if request.purpose == .live { failure.streamIDs = state.withLock { $0.followed.streams } }
        if request.purpose == .analytics { emit(event(failure)) } else { raise(failure) }
    }

    /// Tells the log what goes wrong in the background.
    private func handle(_ trouble: SyncTrouble) {
        switch trouble {
        case .deadlines(let error):
            warn(
                "cards cannot return or expire in time: the store fails, and is tried again",
                ["reason": error.explanation.escapingControls])
        case .unreadableActions(let count):
            warn("stored actions could not be read, and were not sent", ["actions": "\(count)"])
        case .unavailable(let refusal):
            warn("the source refuses something", ["reason": refusal.explanation.escapingControls])
        }
    }

    private func handle(_ event: SessionEvent) {
        switch event {
        case .status(let status):
            let (observers, isNews) = state.withLock { state in
                defer { state.status = status }
                return (Array(state.observers.values), state.status?.connection != status.connection)
            }
            // Callers that wait for an answer get none from a connection that is refused.
            if isNews { database.connectionChanged() }
            if isNews { log(.operations, "connection", ["state": "\(status.connection)"]) }
            for observer in observers { observer.handle(status) }
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
            observer.handle(event)
        }
    }

    /// Has the connection follow what is observed by now.
    func followObserved() {
        Task { [link, state] in
            await link.follow { state.withLock { $0.followed } }
        }
    }
}

extension SourceError {
    /// What the documents call the failed status; nil for what is no failure of a request.
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
