import Basics
internal import CardStore
internal import Cards

/// Reports every change in the number of cards of any stream to a host.
final class CountListener: SessionObserver {
    let number: Int
    private let counts: LatestCounts
    /// The last published count of each stream.
    private let published = Lock<[StreamID: CardCount]>([:])
    private let stop = Lock<(end: (@Sendable () -> Void)?, isOver: Bool)>((nil, false))

    init(_ number: Int, _ counts: LatestCounts) {
        self.number = number
        self.counts = counts
    }

    /// Nil: counts only streams that the connection follows anyway.
    var followRequest: (StreamID, Double)? { nil }

    func start(in session: CardSession) {
        session.whenAdmitted { [weak self, weak session] in
            if let session { self?.listen(to: session) }
        }
    }

    private func listen(to session: CardSession) {
        let end = session.database.observeCounts { [weak self, weak session] stream, total in
            if let session { self?.publish(stream, total: total, in: session) }
        }
        let isOver = stop.withLock { stop in
            if !stop.isOver { stop.end = end }
            return stop.isOver
        }
        if isOver { end() }
    }

    /// Publishes the count of a stream again with the new number of visible cards.
    func recount(_ stream: StreamID, in session: CardSession) { publish(stream, total: nil, in: session) }

    private func publish(_ stream: StreamID, total: Int?, in session: CardSession) {
        published.withLock { published in
            guard let total = total ?? published[stream]?.total else { return }
            let limit = session.state.withLock { $0.visibleLimit(of: stream) }
            let count = CardCount(streamID: stream, visible: min(total, limit ?? total), total: total)
            if published.updateValue(count, forKey: stream) != count { counts.put(count) }
        }
    }

    func handle(_ status: SyncStatus) {}

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
