/// The heading of a group in a window.
package struct CardHeading: Hashable, Sendable {
    package var group: CardGroup
    /// The number of cards of the group, those outside the window included.
    package var count: Int
    /// Whether the group is folded: one item without a card represents all cards of the group.
    package var isFolded: Bool
    /// Whether the group begins with this item: false for the first item of a window that begins within the group.
    package var isFirst: Bool

    package init(_ group: CardGroup, count: Int, isFolded: Bool = false, isFirst: Bool = true) {
        self.group = group
        self.count = count
        self.isFolded = isFolded
        self.isFirst = isFirst
    }
}
