/// Which window of a stream a container wants. Pages are found by key, never by offset, so that every query costs
/// the same in a feed of ten and of 100,000 cards.
public struct FeedQuery: Hashable, Sendable {
    public var streamID: StreamID
    public var anchor: Anchor
    /// Cards to hold before and after the anchor.
    public var before: Int
    public var after: Int
    /// Which cards of the stream the window is of.
    public var filter: FeedFilter

    public enum Anchor: Hashable, Sendable {
        case start
        case end
        /// Around this card; when it has left the stream, around the place where it stood.
        case card(CardID)
    }

    public init(
        streamID: StreamID, anchor: Anchor = .start, before: Int = 20, after: Int = 40,
        filter: FeedFilter = FeedFilter()
    ) {
        self.streamID = streamID
        self.anchor = anchor
        self.before = before
        self.after = after
        self.filter = filter
    }
}
