/// The part of a stream that a container holds: some cards in order around an anchor, never the whole stream. The store
/// creates it for the views.
public struct CardWindow: Hashable, Sendable {
    /// The items in the order of the query; by default that of the feed: priority 1 first, then most recently active.
    public var items: [Item]
    /// Whether the stream has cards before the first item.
    public var hasMoreBefore: Bool
    /// Whether the stream has cards after the last item.
    public var hasMoreAfter: Bool
    /// The number of visible cards in the stream, from a maintained counter; with a filter, of those that match.
    public var totalCount: Int
    /// Whether this user ever had a card in this stream; distinguishes "All caught up" from "Cards will appear here".
    public var hasEverHadCard: Bool
    /// The number of visible cards before the first item: exact within a thousand cards of either end, nil in between,
    /// because counting there would take longer the longer the stream is.
    public var offset: Int?
    /// Whether the filter has not checked all cards yet; further windows follow.
    public var isPartial: Bool
    /// The unseen cards before the first item; nil without any.
    package var unseenBefore: Unseen?
    /// The unseen cards after the last item; nil without any.
    package var unseenAfter: Unseen?

    /// Creates an instance with these properties.
    public init(
        items: [Item] = [], hasMoreBefore: Bool = false, hasMoreAfter: Bool = false, totalCount: Int = 0,
        hasEverHadCard: Bool = false, offset: Int? = 0, isPartial: Bool = false
    ) {
        self.items = items
        self.hasMoreBefore = hasMoreBefore
        self.hasMoreAfter = hasMoreAfter
        self.totalCount = totalCount
        self.hasEverHadCard = hasEverHadCard
        self.offset = offset
        self.isPartial = isPartial
    }

    /// The position of a card in ``items``; nil where the window does not hold it.
    public func position(of card: CardID) -> Int? {
        // By position, because a loop over the items copies each of them.
        items.indices.first { items[$0].id == card }
    }

    /// The item of a card; nil if the window does not hold it.
    public subscript(card: CardID) -> Item? { position(of: card).map { items[$0] } }

    /// A card in the window, or a folded group of cards.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The card; for a folded group an id that no card has.
        public var id: CardID
        /// Changes with every change of the stored card; equal id and version means equal content, so layouts can be
        /// cached by it.
        public var version: Int64
        /// The card, or why it cannot be read.
        public var content: Content
        /// The delivery state of the user's last action on the card.
        public var delivery: Delivery
        /// The user's replies that the source does not have yet, oldest first.
        package var unsent: [UnsentReply] = []
        /// The heading of the group that begins here, or in which the window begins; nil for other items and without
        /// groups.
        package var heading: CardHeading?

        /// The number of new cards that the item represents: unseen cards, or unread cards if their source reports what
        /// was read.
        package var unseenCount = 0

        /// The number of cards that the item represents.
        package var count: Int { content == .foldedGroup ? heading?.count ?? 0 : 1 }

        /// Creates an instance with these properties.
        public init(id: CardID, version: Int64, content: Content, delivery: Delivery = .none) {
            self.id = id
            self.version = version
            self.content = content
            self.delivery = delivery
        }
    }

    /// Unseen cards on one side of a window.
    package struct Unseen: Hashable, Sendable {
        /// The number of unseen cards. It is at most one more than ``countLimit``, but exact with a filter, an order or
        /// groups.
        package var count: Int
        /// The unseen cards that are nearest to the window and farthest from it. A folded group takes the place of its
        /// cards.
        package var nearest: CardID
        package var farthest: CardID

        /// The number up to which unseen cards are counted. A counter on the screen does not need more.
        package static let countLimit = 99

        package init(count: Int, nearest: CardID, farthest: CardID) {
            self.count = count
            self.nearest = nearest
            self.farthest = farthest
        }
    }

    /// The content of an item.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Content: Hashable, Sendable {
        /// A card. Indirect, because items are copied frequently and a card has twenty fields to retain.
        indirect case card(Card)
        /// The stored card cannot be read. It is shown as an error row, so that one bad card does not hide others.
        case unreadable(reason: String)
        /// A folded group of cards, none of which is in the window. Only the viewer groups cards.
        case foldedGroup
    }

    /// The state of the user's own action on this card.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Delivery: Hashable, Sendable {
        /// There is no pending action.
        case none
        /// The action is in the outbox and not acknowledged by the server.
        case waiting
        /// The action was permanently refused; the user can retry or discard it.
        case refused(reason: String)
    }
}
