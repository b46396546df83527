import Basics
package import CardStore
package import Cards
import FeedAPI

/// A queue of records in memory, for a program that stores them itself.
package final class AnalyticsBuffer: AnalyticsQueue {
    private struct State {
        var records: [AnalyticsRecord]
        var onRemoval: @Sendable () async -> Void = {}
    }

    private let limit: Int
    private let state: Lock<State>

    /// - Parameter limit: The maximum number of records; the oldest are dropped.
    package init(_ records: [AnalyticsRecord] = [], limit: Int) {
        state = Lock(State(records: records))
        self.limit = limit
    }

    /// The queued records.
    package var records: [AnalyticsRecord] { state.withLock { $0.records } }

    /// Sets a handler that is called whenever records were removed because the server has them, or will never accept
    /// them.
    package func onRemoval(_ handler: @escaping @Sendable () async -> Void) {
        state.withLock { $0.onRemoval = handler }
    }

    /// Adds records. Returns how many of the oldest were dropped.
    package func add(_ more: [AnalyticsRecord]) -> Int {
        state.withLock { state in
            state.records += more
            let surplus = max(0, state.records.count - limit)
            state.records.removeFirst(surplus)
            return surplus
        }
    }

    package func first(_ count: Int, bytes: Int) async throws(StoreError) -> [QueuedRecord] {
        var size = 0
        let batch = records.prefix(count).prefix { record in
            let isFirst = size == 0
            size += FeedCoder.encode(record).count
            return isFirst || size <= bytes
        }
        return batch.map { QueuedRecord(id: $0.id, record: $0) }
    }

    package func remove(_ ids: [String]) async throws(StoreError) {
        let ids = Set(ids)
        let handler = state.withLock { state in
            state.records.removeAll { ids.contains($0.id) }
            return state.onRemoval
        }
        await handler()
    }
}
