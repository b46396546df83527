internal import CardStore
internal import Cards

/// Tells a host every change of the number of cards of any stream.
final class CountListener: SessionObserver {
    let number: Int
    private let counts: LatestCounts
    private let stop = Lock<(end: (@Sendable () -> Void)?, isOver: Bool)>((nil, false))

    init(_ number: Int, _ counts: LatestCounts) {
        self.number = number
        self.counts = counts
    }

    /// It is told what the connection brings anyway.
    var wish: (StreamID, Double)? { nil }

    func start(in session: CardSession) {
        session.whenAdmitted { [weak self, weak session] in
            if let session { self?.listen(to: session) }
        }
    }

    private func listen(to session: CardSession) {
        let end = session.database.observeCounts { [weak session, counts] stream, total in
            let limit = session?.state.withLock { $0.visibleLimits[stream] }
            counts.put(CardCount(stream: stream, visible: min(total, limit ?? total), total: total))
        }
        let isOver = stop.withLock { stop in
            if !stop.isOver { stop.end = end }
            return stop.isOver
        }
        if isOver { end() }
    }

    func take(_ status: SyncStatus) {}

    func end(_ error: RequestError?) {
        let end = stop.withLock { stop in
            stop.isOver = true
            defer { stop.end = nil }
            return stop.end
        }
        end?()
        counts.finish()
    }
}
