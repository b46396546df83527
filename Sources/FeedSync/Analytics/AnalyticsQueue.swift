package import CardStore

/// A queue of records to be sent by an ``AnalyticsSender``, oldest first.
package protocol AnalyticsQueue: Sendable {
    /// The oldest records.
    ///
    /// - Parameters:
    ///   - count: The maximum number of records.
    ///   - bytes: The maximum size of all records together, unless a single record is larger.
    func first(_ count: Int, bytes: Int) async throws(StoreError) -> [QueuedRecord]

    /// Removes records that the server has, or will never accept.
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
