import Cards

/// The items of an index with folded groups, by position: one for each card, or one for a folded group.
struct IndexedItems {
    enum Item {
        /// The card in a row.
        case card(row: Int64)
        case foldedGroup
    }

    fileprivate let groups: [CardIndex.Group]
    fileprivate let folding: CardGroups
    /// The position of the first item of each group, and of the end.
    private let starts: [Int]
    /// The number of cards before each group, and of all.
    private let ranks: [Int]

    init(_ index: CardIndex, _ folding: CardGroups) {
        groups = index.orderedGroups
        self.folding = folding
        var (starts, ranks) = ([0], [0])
        for group in groups {
            let isFolded = group.group.map(folding.isFolded) ?? false
            starts.append(starts[starts.count - 1] + (isFolded ? 1 : group.sortKeys.count))
            ranks.append(ranks[ranks.count - 1] + group.sortKeys.count)
        }
        (self.starts, self.ranks) = (starts, ranks)
    }

    var count: Int { starts[starts.count - 1] }

    /// Returns an item, with its heading if it is the first of its group or `withHeading` is true.
    func item(at position: Int, withHeading: Bool) -> (item: Item, heading: CardHeading?) {
        let (index, place) = find(position)
        let group = groups[index]
        let isFolded = group.group.map(folding.isFolded) ?? false
        var heading: CardHeading?
        if let value = group.group, place == 0 || withHeading {
            heading = CardHeading(value, count: group.sortKeys.count, isFolded: isFolded, isFirst: place == 0)
        }
        return (isFolded ? .foldedGroup : .card(row: group.sortKeys[place].row), heading)
    }

    /// The number of unseen cards in the group of an item.
    func unseenCount(ofGroupAt position: Int) -> Int { groups[find(position).group].unseen.count }

    /// The number of cards before an item; for the position behind the last item, the number of all cards.
    func rank(of position: Int) -> Int {
        guard position < count else { return ranks[ranks.count - 1] }
        let (index, place) = find(position)
        return ranks[index] + place
    }

    /// The position of the item that contains the card at an index position, or of the first item after it.
    func position(of position: CardPosition) -> Int {
        let index = position.group.map { groupPosition($0, position.sortKey) } ?? 0
        guard index < groups.count else { return count }
        let group = groups[index]
        guard group.group == position.group, !(group.group.map(folding.isFolded) ?? false) else { return starts[index] }
        return starts[index]
            + (group.sortKeys.position(of: position.sortKey) ?? group.sortKeys.position(at: position.sortKey))
    }

    /// The position of the first item of a group, or of the first group after it; 0 for a category that no longer
    /// exists.
    func position(of group: CardGroup) -> Int { starts[groupPosition(group, nil)] }

    /// - Parameter sortKey: The current or former position of a card in the group.
    private func groupPosition(_ value: CardGroup, _ sortKey: CardSortKey?) -> Int {
        guard case .category = value else { return groups.firstPosition { $0.group.map { $0 >= value } ?? true } }
        if let position = groups.firstIndex(where: { $0.group == value }) { return position }
        guard let sortKey else { return 0 }
        return groups.firstPosition { group in
            !(group.group?.isBefore(value, first: group.sortKeys[0], otherFirst: sortKey) ?? true)
        }
    }

    /// The group of an item, and the item's place in it.
    fileprivate func find(_ position: Int) -> (group: Int, place: Int) {
        let index = starts.firstPosition { $0 > position } - 1
        return (index, position - starts[index])
    }
}

extension IndexedItems {
    /// The unseen cards on one side of a position.
    struct Unseen {
        enum Place {
            /// The card in a row.
            case card(row: Int64)
            /// A card of a folded group.
            case foldedGroup(CardGroup)
        }

        var count: Int
        var nearest: Place
        var farthest: Place
    }

    /// The unseen cards before an item.
    func unseen(before position: Int) -> Unseen? {
        var parts = groups[..<(position < count ? find(position).group : groups.count)].compactMap {
            part($0, 0..<$0.unseen.count)
        }
        if position < count {
            let (index, place) = find(position)
            parts += [part(groups[index], 0..<unseenRank(index, place))].compactMap(\.self)
        }
        guard let first = parts.first, let last = parts.last else { return nil }
        return Unseen(count: parts.reduce(0) { $0 + $1.count }, nearest: last.last, farthest: first.first)
    }

    /// The unseen cards at or after an item.
    func unseen(from position: Int) -> Unseen? {
        guard position < count else { return nil }
        let (index, place) = find(position)
        var parts = [part(groups[index], unseenRank(index, place)..<groups[index].unseen.count)].compactMap(\.self)
        parts += groups[(index + 1)...].compactMap { part($0, 0..<$0.unseen.count) }
        guard let first = parts.first, let last = parts.last else { return nil }
        return Unseen(count: parts.reduce(0) { $0 + $1.count }, nearest: first.first, farthest: last.last)
    }

    /// The number of unseen cards of a group before a place in it; 0 for a folded group.
    private func unseenRank(_ index: Int, _ place: Int) -> Int {
        let group = groups[index]
        guard !isFolded(group) else { return 0 }
        return group.unseen.position(at: group.sortKeys[place])
    }

    private func isFolded(_ group: CardIndex.Group) -> Bool { group.group.map(folding.isFolded) ?? false }

    private func part(
        _ group: CardIndex.Group, _ range: Range<Int>
    ) -> (count: Int, first: Unseen.Place, last: Unseen.Place)? {
        guard !range.isEmpty else { return nil }
        if let value = group.group, isFolded(group) {
            return (range.count, .foldedGroup(value), .foldedGroup(value))
        }
        let (first, last) = (group.unseen[range.lowerBound], group.unseen[range.upperBound - 1])
        return (range.count, .card(row: first.row), .card(row: last.row))
    }
}
