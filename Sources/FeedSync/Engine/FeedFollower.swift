import Basics
package import CardSources
package import CardStore
package import Cards

package import struct Foundation.Date

/// A program that follows a feed without the card store. It keeps its cursors and handles changes in order. The engine
/// does not continue before a call returns.
package protocol FeedFollower: SyncStore {
    /// The cursor up to which changes were handled; nil before the first snapshot, and after
    /// ``SyncStore/dropCursor(of:)``.
    func cursor(of stream: StreamID) async -> FeedCursor?

    /// Handles changes.
    ///
    /// - Parameter since: The cursor that was sent with the request for the changes. Ignore the changes if another
    ///   cursor is known by now. Nil for changes that arrive in order, as from a live feed.
    func handle(_ delta: FeedDelta, since: FeedCursor?) async

    /// Handles all cards of a stream.
    func handle(_ entries: [FeedEntry], of stream: StreamID, upTo cursor: FeedCursor) async
}

extension FeedFollower {
    /// Constant, because a follower has only one user.
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

/// Collects the pages of a snapshot, because only a complete snapshot shows which cards have ended.
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
