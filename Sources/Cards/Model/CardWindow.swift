/// The part of a stream a container holds: some cards in order around an anchor, never the whole feed. The store
/// produces it, the view models consume it.
public struct CardWindow: Hashable, Sendable {
    /// In feed order: priority 1 first, then most recently active.
    public var items: [Item]
    /// Whether the feed goes on before the first and after the last item.
    public var hasMoreBefore: Bool
    /// The same at the other end.
    public var hasMoreAfter: Bool
    /// All visible cards of the stream, from a maintained counter; with a filter those that get through.
    public var totalCount: Int
    /// Whether this user ever had a card in this stream; tells "All caught up" from "Cards will appear here".
    public var hasEverHadCard: Bool
    /// How many visible cards of the stream sort before the first item: exact within a thousand cards of either end,
    /// nil in between, because counting there would cost more the longer the feed is.
    public var offset: Int?
    /// Whether a filter has not looked at all cards yet: more may follow by themselves.
    public var isPartial: Bool

    /// See the properties.
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

    /// The place of a card; nil where the window does not hold it.
    public subscript(card: CardID) -> Item? { position(of: card).map { items[$0] } }

    /// One place of the window.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The card.
        public var id: CardID
        /// Changes with every change of the stored card; equal id and version means equal content, so layouts can
        /// be kept by it.
        public var version: Int64
        /// The card itself, where it can be read.
        public var content: Content
        /// What became of the user's last action on it.
        public var delivery: Delivery

        /// See the properties.
        public init(id: CardID, version: Int64, content: Content, delivery: Delivery = .none) {
            self.id = id
            self.version = version
            self.content = content
            self.delivery = delivery
        }
    }

    /// What there is to show of a card.
    public enum Content: Hashable, Sendable {
        /// The card. In a box of its own: items are copied with every step over a window, and a card has twenty fields to
        /// retain.
        indirect case card(Card)
        /// The stored card could not be read: shown as an error row, so that one bad card never hides the others.
        case unreadable(reason: String)
    }

    /// The state of the user's own action on this card.
    public enum Delivery: Hashable, Sendable {
        /// The user did nothing that is still under way.
        case none
        /// In the outbox, not yet acknowledged by the server.
        case waiting
        /// Refused for good; the user may retry or discard it.
        case refused(reason: String)
    }
}
