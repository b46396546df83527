package import CardSources
package import Cards

package import struct Foundation.Date

/// The state of the synchronisation of a stream.
package struct SyncRecord: Hashable, Sendable {
    /// Nil until a snapshot is complete.
    package var cursor: FeedCursor?
    /// The generation of the cards' versions, from the last snapshot. A different one means that the source's data was
    /// replaced.
    package var epoch: String?
    package var etag: String?
    package var lastSyncedAt: Date?

    package init(cursor: FeedCursor? = nil, epoch: String? = nil, etag: String? = nil, lastSyncedAt: Date? = nil) {
        self.cursor = cursor
        self.epoch = epoch
        self.etag = etag
        self.lastSyncedAt = lastSyncedAt
    }
}

/// A snapshot that is being loaded. Its pages are stored with its number; when it is complete, cards with an older
/// number are outdated. Abandoning it loses nothing.
package struct SnapshotTicket: Hashable, Sendable {
    package var streamID: StreamID
    package var cursor: FeedCursor
    /// The source's generation of versions, see ``CardSources/FeedPage/generation``.
    var epoch: String?
    var generation: Int64
    /// Whether the source's data was replaced, so that stored versions are meaningless.
    var replacesEpoch: Bool
    /// The owner epoch of the store at the time of the request; nil accepts any.
    var ownerEpoch: Int?
}
