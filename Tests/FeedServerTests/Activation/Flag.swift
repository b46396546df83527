import Basics

/// Raised once, from any task.
final class Flag: Sendable {
    private let state = Lock(false)

    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
