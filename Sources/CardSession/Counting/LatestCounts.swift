internal import Cards

/// Numbers of cards on their way to somebody who may read slowly, or not at all: of each stream the newest, so that no more
/// is kept than there are streams, and the last number of each always arrives.
final class LatestCounts: Sendable {
    private struct State {
        var counts: [StreamID: CardCount] = [:]
        /// The streams that have one, the one that has waited longest first.
        var order: [StreamID] = []
        var isFinished = false
    }

    private let state = Lock(State())
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func put(_ count: CardCount) {
        state.withLock { state in
            if state.counts.updateValue(count, forKey: count.stream) == nil { state.order.append(count.stream) }
        }
        signal.yield()
    }

    /// Nothing comes after what is here.
    func finish() {
        state.withLock { $0.isFinished = true }
        signal.finish()
    }

    /// The next one, once there is one; nil after the last, and in a task that is cancelled.
    func next() async -> CardCount? {
        while true {
            let (count, isFinished) = state.withLock { state -> (CardCount?, Bool) in
                guard let stream = state.order.first else { return (nil, state.isFinished) }
                state.order.removeFirst()
                return (state.counts.removeValue(forKey: stream), false)
            }
            if count != nil || isFinished || Task.isCancelled { return count }
            for await _ in signals { break }
        }
    }
}

/// One who reads them; without it the session stops counting for it.
final class CountSubscription: Sendable {
    let counts: LatestCounts
    private let onEnd: @Sendable () -> Void

    init(_ counts: LatestCounts, onEnd: @escaping @Sendable () -> Void) {
        self.counts = counts
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
