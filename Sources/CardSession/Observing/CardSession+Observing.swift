import Basics
internal import CardSources
public import Cards

extension CardSession {
    /// An update for an observer: the cards of the stream, or the error that prevents it.
    public typealias StreamUpdate = Result<[Card], RequestError>
    /// The maximum number of streams that a session follows at a time, which is the servers' limit for one connection.
    public static let streamLimit = 64

    /// Observes a stream without showing it. The handler is called with the cards at once and after every change, with
    /// values in place of runtime variables. Changes arrive immediately where the server can push.
    ///
    /// The handler gets an error if there are no cards to deliver: the stream was never loaded and the server cannot be
    /// reached, or it refused the user. Stored cards are delivered even while the server is unreachable. After a logout
    /// the last update is ``RequestError/notLoggedIn(missing:)``.
    ///
    /// - Parameter handler: Called on any thread, one call at a time; if changes arrive faster than it returns, it gets
    ///   only the last one.
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    @discardableResult
    public func observeStream(
        id: StreamID, configuration: StreamObserverConfiguration = StreamObserverConfiguration(),
        handler: @escaping @Sendable (StreamUpdate) -> Void
    ) throws(RequestError) -> ObservationToken {
        try observe(id, configuration, { handler($0.map(\.cards)) }, onEnd: {})
    }

    /// Observes a stream as a sequence for one reader, which ends at logout. Cancelling the reading task or releasing
    /// the sequence ends the observation.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    public func observeStream(
        id: StreamID, configuration: StreamObserverConfiguration = StreamObserverConfiguration()
    ) throws(RequestError) -> AsyncStream<StreamUpdate> {
        let (updates, continuation) = AsyncStream.makeStream(
            of: StreamUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let token = try observe(
            id, configuration, { continuation.yield($0.map(\.cards)) }, onEnd: { continuation.finish() })
        continuation.onTermination = { _ in token.cancel() }
        return updates
    }

    /// Ends an observation, like ``ObservationToken/cancel()``.
    public func stopObserving(_ token: ObservationToken) { token.cancel() }

    /// Resolves the runtime variables of a stream's observed cards again, for example after the user's balance has
    /// changed.
    public func resolveRuntimeVariables(in stream: StreamID) {
        let observers = state.withLock { $0.observers.values.compactMap { $0 as? StreamObserver } }
        for observer in observers where observer.query.streamID == stream { observer.repeatLast() }
    }

    func observe(
        _ id: StreamID, _ configuration: StreamObserverConfiguration,
        _ handler: @escaping @Sendable (Result<(cards: [Card], window: CardWindow), RequestError>) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) throws(RequestError) -> ObservationToken {
        try configuration.check()
        let isSent = configuration.sendsRuntimeVariableAnalytics
        let delivery = CardDelivery(configuration.variables)
        let query = FeedQuery(
            streamID: id, before: 0, after: configuration.limit, filter: FeedFilter(conditions: configuration.filters))
        return try watch(query, interval: configuration.pollingInterval, onEnd: onEnd) { [weak self] result in
            guard case .success(let window) = result else { return { handler(result.map { ([], $0) }) } }
            let (cards, changedValues) = await delivery.cards(of: window)
            return { [weak self] in
                for (card, values) in changedValues {
                    self?.raise(EventReport(.runtimeVarsUpdated(values: values, isSent: isSent), of: card, in: id))
                }
                handler(.success((cards, window)))
            }
        }
    }

    /// Observes a window of a stream and makes the connection follow it.
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
    /// Adds an observer for which the connection follows a stream. Returns the current status.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)`` if the session already follows ``streamLimit`` streams.
    func addFollower<Observer: SessionObserver>(
        of stream: StreamID, _ make: (Int) -> Observer
    ) throws(RequestError) -> (Observer, SyncStatus?) {
        let added = state.withLock { state -> (Observer, SyncStatus?)? in
            let streams = state.followed.streams
            guard
                streams.contains(stream) || !state.isOfConnection(stream) || streams.count < Self.streamLimit
            else { return nil }
            return (state.add(make), state.status)
        }
        guard let added else {
            throw .invalidArgument(
                "a session can follow at most \(Self.streamLimit) streams; stop following a stream first")
        }
        return added
    }
}
