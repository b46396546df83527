public import Cards

public import struct Foundation.Date

/// One page of a snapshot, in feed order. All pages of one snapshot have the same ``cursor``. Changes that happen while
/// the pages are read are in the first delta after it.
public struct FeedPage: Hashable, Sendable {
    /// The requested stream.
    public var streamID: StreamID
    /// The position of the snapshot in the history: the changes since this cursor complete it.
    public var cursor: FeedCursor
    /// The cards of this page.
    public var entries: [FeedEntry]
    /// An opaque value to pass back for the next page. Nil on the last one.
    public var next: String?
    /// The number of all visible cards in the stream.
    public var totalCount: Int
    /// Whether the stream ever had a card; distinguishes an empty stream from a new one.
    public var hasEverHadCard: Bool
    /// The source's time, by which cards expire and return; the machine's own if the source has none.
    public var serverTime: Date
    /// Entries that could not be read; none by default.
    public var unreadable: [UnreadablePart] = []
    /// Identifies the numbering of versions. If it differs from that of the last snapshot, this snapshot's cards
    /// replace the stored ones regardless of their versions, because the source's data was replaced. Nil for a source
    /// whose versions never restart.
    public var generation: String?

    /// Creates a page from its properties.
    public init(
        streamID: StreamID, cursor: FeedCursor, entries: [FeedEntry], next: String? = nil, totalCount: Int,
        hasEverHadCard: Bool, serverTime: Date, generation: String? = nil
    ) {
        self.generation = generation
        self.streamID = streamID
        self.cursor = cursor
        self.entries = entries
        self.next = next
        self.totalCount = totalCount
        self.hasEverHadCard = hasEverHadCard
        self.serverTime = serverTime
    }
}

/// The changes of a stream after a cursor. Only the last of several changes to one card is included.
public struct FeedDelta: Hashable, Sendable {
    /// The stream that has changed.
    public var streamID: StreamID
    /// The new cursor, to be stored together with upserts and removals.
    public var cursor: FeedCursor
    /// New and changed cards.
    public var upserts: [FeedEntry]
    /// Cards that the user can no longer see.
    public var removals: [FeedRemoval]
    /// Whether there are more changes after ``cursor``; ask again at once.
    public var hasMore: Bool
    /// The source's time; the machine's own if the source has none.
    public var serverTime: Date
    /// Upserts and removals that could not be read; none by default. They are before ``cursor`` and are not delivered
    /// again.
    public var unreadable: [UnreadablePart] = []

    /// Creates a delta from its properties.
    public init(
        streamID: StreamID, cursor: FeedCursor, upserts: [FeedEntry] = [], removals: [FeedRemoval] = [],
        hasMore: Bool = false, serverTime: Date
    ) {
        self.streamID = streamID
        self.cursor = cursor
        self.upserts = upserts
        self.removals = removals
        self.hasMore = hasMore
        self.serverTime = serverTime
    }
}
