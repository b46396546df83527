import Basics

/// When the changes that have not ended yet have begun.
final class ChangesInProgress: Sendable {
    private struct State {
        var begun: [Int: ContinuousClock.Instant] = [:]
        var next = 0
    }

    private let state = Lock(State())

    /// - Returns: What ``end(_:)`` takes.
    func begin() -> Int {
        state.withLock { state in
            state.next += 1
            state.begun[state.next] = .now
            return state.next
        }
    }

    func end(_ change: Int) { state.withLock { $0.begun[change] = nil } }

    /// Whether one of them has taken longer than this.
    func hasOne(olderThan limit: Duration) -> Bool {
        let latest = ContinuousClock.now - limit
        return state.withLock { $0.begun.values.contains { $0 < latest } }
    }
}
