package import Basics

/// How a window groups its cards, and which groups are folded.
package struct CardGroups: Hashable, Sendable {
    package var grouping: CardGrouping
    /// The time zone that days are counted in; of no effect for other groupings.
    package var zone: LocalZone
    /// Whether groups are folded that are not in ``exceptions``.
    private var foldsAll = false
    /// The groups that are folded while others are not, or the reverse.
    private var exceptions: Set<CardGroup> = []

    package init(_ grouping: CardGrouping = .none, in zone: LocalZone = .utc) {
        self.grouping = grouping
        self.zone = zone
    }

    package func isFolded(_ group: CardGroup) -> Bool { foldsAll != exceptions.contains(group) }

    /// Folds a group, or unfolds it.
    package mutating func setFolded(_ isFolded: Bool, _ group: CardGroup) {
        if isFolded == foldsAll { exceptions.remove(group) } else { exceptions.insert(group) }
    }

    /// Folds all groups, or unfolds them; also those of cards that come later.
    package mutating func setAllFolded(_ isFolded: Bool) {
        foldsAll = isFolded
        exceptions = []
    }
}
