package import Cards

/// What a program of a user has reported: a line of analytics, or an event of the host's own.
package struct StoredRecord: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case analytics, event }

    package var kind: Kind
    /// Unique within a user and a kind: the same record again is not stored.
    package var id: RecordID
    /// JSON.
    package var content: [UInt8]
    /// The card that the user has seen by this record; nil for other records.
    package var seenCard: CardID?

    package init(kind: Kind, id: RecordID, content: [UInt8], seenCard: CardID? = nil) {
        self.kind = kind
        self.id = id
        self.content = content
        self.seenCard = seenCard
    }
}

/// Which records are read.
package struct RecordRange: Hashable, Sendable {
    package enum Start: Hashable, Sendable {
        /// Those after a number; 0 for the oldest that is kept.
        case after(Int64)
        /// The newest ones.
        case last
    }

    package var start: Start
    /// So many records at most.
    package var limit: Int
    /// Ends when the contents have so many bytes together.
    package var mostBytes: Int

    package init(start: Start, limit: Int, mostBytes: Int) {
        self.start = start
        self.limit = limit
        self.mostBytes = mostBytes
    }
}
