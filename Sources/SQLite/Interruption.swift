import Synchronization

/// Interrupts the statements of an access when the task that waits for it is cancelled.
final class Interruption: Sendable {
    private let isRequested = Atomic<Bool>(false)

    /// Throws `CancellationError` if an interruption was requested and not withdrawn. Called before each statement,
    /// because SQLite interrupts only running statements.
    func check() throws {
        if isRequested.load(ordering: .relaxed) { throw CancellationError() }
    }

    var isUnderWay: Bool { isRequested.load(ordering: .relaxed) }

    func request() { isRequested.store(true, ordering: .relaxed) }

    func withdraw() { isRequested.store(false, ordering: .relaxed) }
}
