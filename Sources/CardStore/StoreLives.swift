import Synchronization

/// Counts how often the store was emptied for another user: what is told of the one before must not be sent as if it
/// were the next one's.
final class StoreLives: Sendable {
    private let number = Atomic<Int>(0)

    var current: Int { number.load(ordering: .acquiring) }

    func end() { number.add(1, ordering: .acquiringAndReleasing) }
}
