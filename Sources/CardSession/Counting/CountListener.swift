internal import CardStore
internal import Cards

/// Tells a host every change of the number of cards of any stream.
final class CountListener: SessionObserver {
    let number: Int
    private let counts: LatestCounts
    private let stop = Lock<(@Sendable () -> Void)?>(nil)

    init(_ number: Int, _ counts: LatestCounts) {
        self.number = number
        self.counts = counts
    }

    /// It is told what the connection brings anyway.
    var wish: (StreamID, Double)? { nil }

    func start(in session: CardSession) {
        let end = session.database.observeCounts { [weak session, counts] stream, total in
            let limit = session?.state.withLock { $0.visibleLimits[stream] }
            counts.put(CardCount(stream: stream, visible: min(total, limit ?? total), total: total))
        }
        stop.withLock { $0 = end }
    }

    func take(_ status: SyncStatus) {}

    func end(_ error: RequestError?) {
        let end = stop.withLock { stop in
            defer { stop = nil }
            return stop
        }
        end?()
        counts.finish()
    }
}
