package import Cards

/// The order and the grouping of a container's cards.
package struct CardSorting: Hashable, Sendable {
    package var order: CardOrder
    package var groups: CardGroups

    package init(order: CardOrder = .feed, groups: CardGroups = CardGroups()) {
        self.order = order
        self.groups = groups
    }
}
