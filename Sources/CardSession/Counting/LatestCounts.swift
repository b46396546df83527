import Basics
internal import Cards

/// Numbers of cards on their way to somebody who may read slowly, or not at all: of each stream the newest, so that no more
/// is kept than there are streams, and the last number of each always arrives.
final class LatestCounts: Sendable {
    private struct State {
        var counts: [StreamID: CardCount] = [:]
        /// The streams that have one, the one that has waited longest first.
        var order: [StreamID] = []
        var isFinished = false
        /// Those who wait, each with a wake of its own: one in which a task was cancelled wakes nobody any more.
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastReader = 0

        mutating func takeFirst() -> CardCount? {
            guard !order.isEmpty else { return nil }
            return counts.removeValue(forKey: order.removeFirst())
        }
    }

    private enum Turn {
        case over(CardCount?)
        case wait(AsyncStream<Void>, reader: Int)
    }

    private let state = Lock(State())

    /// How many wait for the next one.
    var readerCount: Int { state.withLock { $0.readers.count } }

    func put(_ count: CardCount) {
        state.withLock { state in
            if state.counts.updateValue(count, forKey: count.stream) == nil { state.order.append(count.stream) }
            for reader in state.readers.values { reader.yield() }
        }
    }

    /// Nothing comes after what is here.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            for reader in state.readers.values { reader.yield() }
        }
    }

    /// The next one, once there is one; nil after the last, and in a task that is cancelled.
    func next() async -> CardCount? {
        while true {
            switch nextTurn() {
            case .over(let count): return count
            case .wait(let wakes, let reader):
                for await _ in wakes { break }
                state.withLock { $0.readers[reader] = nil }
            }
        }
    }

    private func nextTurn() -> Turn {
        state.withLock { state in
            let count = state.takeFirst()
            if count != nil || state.isFinished || Task.isCancelled { return .over(count) }
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            state.lastReader += 1
            state.readers[state.lastReader] = wake
            return .wait(wakes, reader: state.lastReader)
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
