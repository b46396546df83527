import Synchronization

/// Numbers the bursts of writes, so that what waits for silence can tell whether another one has begun.
final class Bursts: Sendable {
    private let latest = Atomic<Int>(0)

    func begin() -> Int { latest.add(1, ordering: .relaxed).newValue }

    func isLatest(_ burst: Int) -> Bool { latest.load(ordering: .relaxed) == burst }
}
