import Cards

/// The position of a card among the cards of its group. It is small, because there may be one for every card of a
/// stream: it has only the first bytes of the id, which differ between cards of the same priority and millisecond.
struct CardSortKey: Equatable {
    /// The first sort key: the result of `CardOrder.key`.
    var key: Int64
    var activationOrder: Int64
    /// The first 24 bytes of the id, as numbers that compare like the text.
    var first: UInt64
    var second: UInt64
    var third: UInt64
    var row: Int64
    var priority: UInt8

    init(_ place: WindowReader.Place, key: Int64 = 0, row: Int64) {
        self.key = key
        // The store only has priorities from 1 to 10.
        priority = UInt8(clamping: place.priority)
        activationOrder = place.activationOrder
        let bytes = Substring(place.id).utf8
        first = Self.number(bytes.prefix(8))
        second = Self.number(bytes.dropFirst(8).prefix(8))
        third = Self.number(bytes.dropFirst(16).prefix(8))
        self.row = row
    }

    /// Compares by the order, then by the position in the feed.
    func isBefore(_ other: CardSortKey) -> Bool {
        if key != other.key { return key < other.key }
        return (priority, activationOrder, first, second, third)
            < (other.priority, other.activationOrder, other.first, other.second, other.third)
    }

    private static func number(_ bytes: Substring.UTF8View.SubSequence) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes {
            shift -= 8
            number |= UInt64(byte) << shift
        }
        return number
    }
}

/// The position of a card in an index: its group, and its position in the group.
struct CardPosition: Equatable {
    /// Nil without groups.
    var group: CardGroup?
    var sortKey: CardSortKey

    /// Compares by group, then by the position in the group.
    ///
    /// - Parameter firsts: The positions of the first cards of the groups.
    func isBefore(_ other: CardPosition, _ firsts: [CardGroup: CardSortKey] = [:]) -> Bool {
        if group == other.group { return sortKey.isBefore(other.sortKey) }
        guard let group, let otherGroup = other.group else { return group == nil }
        return group.isBefore(
            otherGroup, first: firsts[group] ?? sortKey, otherFirst: firsts[otherGroup] ?? other.sortKey)
    }
}

extension CardGroup {
    /// Whether a group comes before another one. Categories are in the order of their first cards, with the cards
    /// without a category last; other groups are in the order of their values.
    func isBefore(_ other: CardGroup, first: CardSortKey, otherFirst: CardSortKey) -> Bool {
        guard case .category(let name) = self, case .category(let otherName) = other else { return self < other }
        guard name != nil, otherName != nil else { return name != nil && otherName == nil }
        return first.isBefore(otherFirst)
    }
}
