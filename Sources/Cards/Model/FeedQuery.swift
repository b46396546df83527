/// The window of a stream that a container requests. Pages are located by key, not by offset, so that a query takes the
/// same time in a stream of ten and of 100,000 cards.
public struct FeedQuery: Hashable, Sendable {
    /// The stream of the window.
    public var streamID: StreamID
    /// The position around which the window lies; the start by default.
    public var anchor: Anchor
    /// The number of cards before the anchor, from 0 to ``sizeLimit``; 20 by default.
    public var before: Int
    /// The number of cards after the anchor, from 0 to ``sizeLimit``; 40 by default.
    public var after: Int
    /// The filter for cards of the stream.
    public var filter: FeedFilter
    /// The order of the cards, within each group where there are groups; that of the feed by default.
    public var order: CardOrder
    /// How the cards are grouped; by default they are not.
    package var groups = CardGroups()

    /// The maximum number of cards on one side of the anchor.
    public static let sizeLimit = 100_000

    /// The number of cards, within the limits.
    package var size: (before: Int, after: Int) {
        (min(max(0, before), Self.sizeLimit), min(max(0, after), Self.sizeLimit))
    }

    /// A position in a stream.
    public enum Anchor: Hashable, Sendable {
        /// The first card.
        case start
        /// The last card.
        case end
        /// This card, or its former position if it has left the stream. A card of a folded group refers to the item of
        /// that group. The item id of an unfolded group refers to the first card of that group.
        case card(CardID)
    }

    /// Whether the window is a plain part of the stream: all cards, in feed order.
    package var isPlain: Bool { filter.isEmpty && order == .feed && groups.grouping == .none }

    /// Creates an instance with these properties.
    public init(
        streamID: StreamID, anchor: Anchor = .start, before: Int = 20, after: Int = 40,
        filter: FeedFilter = FeedFilter(), order: CardOrder = .feed
    ) {
        self.streamID = streamID
        self.anchor = anchor
        self.before = before
        self.after = after
        self.filter = filter
        self.order = order
    }
}
