import Synchronization

/// Numbers bursts of writes, so that a debounced task can detect a newer one.
final class WriteBurst: Sendable {
    private let latest = Atomic<Int>(0)

    func begin() -> Int { latest.add(1, ordering: .relaxed).newValue }

    func isLatest(_ burst: Int) -> Bool { latest.load(ordering: .relaxed) == burst }
}
