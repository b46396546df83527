import Synchronization

/// Counts how often the store was cleared for another user, so that late changes for the previous user can be
/// discarded.
final class StoreEpoch: Sendable {
    private let number = Atomic<Int>(0)

    var current: Int { number.load(ordering: .acquiring) }

    func end() { number.add(1, ordering: .acquiringAndReleasing) }
}
