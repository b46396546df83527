package import Cards

/// Tells somebody who shows a stream by themselves what the connection brings, and has it follow that stream; over
/// several connections, until a logout.
final class EventObserver: SessionObserver {
    let number: Int
    let stream: StreamID
    /// How many cards it shows at most; nil for all.
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
    /// Has the connection follow a stream, also one that is made later, and tells what happens: to be called before its
    /// cards are shown by whoever draws them.
    ///
    /// - Parameters:
    ///   - interval: Seconds between two looks where the server cannot push.
    ///   - visibleLimit: How many cards are shown at most; nil for all.
    ///   - onLogout: Nothing of this user is here any more. From any thread, after a last status that says so.
    ///   - handler: From any thread.
    /// - Throws: ``RequestError/invalidArgument(_:)`` for one stream more than ``streamLimit``.
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
