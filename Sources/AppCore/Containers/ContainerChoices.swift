package import Cards

/// The layout, order and grouping that the user chose for a container with keys, which are saved for the next start.
/// Nil values leave the decision to the container's options.
package struct ContainerChoices: Hashable, Sendable {
    package var layout: ContainerOptions.Layout?
    package var order: CardOrder?
    package var grouping: CardGrouping?
    package var folds: Folds?

    /// The folded groups of one grouping. They are not valid for another grouping.
    package struct Folds: Hashable, Sendable {
        package var grouping: CardGrouping
        package var folds: CardGroups.Folds

        package init(_ grouping: CardGrouping, _ folds: CardGroups.Folds) {
            self.grouping = grouping
            self.folds = folds
        }
    }

    package init() {}

    package var isEmpty: Bool { self == ContainerChoices() }
}

extension ContainerModel {
    var choices: ContainerChoices {
        var choices = ContainerChoices()
        choices.layout = list.chosenLayout
        if sorting.order != options.order { choices.order = sorting.order }
        guard canGroup else { return choices }
        let groups = sorting.groups
        if groups.grouping != options.grouping { choices.grouping = groups.grouping }
        if groups.grouping != .none, groups.folds != CardGroups.Folds() {
            choices.folds = ContainerChoices.Folds(groups.grouping, groups.folds)
        }
        return choices
    }

    /// Applies choices from an earlier run. Call this before the first window is requested.
    ///
    /// - Parameter withLayout: Whether to apply the layout as well.
    mutating func recall(_ choices: ContainerChoices, withLayout: Bool) {
        if withLayout, let layout = choices.layout, layout != options.layout ?? .cards { list.chosenLayout = layout }
        if let order = choices.order { sorting.order = order }
        if canGroup {
            if let grouping = choices.grouping { sorting.groups.grouping = grouping }
            if let folds = choices.folds, folds.grouping == sorting.groups.grouping {
                sorting.groups.folds = folds.folds
            }
        }
        windowSorting = sorting
        (query.order, query.groups) = (sorting.order, sorting.groups)
    }
}
