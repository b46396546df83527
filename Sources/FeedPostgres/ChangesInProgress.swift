import Basics

/// The start times of the changes that are still in progress.
final class ChangesInProgress: Sendable {
    private struct State {
        var begun: [Int: ContinuousClock.Instant] = [:]
        var next = 0
    }

    private let state = Lock(State())

    /// - Returns: The number to pass to ``end(_:)``.
    func begin() -> Int {
        state.withLock { state in
            state.next += 1
            state.begun[state.next] = .now
            return state.next
        }
    }

    func end(_ change: Int) { state.withLock { $0.begun[change] = nil } }

    /// Whether one of the changes has been in progress for longer than `limit`.
    func hasOne(olderThan limit: Duration) -> Bool {
        let latest = ContinuousClock.now - limit
        return state.withLock { $0.begun.values.contains { $0 < latest } }
    }
}
