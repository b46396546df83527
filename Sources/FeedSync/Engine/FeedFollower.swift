import Basics
package import CardSources
package import CardStore
package import Cards

package import struct Foundation.Date

/// A program that follows a feed without the card store: it keeps how far it has come, and handles in order what
/// arrives. The engine reads nothing more before a call returns.
package protocol FeedFollower: SyncStore {
    /// Changes up to it were handled; nil before the first snapshot, and after ``SyncStore/dropCursor(of:)``.
    func cursor(of stream: StreamID) async -> FeedCursor?

    /// Handles changes.
    ///
    /// - Parameter since: The cursor of the request for the changes, which are to be ignored if another one is known
    ///   meanwhile. Nil for what arrives in order, as from a live feed.
    func handle(_ delta: FeedDelta, since: FeedCursor?) async

    /// Handles all cards of a stream.
    func handle(_ entries: [FeedEntry], of stream: StreamID, upTo cursor: FeedCursor) async
}

extension FeedFollower {
    /// A follower has one user only.
    package var ownerEpoch: Int { 0 }

    package func syncRecord(of stream: StreamID) async throws(StoreError) -> SyncRecord {
        SyncRecord(cursor: await cursor(of: stream))
    }

    package func apply(
        _ deltas: [FeedDelta], since: FeedCursor?, at now: Date, of ownerEpoch: Int?
    ) async throws(StoreError) -> [EndedAction] {
        for delta in deltas { await handle(delta, since: since) }
        return []
    }

    package func markSynced(_ stream: StreamID, at now: Date, of ownerEpoch: Int?) async throws(StoreError) {}

    package func openSnapshot(
        of stream: StreamID, cursor: FeedCursor, generation: String?, ownerEpoch: Int
    ) async throws(StoreError) -> any SyncSnapshot {
        CollectedSnapshot(of: stream, cursor: cursor, for: self)
    }
}

/// Collects the pages of a snapshot, because only a whole one shows which cards have ended.
private final class CollectedSnapshot: SyncSnapshot {
    private let stream: StreamID
    private let cursor: FeedCursor
    private let follower: any FeedFollower
    private let entries = Lock<[FeedEntry]>([])

    init(of stream: StreamID, cursor: FeedCursor, for follower: any FeedFollower) {
        self.stream = stream
        self.cursor = cursor
        self.follower = follower
    }

    func store(_ page: FeedPage, at now: Date) async throws(StoreError) {
        entries.withLock { $0 += page.entries }
    }

    func finish(at now: Date) async throws(StoreError) {
        await follower.handle(entries.withLock { $0 }, of: stream, upTo: cursor)
    }
}
