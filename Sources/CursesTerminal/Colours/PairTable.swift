import Basics

/// The allocation of curses colour pairs. Pairs belong to the process, so all painters of one screen share a table;
/// otherwise they would redefine each other's pairs.
final class PairTable: Sendable {
    /// For windows of a host program's screen.
    static let ofProcess = PairTable()

    private struct State {
        var pairs: [UInt64: Int32] = [:]
        /// The first unallocated pair.
        var next: Int32 = 0
        var generation = 0
    }

    // Curses is used from one thread; the lock only satisfies the compiler and is never contended.
    private let state = Lock(State())

    /// Incremented on every reset, which invalidates all earlier pairs.
    var generation: Int { state.withLock { $0.generation } }

    /// The pair for two colours; nil if all are in use.
    ///
    /// - Parameters:
    ///   - key: The key of the two colours.
    ///   - first: The first pair that the caller may use; pairs below belong to others.
    ///   - limit: The number of pairs.
    ///   - define: Sets the colours of a pair. Returns false if that fails.
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
