import Basics
internal import Cards

/// A queue of card counts for a slow reader. It keeps only the newest count of each stream, so its size is bounded and
/// the last count always arrives.
final class LatestCounts: Sendable {
    private struct State {
        var counts: [StreamID: CardCount] = [:]
        /// The streams with an unread count, oldest first.
        var order: [StreamID] = []
        var isFinished = false
        /// Waiting readers, each with its own wake-up stream. With a shared stream, a wake-up could go to a cancelled
        /// task and be lost.
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

    /// The number of waiting readers.
    var readerCount: Int { state.withLock { $0.readers.count } }

    func put(_ count: CardCount) {
        state.withLock { state in
            if state.counts.updateValue(count, forKey: count.streamID) == nil { state.order.append(count.streamID) }
            for reader in state.readers.values { reader.yield() }
        }
    }

    /// Ends the queue after the queued counts were read.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            for reader in state.readers.values { reader.yield() }
        }
    }

    /// Returns the next count, and waits for it if necessary. Nil after the last one and in a cancelled task.
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

/// A reader of the queue. When it is released, the session stops counting for it.
final class CountSubscription: Sendable {
    let counts: LatestCounts
    private let onEnd: @Sendable () -> Void

    init(_ counts: LatestCounts, onEnd: @escaping @Sendable () -> Void) {
        self.counts = counts
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
