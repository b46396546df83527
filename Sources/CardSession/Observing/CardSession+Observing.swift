import Basics
internal import CardSources
public import Cards

extension CardSession {
    /// What somebody who observes is given: the cards of the stream, or why there are none to give.
    public typealias StreamUpdate = Result<[Card], RequestError>
    /// The most streams that a session follows at the same time; servers take no more on one connection.
    public static let streamLimit = 64

    /// Watches a stream without showing it. The handler gets the cards at once and after every change, with values in
    /// place of runtime variables; the server's changes come as they happen where it can push.
    ///
    /// A failure is told where there are no cards to give: the stream was never here and the server cannot be reached,
    /// or it turned the user away. What is here is given also while the server is away. After a logout the last thing
    /// told is ``RequestError/notLoggedIn(missing:)``.
    ///
    /// - Parameter handler: Called on no particular thread, one call after the other; of changes that come faster only
    ///   the last is given.
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    @discardableResult
    public func observeStream(
        id: StreamID, configuration: StreamObserverConfiguration = StreamObserverConfiguration(),
        handler: @escaping @Sendable (StreamUpdate) -> Void
    ) throws(RequestError) -> ObservationToken {
        try observe(id, configuration, handler, onEnd: {})
    }

    /// The same as a sequence, for one reader, which ends with a logout. Cancelling the task that reads it, or letting go of
    /// the sequence, ends the observation; ending a loop over it does where nothing else holds it.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    public func observeStream(
        id: StreamID, configuration: StreamObserverConfiguration = StreamObserverConfiguration()
    ) throws(RequestError) -> AsyncStream<StreamUpdate> {
        let (updates, continuation) = AsyncStream.makeStream(
            of: StreamUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let token = try observe(id, configuration, { continuation.yield($0) }, onEnd: { continuation.finish() })
        continuation.onTermination = { _ in token.cancel() }
        return updates
    }

    /// Ends an observation; the same as ``ObservationToken/cancel()``.
    public func stopObserving(_ token: ObservationToken) { token.cancel() }

    /// Asks again for the runtime variables of everything that is observed of a stream, as when the user's balance has
    /// changed.
    public func resolveRuntimeVariables(in stream: StreamID) {
        let observers = state.withLock { $0.observers.values.compactMap { $0 as? StreamObserver } }
        for observer in observers where observer.query.streamID == stream { observer.repeatLast() }
    }

    private func observe(
        _ id: StreamID, _ configuration: StreamObserverConfiguration,
        _ handler: @escaping @Sendable (StreamUpdate) -> Void, onEnd: @escaping @Sendable () -> Void
    ) throws(RequestError) -> ObservationToken {
        try configuration.check()
        let isSent = configuration.sendsRuntimeVariableAnalytics
        let delivery = CardDelivery(configuration.variables)
        let query = FeedQuery(
            streamID: id, before: 0, after: configuration.limit, filter: FeedFilter(conditions: configuration.filters))
        return try watch(query, interval: configuration.refreshInterval, onEnd: onEnd) { [weak self] result in
            guard case .success(let window) = result else { return { handler(result.map { _ in [] }) } }
            let (cards, news) = await delivery.cards(of: window)
            return { [weak self] in
                for (card, values) in news {
                    self?.raise(EventReport(.runtimeVarsUpdated(values: values, isSent: isSent), of: card, in: id))
                }
                handler(.success(cards))
            }
        }
    }

    /// Watches a window of a stream, and has the connection follow it.
    func watch(
        _ query: FeedQuery, interval: Double, onEnd: @escaping @Sendable () -> Void,
        handler: @escaping StreamObserver.Handler
    ) throws(RequestError) -> ObservationToken {
        try requireLogin()
        let (observer, status) = try addFollower(of: query.streamID) { number in
            StreamObserver(number, query, interval: interval, in: self, handler: handler, onEnd: onEnd)
        }
        log(.details, "observing", ["stream": "\(query.streamID)"])
        observer.start(status, in: self)
        followObserved()
        return ObservationToken { [weak self, weak observer] in
            guard let self, let observer else { return }
            observer.end(nil)
            forget(observer)
            followObserved()
        }
    }
}

extension CardSession {
    /// Adds somebody for whom the connection follows a stream, and tells how it stands.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)`` for one stream more than ``streamLimit``.
    func addFollower<Observer: SessionObserver>(
        of stream: StreamID, _ make: (Int) -> Observer
    ) throws(RequestError) -> (Observer, SyncStatus?) {
        let added = state.withLock { state -> (Observer, SyncStatus?)? in
            let streams = state.followed.streams
            guard streams.contains(stream) || streams.count < Self.streamLimit else { return nil }
            return (state.add(make), state.status)
        }
        guard let added else {
            throw .invalidArgument("a session follows \(Self.streamLimit) streams at most, and as many are observed")
        }
        return added
    }
}
