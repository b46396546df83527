package import Cards
package import FeedAPI
package import FeedEngine

/// The position of a visible card in its feed. Active cards come before snoozed ones; within each, cards are ordered by
/// priority, then by activation with the latest first, then by id.
package struct FeedOrder: Hashable, Sendable, Comparable {
    package var isSnoozed: Bool
    /// The priority from 1 (top) to 10.
    package var priority: Int
    /// The time of activation in milliseconds since 1970, negated, so that newer cards come first.
    package var activationOrder: Int64
    package var id: CardID

    package init(isSnoozed: Bool, priority: Int, activationOrder: Int64, id: CardID) {
        self.isSnoozed = isSnoozed
        self.priority = priority
        self.activationOrder = activationOrder
        self.id = id
    }

    package init(_ card: FeedCard) {
        self.init(
            isSnoozed: card.life.status == .snoozed, priority: card.priority, activationOrder: -card.life.activeAt,
            id: card.id)
    }

    package init(_ entry: FeedEntry) {
        self.init(
            isSnoozed: entry.status == .snoozed, priority: entry.priority,
            activationOrder: -FeedTime.milliseconds(entry.activeAt), id: entry.id)
    }

    package static func < (left: Self, right: Self) -> Bool {
        if left.isSnoozed != right.isSnoozed { return right.isSnoozed }
        return (left.priority, left.activationOrder, left.id) < (right.priority, right.activationOrder, right.id)
    }
}
