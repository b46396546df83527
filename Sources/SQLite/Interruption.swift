import Synchronization

/// Ends what a connection does when the task that waits for it is cancelled.
final class Interruption: Sendable {
    private let isRequested = Atomic<Bool>(false)

    /// Throws `CancellationError` from the request on, until it is withdrawn. Asked before each statement: SQLite itself
    /// interrupts only the one that runs.
    func check() throws {
        if isRequested.load(ordering: .relaxed) { throw CancellationError() }
    }

    var isUnderWay: Bool { isRequested.load(ordering: .relaxed) }

    func request() { isRequested.store(true, ordering: .relaxed) }

    func withdraw() { isRequested.store(false, ordering: .relaxed) }
}
