package import CardSources
package import CardStore
package import Cards

package import struct Foundation.Date

/// The storage of a ``SyncEngine``: the card store, or a ``FeedFollower``, which only keeps its cursors. The engine
/// sends actions and handles the deadlines of cards only with the card store.
package protocol SyncStore: Sendable {
    /// Changes when the store is emptied for another user. Data that was requested before is then no longer stored.
    var ownerEpoch: Int { get }

    /// The state of the synchronisation of a stream.
    func syncRecord(of stream: StreamID) async throws(StoreError) -> SyncRecord

    /// Stores changes together with their cursors.
    ///
    /// - Parameters:
    ///   - since: The cursor that was sent with the request for the changes. If another cursor was stored in the
    ///     meantime, that one stays. Nil for changes that arrive in order, as from a live feed.
    ///   - ownerEpoch: ``ownerEpoch`` at the time of the request; nil accepts any.
    /// - Returns: The actions that were withdrawn because their cards have ended.
    func apply(
        _ deltas: [FeedDelta], since: FeedCursor?, at now: Date, of ownerEpoch: Int?
    ) async throws(StoreError) -> [EndedAction]

    /// Records that everything of a stream has been received.
    func markSynced(_ stream: StreamID, at now: Date, of ownerEpoch: Int?) async throws(StoreError)

    /// Removes the cursor of a stream, because it has expired. A snapshot follows.
    func dropCursor(of stream: StreamID) async throws(StoreError)

    /// Begins to store a snapshot, which is complete when ``SyncSnapshot/finish(at:)`` returns.
    ///
    /// - Parameter generation: See ``CardSources/FeedPage/generation``.
    func openSnapshot(
        of stream: StreamID, cursor: FeedCursor, generation: String?, ownerEpoch: Int
    ) async throws(StoreError) -> any SyncSnapshot
}

/// A snapshot that is being stored page by page. If it is not finished, only the cards of its stored pages have
/// changed.
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
