import Synchronization

/// Counts the user's writes that wait for the writing connection. An ingest checks it and ends its transaction early.
final class WaitingActions: Sendable {
    private let count = Atomic<Int>(0)

    var isAny: Bool { count.load(ordering: .relaxed) > 0 }

    func enter() { count.add(1, ordering: .relaxed) }
    func leave() { count.subtract(1, ordering: .relaxed) }
}
