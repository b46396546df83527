public import Cards

public import struct Foundation.Date

/// One page of a snapshot, in feed order. Every page of one snapshot names the same ``cursor``; what changes while
/// the pages are read comes with the first delta since it.
public struct FeedPage: Hashable, Sendable {
    /// The stream that was asked for.
    public var streamID: StreamID
    /// Where the changes begin that are not in the snapshot.
    public var cursor: FeedCursor
    /// The cards of this page.
    public var entries: [FeedEntry]
    /// Opaque; give it back to get the next page. Nil on the last one.
    public var next: String?
    /// All visible cards of the stream.
    public var totalCount: Int
    /// Whether there ever was a card in the stream; tells an empty stream from a new one.
    public var hasEverHadCard: Bool
    /// The source's time, by which cards expire and return; the machine's own where the source has none.
    public var serverTime: Date
    /// Entries that came and could not be read; none by default.
    public var unreadable: [UnreadablePart] = []
    /// Names the numbering of the versions. When it is another one than that of the last snapshot, this snapshot's cards
    /// replace the stored ones whatever their versions: the source's data was replaced. Nil for a source whose versions
    /// never begin anew.
    public var generation: String?

    /// See the properties.
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

/// What changed in a stream after a cursor. Of several changes to one card only the last is told.
public struct FeedDelta: Hashable, Sendable {
    /// The stream that has changed.
    public var streamID: StreamID
    /// The new cursor: the one to keep once upserts and removals are stored.
    public var cursor: FeedCursor
    /// Cards that are new or have changed.
    public var upserts: [FeedEntry]
    /// Cards that the user cannot see any more.
    public var removals: [FeedRemoval]
    /// Whether more changes wait behind ``cursor``: ask again at once.
    public var hasMore: Bool
    /// The source's time; the machine's own where the source has none.
    public var serverTime: Date
    /// Upserts and removals that came and could not be read; none by default. The cursor stands behind them.
    public var unreadable: [UnreadablePart] = []

    /// See the properties.
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
