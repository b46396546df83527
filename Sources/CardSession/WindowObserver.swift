import Basics
internal import CardStore
public import Cards

/// Observes the part of a stream that a container shows. ``move(to:)`` observes another part; ``stop()`` or releasing
/// the observer ends the observation. A logout also ends it, and passes an error to the handler.
///
/// Use it from one thread only; the handler may be called on any thread.
public final class WindowObserver {
    /// Called with the window of a query or an error, on a separate queue.
    public typealias Handler = @Sendable (FeedQuery, Result<CardWindow, SessionError>) -> Void

    /// The current query. Windows of an earlier query may still be delivered after a change; the handler gets the query
    /// of each window.
    public private(set) var query: FeedQuery
    private let session: CardSession
    private let handler: Handler
    private let watch: WindowObservation

    init(_ query: FeedQuery, in session: CardSession, handler: @escaping Handler) {
        self.query = query
        self.session = session
        self.handler = handler
        watch = session.state.withLock { state in
            state.add { number in
                WindowObservation(number) { handler(query, .failure(.loggedOut)) }
            }
        }
        watch.start(in: session) { [weak session] in session?.watch(query, handler) }
    }

    deinit { stop() }

    /// Observes another window, which is delivered even if it equals the last one.
    public func move(to query: FeedQuery) {
        self.query = query
        watch.start(in: session) { [weak session, handler] in session?.watch(query, handler) }
    }

    /// Ends the observation.
    public func stop() {
        watch.end(nil)
        session.forget(watch)
    }
}

extension CardSession {
    fileprivate func watch(_ query: FeedQuery, _ handler: @escaping WindowObserver.Handler) -> CardObservation {
        database.observe(query, clock: clock) { result in handler(query, result.mapError(SessionError.init)) }
    }

    /// Removes an observer from the list of those that a logout ends.
    func forget(_ observer: any SessionObserver) {
        state.withLock { state in
            state.observers[observer.number] = nil
        }
    }
}

/// The part of an observation that threads share.
private final class WindowObservation: SessionObserver {
    private struct State {
        var observation: CardObservation?
        /// Starts the observation, now or once stored data may be accessed.
        var observe: (@Sendable () -> CardObservation?)?
        var isWaiting = false
        var isOver = false
    }

    let number: Int
    private let state = Lock(State())
    private let onLogout: @Sendable () -> Void

    init(_ number: Int, onLogout: @escaping @Sendable () -> Void) {
        self.number = number
        self.onLogout = onLogout
    }

    /// Nil: containers show streams that the connection follows anyway.
    var followRequest: (StreamID, Double)? { nil }

    func handle(_ status: SyncStatus) {}

    /// Replaces the observation, unless it has ended.
    func start(in session: CardSession, _ observe: @escaping @Sendable () -> CardObservation?) {
        state.withLock { state in
            if !state.isOver { state.observe = observe }
        }
        begin(in: session)
    }

    func withhold(in session: CardSession) {
        state.withLock { state in
            defer { state.observation = nil }
            return state.observation
        }?.cancel()
        begin(in: session)
    }

    private func begin(in session: CardSession) {
        let waits = state.withLock { state in
            defer { state.isWaiting = true }
            return state.isWaiting || state.isOver
        }
        if !waits { session.whenAdmitted { [weak self] in self?.begin() } }
    }

    private func begin() {
        let observe = state.withLock { state in
            state.isWaiting = false
            return state.observe
        }
        guard let next = observe?() else { return }
        let last = state.withLock { state in
            defer { state.observation = state.isOver ? nil : next }
            return state.isOver ? next : state.observation
        }
        last?.cancel()
    }

    func end(_ error: RequestError?) {
        let observation = state.withLock { state in
            defer { (state.observation, state.observe) = (nil, nil) }
            state.isOver = true
            return state.observation
        }
        observation?.cancel()
        if case .notLoggedIn = error { onLogout() }
    }
}
