package import CardSources
package import Cards

package import struct Foundation.Date

/// How far a stream is synchronised.
package struct SyncRecord: Hashable, Sendable {
    /// Nil until a snapshot is whole.
    package var cursor: FeedCursor?
    /// What the versions of the cards are numbered by, as the last snapshot named it; another one means that the source's data
    /// was replaced.
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

/// A snapshot being taken: pages are stored under its number, and what has an older one when it is whole is stale.
/// Abandoning it loses nothing.
package struct SnapshotTicket: Hashable, Sendable {
    package var streamID: StreamID
    package var cursor: FeedCursor
    /// What the source numbers its versions by.
    var epoch: String?
    var generation: Int64
    /// The source's data was replaced, so stored versions mean nothing.
    var replacesEpoch: Bool
    /// The owner epoch of the store at the time of the request; nil is any.
    var ownerEpoch: Int?
}
