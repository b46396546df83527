import Basics

/// Which of curses' colour pairs stands for which colours. Pairs belong to the process, so that all who paint into the windows of
/// one screen share a table: with one each they would redefine each other's pairs.
final class PairTable: Sendable {
    /// For windows of a host program's screen.
    static let ofProcess = PairTable()

    private struct State {
        var pairs: [UInt64: Int32] = [:]
        /// The first pair that is not given out.
        var next: Int32 = 0
        var generation = 0
    }

    // Curses belongs to one thread: the lock satisfies the compiler and is never contended.
    private let state = Lock(State())

    /// Changes whenever the pairs are handed out anew: what was known of them before does not hold.
    var generation: Int { state.withLock { $0.generation } }

    /// The pair of two colours; nil when all are taken.
    ///
    /// - Parameters:
    ///   - key: Names the colours.
    ///   - first: The first pair that the caller may use; another caller's pair below is not given out.
    ///   - limit: The number of pairs there are.
    ///   - define: Gives a pair its colours; false where that fails.
    func pair(_ key: UInt64, from first: Int32, below limit: Int32, define: (Int32) -> Bool) -> Int32? {
        state.withLock { state in
            if let pair = state.pairs[key], pair >= first { return pair }
            let pair = max(state.next, first)
            guard pair < limit, define(pair) else { return nil }
            state.pairs[key] = pair
            state.next = pair + 1
            return pair
        }
    }

    func reset() {
        state.withLock { state in
            state.pairs.removeAll(keepingCapacity: true)
            state.next = 0
            state.generation += 1
        }
    }
}
