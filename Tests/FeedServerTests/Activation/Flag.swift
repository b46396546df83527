import Basics

/// A flag that is set once, from any task.
final class Flag: Sendable {
    private let state = Lock(false)

    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
