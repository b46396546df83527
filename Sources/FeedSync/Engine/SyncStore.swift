package import CardSources
package import CardStore
package import Cards

package import struct Foundation.Date

/// Where a ``SyncEngine`` keeps what it receives: the card store, or a ``FeedFollower``, which keeps only how far it has
/// come. The engine sends actions, and lets cards expire and return, only with the card store.
package protocol SyncStore: Sendable {
    /// Another number once the store was emptied for another user: data that was requested before is not stored any more.
    var ownerEpoch: Int { get }

    /// How far a stream is synchronised.
    func syncRecord(of stream: StreamID) async throws(StoreError) -> SyncRecord

    /// Stores changes together with their cursors.
    ///
    /// - Parameters:
    ///   - since: The cursor of the request for the changes. If another one was stored meanwhile, that one stays. Nil for
    ///     what arrives in order, as from a live feed.
    ///   - ownerEpoch: ``ownerEpoch`` at the time of the request; nil is any.
    /// - Returns: The actions that were withdrawn because their cards have ended.
    func apply(
        _ deltas: [FeedDelta], since: FeedCursor?, at now: Date, of ownerEpoch: Int?
    ) async throws(StoreError) -> [EndedAction]

    /// Records that everything of a stream has been received.
    func markSynced(_ stream: StreamID, at now: Date, of ownerEpoch: Int?) async throws(StoreError)

    /// Forgets the cursor of a stream, because it has expired: a snapshot follows.
    func dropCursor(of stream: StreamID) async throws(StoreError)

    /// Begins to store a snapshot, which is complete when ``SyncSnapshot/finish(at:)`` returns.
    ///
    /// - Parameter generation: See ``CardSources/FeedPage/generation``.
    func openSnapshot(
        of stream: StreamID, cursor: FeedCursor, generation: String?, ownerEpoch: Int
    ) async throws(StoreError) -> any SyncSnapshot
}

/// A snapshot that is being stored page by page. One that is not finished changes nothing but the cards of its pages.
package protocol SyncSnapshot: Sendable {
    func store(_ page: FeedPage, at now: Date) async throws(StoreError)
    func finish(at now: Date) async throws(StoreError)
}

extension CardDatabase: SyncStore {
    package func openSnapshot(
        of stream: StreamID, cursor: FeedCursor, generation: String?, ownerEpoch: Int
    ) async throws(StoreError) -> any SyncSnapshot {
        let ticket = try await beginSnapshot(of: stream, cursor: cursor, generation: generation, ownerEpoch: ownerEpoch)
        return StoredSnapshot(database: self, ticket: ticket)
    }
}

private struct StoredSnapshot: SyncSnapshot {
    let database: CardDatabase
    let ticket: SnapshotTicket

    func store(_ page: FeedPage, at now: Date) async throws(StoreError) {
        try await database.apply(page, of: ticket, at: now)
    }

    func finish(at now: Date) async throws(StoreError) { try await database.finish(ticket, at: now) }
}
