package import Cards

/// What the user has chosen for a container by key, which is kept from start to start. Nil where the options of the
/// container decide.
package struct ContainerChoices: Hashable, Sendable {
    package var layout: ContainerOptions.Layout?
    package var order: CardOrder?
    package var grouping: CardGrouping?
    package var folds: Folds?

    /// The folded groups of one grouping; they mean nothing for another one.
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

    /// Takes over what was chosen at an earlier time. To be called before any window is asked for.
    ///
    /// - Parameter withLayout: Whether the layout is taken over, too.
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
