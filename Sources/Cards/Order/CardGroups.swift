package import Basics

/// How a window groups its cards, and which groups are folded.
package struct CardGroups: Hashable, Sendable {
    package var grouping: CardGrouping
    /// The time zone that days are counted in; of no effect for other groupings.
    package var zone: LocalZone
    package var folds = Folds()

    /// Which groups are folded.
    package struct Folds: Hashable, Sendable {
        /// Whether groups that are not in ``exceptions`` are folded.
        package var foldsAll: Bool
        /// The groups to which the opposite of ``foldsAll`` applies.
        package var exceptions: Set<CardGroup>

        package init(foldsAll: Bool = false, exceptions: Set<CardGroup> = []) {
            self.foldsAll = foldsAll
            self.exceptions = exceptions
        }
    }

    package init(_ grouping: CardGrouping = .none, in zone: LocalZone = .utc) {
        self.grouping = grouping
        self.zone = zone
    }

    package func isFolded(_ group: CardGroup) -> Bool { folds.foldsAll != folds.exceptions.contains(group) }

    /// Folds a group, or unfolds it.
    package mutating func setFolded(_ isFolded: Bool, _ group: CardGroup) {
        if isFolded == folds.foldsAll { folds.exceptions.remove(group) } else { folds.exceptions.insert(group) }
    }

    /// Folds or unfolds all groups, including the groups of cards that arrive later.
    package mutating func setAllFolded(_ isFolded: Bool) {
        folds = Folds(foldsAll: isFolded)
    }
}
