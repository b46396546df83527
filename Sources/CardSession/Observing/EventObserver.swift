package import Cards

/// Reports the connection's events to a host that shows a stream itself, and makes the connection follow that stream.
/// It lasts across connections until a logout.
final class EventObserver: SessionObserver {
    let number: Int
    let stream: StreamID
    /// The maximum number of cards shown; nil for all.
    let visibleLimit: Int?
    private let interval: Double
    private let handler: @Sendable (SessionEvent) -> Void
    private let onLogout: @Sendable () -> Void

    init(
        _ number: Int, _ stream: StreamID, interval: Double, visibleLimit: Int?,
        onLogout: @escaping @Sendable () -> Void, handler: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.number = number
        self.stream = stream
        self.interval = interval
        self.visibleLimit = visibleLimit
        self.handler = handler
        self.onLogout = onLogout
    }

    var followRequest: (StreamID, Double)? { (stream, interval) }

    func handle(_ status: SyncStatus) { handler(.status(status)) }

    func handle(_ event: SessionEvent) { handler(event) }

    func end(_ error: RequestError?) {
        guard case .notLoggedIn = error else { return }
        handler(.status(SyncStatus(connection: .stopped(.authentication("logged out")))))
        onLogout()
    }
}

extension CardSession {
    /// Makes current and later connections follow a stream, and reports events. Call it before showing the stream's
    /// cards.
    ///
    /// - Parameters:
    ///   - interval: The polling interval in seconds while the server cannot push.
    ///   - visibleLimit: The maximum number of cards shown; nil for all.
    ///   - onLogout: Called from any thread when the user's data has been removed, after a last status that says so.
    ///   - handler: Called from any thread.
    /// - Throws: ``RequestError/invalidArgument(_:)`` if the session already follows ``streamLimit`` streams.
    package func follow(
        _ stream: StreamID, interval: Double, visibleLimit: Int? = nil, onLogout: @escaping @Sendable () -> Void,
        handler: @escaping @Sendable (SessionEvent) -> Void
    ) throws(RequestError) -> ObservationToken {
        let (observer, status) = try addFollower(of: stream) { number in
            EventObserver(
                number, stream, interval: interval, visibleLimit: visibleLimit, onLogout: onLogout, handler: handler)
        }
        if let status { observer.handle(status) }
        followObserved()
        visibleLimitChanged(of: stream)
        return ObservationToken { [weak self, weak observer] in
            guard let self, let observer else { return }
            observer.end(nil)
            forget(observer)
            followObserved()
            visibleLimitChanged(of: stream)
        }
    }
}
