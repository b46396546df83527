package import CardStore

/// Records that wait to be sent by an ``AnalyticsSender``, the oldest first.
package protocol AnalyticsQueue: Sendable {
    /// The oldest records.
    ///
    /// - Parameters:
    ///   - count: At most so many.
    ///   - bytes: At most so many in total, unless a single record is larger.
    func first(_ count: Int, bytes: Int) async throws(StoreError) -> [QueuedRecord]

    /// Removes records that the server has, or can never accept.
    func remove(_ ids: [String]) async throws(StoreError)
}

/// The records of the card store for one source.
struct StoredAnalytics: AnalyticsQueue {
    let database: CardDatabase
    let source: StoredSource

    func first(_ count: Int, bytes: Int) async throws(StoreError) -> [QueuedRecord] {
        try await database.queuedRecords(limit: count, bytes: bytes, of: source)
    }

    func remove(_ ids: [String]) async throws(StoreError) { try await database.removeRecords(ids) }
}
