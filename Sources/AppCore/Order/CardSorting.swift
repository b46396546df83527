package import Cards

/// In which order, and in which groups, a container shows its cards.
package struct CardSorting: Hashable, Sendable {
    package var order: CardOrder
    package var groups: CardGroups

    package init(order: CardOrder = .feed, groups: CardGroups = CardGroups()) {
        self.order = order
        self.groups = groups
    }
}
