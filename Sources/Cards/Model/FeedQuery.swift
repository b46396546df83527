/// Which window of a stream a container wants. Pages are found by key, never by offset, so that every query costs
/// the same in a feed of ten and of 100,000 cards.
public struct FeedQuery: Hashable, Sendable {
    /// Of which stream.
    public var streamID: StreamID
    /// What the window is around; the start by default.
    public var anchor: Anchor
    /// Cards to hold before and after the anchor; less than 0 counts as 0, more than ``sizeLimit`` as that.
    public var before: Int
    /// The same after it; 40 by default, and 20 before.
    public var after: Int
    /// Which cards of the stream the window is of.
    public var filter: FeedFilter

    /// The most cards on one side of the anchor.
    public static let sizeLimit = 100_000

    /// The cards to hold, within what a window can be.
    package var size: (before: Int, after: Int) {
        (min(max(0, before), Self.sizeLimit), min(max(0, after), Self.sizeLimit))
    }

    /// A place in a stream.
    public enum Anchor: Hashable, Sendable {
        /// The first card.
        case start
        /// The last card.
        case end
        /// Around this card; when it has left the stream, around the place where it stood.
        case card(CardID)
    }

    /// See the properties.
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
