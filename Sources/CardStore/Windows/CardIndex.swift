import Basics
import Cards

/// The cards of one stream that a filter lets through, in an order and in groups. Found by looking at every card once, a few
/// at a time (``walks``), and afterwards kept up to date with the cards that were written (``changed``): so neither a window
/// nor a push costs more in a stream of 100,000 cards.
///
/// Invariant: belongs to the ``ObserverList`` and is used on its queue only.
final class CardIndex {
    struct Key: Hashable {
        var streamID: StreamID
        var filter: FeedFilter
        var order: CardOrder
        var grouping: CardGrouping
        /// Days begin at different times in each; UTC where there are none.
        var zone: LocalZone

        init(_ query: FeedQuery) {
            streamID = query.streamID
            filter = query.filter
            order = query.order
            grouping = query.groups.grouping
            zone = grouping == .day ? query.groups.zone : .utc
        }
    }

    /// The cards of one group.
    final class Group {
        /// Nil for all cards where they are not grouped.
        let group: CardGroup?
        fileprivate(set) var spots = SortedSpots()
        /// Of them those that the user has not seen.
        fileprivate(set) var unseen = SortedSpots()

        fileprivate init(_ group: CardGroup?) { self.group = group }
    }

    /// A card that gets through.
    private struct Known {
        let group: Group
        let spot: CardSpot
        let isSeen: Bool
        /// Whether it was unseen when it got through first.
        let wasUnseen: Bool
    }

    /// A part of the stream that is still to be looked at.
    enum Walk {
        /// From a place on in the order of the stream, forth or back, at most so many cards.
        case order(from: WindowReader.Place?, isForward: Bool, limit: Int)
        /// All rows after this one: for cards that are in no order, being snoozed.
        case rows(after: Int64)
    }

    let key: Key
    let filter: PreparedFilter
    /// By their values; never empty ones.
    private var groups: [Group] = []
    private var groupsByValue: [CardGroup?: Group] = [:]
    private var known: [Int64: Known] = [:]
    var walks: [Walk]
    /// Rows that were written since they were looked at.
    var changed: Set<Int64> = []
    /// Rows to look at again when the passing of time alone may change what they come to.
    private var due = DueRows()
    /// When it is going to be asked for what is due, in nanoseconds of the system's clock; nil while it is not.
    var alarm: UInt64?
    /// Whether every card was looked at, at least once.
    private(set) var isComplete = false
    /// Whether a step is on its way.
    var isWorking = false
    /// When its windows were delivered last, in nanoseconds of the system's clock; nil until the first time.
    var delivered: UInt64?
    /// When it began.
    let started: UInt64

    /// - Parameter around: Where the user is: what is near is looked at first.
    init(_ key: Key, around place: WindowReader.Place?, at time: UInt64 = 0) {
        self.key = key
        started = time
        filter = PreparedFilter(key.filter)
        walks = []
        begin()
        if let place, filter.scope == .shown {
            walks.append(.order(from: place, isForward: false, limit: Self.nearby))
            walks.append(.order(from: place, isForward: true, limit: Self.nearby))
        }
    }

    /// Cards looked at on either side of where the user is, before all others.
    private static let nearby = 400

    /// Whether something is left to look at.
    var hasWork: Bool { !walks.isEmpty || !changed.isEmpty }

    /// The groups as they stand in a window; never empty ones.
    var orderedGroups: [Group] {
        guard key.grouping == .category else { return groups }
        return groups.sorted { one, other in
            guard let group = one.group, let otherGroup = other.group else { return one.group == nil }
            return group.isBefore(otherGroup, first: one.spots[0], otherFirst: other.spots[0])
        }
    }

    /// The number of cards that get through.
    var count: Int { known.count }

    /// Looks at all cards, again if it has already; what was found stays until it is looked at.
    func begin() {
        walks = [filter.scope == .shown ? .order(from: nil, isForward: true, limit: .max) : .rows(after: 0)]
    }

    /// Looks at all cards again, and at those that are gone.
    func reread() {
        changed.formUnion(known.keys)
        begin()
    }

    /// The stream has lost all of its cards.
    func empty() {
        groups = []
        groupsByValue = [:]
        known = [:]
        changed = []
        due = DueRows()
        begin()
    }

    func ended() { if walks.isEmpty { isComplete = true } }

    // MARK: Time

    /// When the first card has to be looked at again.
    var nextDue: Milliseconds? { due.next() }

    func setDue(_ row: Int64, _ time: Milliseconds?) { due.set(row, time) }

    /// Leaves those to be looked at whose time has come.
    func takeDue(at now: Milliseconds) {
        while let row = due.take(at: now) { changed.insert(row) }
    }

    // MARK: Contents

    /// Records where a card stands now, or with nil that it does not get through.
    func set(_ row: Int64, _ position: CardPosition?, isSeen: Bool = true) {
        let old = known[row]
        if let old {
            if let position, old.spot == position.spot, old.group.group == position.group, old.isSeen == isSeen {
                return
            }
            old.group.spots.remove(old.spot)
            if !old.isSeen { old.group.unseen.remove(old.spot) }
            known[row] = nil
            if old.group.spots.count == 0, old.group.group != position?.group { remove(old.group) }
        }
        guard let position else { return }
        let group = group(position.group)
        group.spots.insert(position.spot)
        if !isSeen { group.unseen.insert(position.spot) }
        known[row] = Known(
            group: group, spot: position.spot, isSeen: isSeen, wasUnseen: !isSeen || old?.wasUnseen ?? false)
    }

    /// Whether a card that gets through was unseen when it did so first.
    func heldAsUnseen(_ row: Int64) -> Bool { known[row]?.wasUnseen ?? false }

    /// Where the card of a row stands; nil where it does not get through.
    func position(ofRow row: Int64) -> CardPosition? {
        known[row].map { CardPosition(group: $0.group.group, spot: $0.spot) }
    }

    private func group(_ value: CardGroup?) -> Group {
        if let group = groupsByValue[value] { return group }
        let group = Group(value)
        groupsByValue[value] = group
        groups.insert(group, at: value.map(position) ?? 0)
        return group
    }

    private func remove(_ group: Group) {
        groupsByValue[group.group] = nil
        groups.remove(at: group.group.map(position) ?? 0)
    }

    /// The position of a group, or of the first one after it.
    private func position(of value: CardGroup) -> Int { groups.firstPosition { $0.group.map { $0 >= value } ?? true } }
}
