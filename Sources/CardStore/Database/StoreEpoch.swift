import Synchronization

/// Counts how often the store was cleared for another user, so that late changes of the previous user are discarded.
final class StoreEpoch: Sendable {
    private let number = Atomic<Int>(0)

    var current: Int { number.load(ordering: .acquiring) }

    func end() { number.add(1, ordering: .acquiringAndReleasing) }
}
