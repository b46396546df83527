package import Cards
package import FeedAPI

/// A record reported by a user's program: analytics, or a custom event.
package struct StoredRecord: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case analytics, event }

    package var kind: Kind
    /// The id. It is unique for each user and kind: a repeated record is not stored.
    package var id: RecordID
    /// The record as JSON.
    package var content: [UInt8]
    /// The card that the record reports as seen; nil for other records.
    package var seenCard: CardID?
    /// The device that sent the record, as it reports itself; nil if it does not. Stored only if the record reports a
    /// card of an ask as seen.
    package var device: ViewerDevice?

    package init(
        kind: Kind, id: RecordID, content: [UInt8], seenCard: CardID? = nil, device: ViewerDevice? = nil
    ) {
        self.kind = kind
        self.id = id
        self.content = content
        self.seenCard = seenCard
        self.device = device
    }
}

/// A range of records to read.
package struct RecordRange: Hashable, Sendable {
    package enum Start: Hashable, Sendable {
        /// The records after this number; 0 starts at the oldest record.
        case after(Int64)
        /// The newest records.
        case last
    }

    package var start: Start
    /// The maximum number of records.
    package var limit: Int
    /// Reading ends when the contents have reached this total size in bytes.
    package var mostBytes: Int

    package init(start: Start, limit: Int, mostBytes: Int) {
        self.start = start
        self.limit = limit
        self.mostBytes = mostBytes
    }
}
