import Cards

/// Where a card stands among the cards of its group. Small, because there may be one for every card of a stream: of its id
/// only as much as any two of the same priority and the same millisecond differ in.
struct CardSpot: Equatable {
    /// What the order compares first: the result of `CardOrder.key`.
    var key: Int64
    var recency: Int64
    /// The first bytes of the id, as numbers that compare as the text does.
    var first: UInt64
    var second: UInt64
    var third: UInt64
    var row: Int64
    var priority: UInt8

    init(_ place: WindowReader.Place, key: Int64 = 0, row: Int64) {
        self.key = key
        // The store holds priorities from 1 to 10 only.
        priority = UInt8(clamping: place.priority)
        recency = place.recency
        let bytes = Substring(place.id).utf8
        first = Self.number(bytes.prefix(8))
        second = Self.number(bytes.dropFirst(8).prefix(8))
        third = Self.number(bytes.dropFirst(16).prefix(8))
        self.row = row
    }

    /// Compares by the order, then by the place in the feed.
    func isBefore(_ other: CardSpot) -> Bool {
        if key != other.key { return key < other.key }
        return (priority, recency, first, second, third)
            < (other.priority, other.recency, other.first, other.second, other.third)
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

/// Where a card stands in an index: in which group, and where there.
struct CardPosition: Equatable {
    /// Nil without groups.
    var group: CardGroup?
    var spot: CardSpot

    /// - Parameter firsts: Where the first cards of the groups stand.
    func isBefore(_ other: CardPosition, _ firsts: [CardGroup: CardSpot] = [:]) -> Bool {
        if group == other.group { return spot.isBefore(other.spot) }
        guard let group, let otherGroup = other.group else { return group == nil }
        return group.isBefore(otherGroup, first: firsts[group] ?? spot, otherFirst: firsts[otherGroup] ?? other.spot)
    }
}

extension CardGroup {
    /// Whether a group stands before another one: categories as their first cards do, and the cards without one last; others
    /// by their value.
    func isBefore(_ other: CardGroup, first: CardSpot, otherFirst: CardSpot) -> Bool {
        guard case .category(let name) = self, case .category(let otherName) = other else { return self < other }
        guard name != nil, otherName != nil else { return name != nil && otherName == nil }
        return first.isBefore(otherFirst)
    }
}
