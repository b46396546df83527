import Basics
import Cards

/// The cards of one stream that match a filter, in an order and in groups. It is built by checking every card once, a
/// few at a time (``walks``), and then updated with the cards that were written (``changed``). So windows and updates
/// are equally fast in a stream of 100,000 cards.
///
/// Invariant: belongs to the ``ObserverList`` and is used on its queue only.
final class CardIndex {
    struct Key: Hashable {
        var streamID: StreamID
        var filter: FeedFilter
        var order: CardOrder
        var grouping: CardGrouping
        /// The time zone, in which days begin; UTC unless the cards are grouped by day.
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
        /// Nil for the only group if the cards are not grouped.
        let group: CardGroup?
        fileprivate(set) var sortKeys = SortedKeys()
        /// The unseen cards among ``sortKeys``.
        fileprivate(set) var unseen = SortedKeys()

        fileprivate init(_ group: CardGroup?) { self.group = group }
    }

    /// A card that matches.
    private struct Known {
        let group: Group
        let sortKey: CardSortKey
        let isSeen: Bool
        /// Whether it was unseen when it first matched.
        let wasUnseen: Bool
    }

    /// A part of the stream that must still be checked.
    enum Walk {
        /// From a place in the order of the stream, forwards or backwards, with a maximum number of cards.
        case order(from: WindowReader.Place?, isForward: Bool, limit: Int)
        /// All rows after this one: for snoozed cards, which are not in the order.
        case rows(after: Int64)
    }

    let key: Key
    let filter: PreparedFilter
    /// Sorted by value, without empty groups.
    private var groups: [Group] = []
    private var groupsByValue: [CardGroup?: Group] = [:]
    private var known: [Int64: Known] = [:]
    var walks: [Walk]
    /// Rows that were written since they were checked.
    var changed: Set<Int64> = []
    /// Rows to check again at a time, because time alone may change whether they match.
    private var due = DueRows()
    /// When the timer for due rows fires, in nanoseconds of the system's clock; nil if none is set.
    var alarm: UInt64?
    /// Whether every card was checked at least once.
    private(set) var isComplete = false
    /// Whether a step is scheduled.
    var isWorking = false
    /// When its windows were last delivered, in nanoseconds of the system's clock; nil before the first delivery.
    var delivered: UInt64?
    /// When it was created, in nanoseconds of the system's clock.
    let started: UInt64

    /// - Parameter around: The place of the user's selection: cards near it are checked first.
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

    /// The number of cards on either side of the place that are checked before all others.
    private static let nearby = 400

    /// Whether there are cards left to check.
    var hasWork: Bool { !walks.isEmpty || !changed.isEmpty }

    /// The groups in the order of a window, without empty groups.
    var orderedGroups: [Group] {
        guard key.grouping == .category else { return groups }
        return groups.sorted { one, other in
            guard let group = one.group, let otherGroup = other.group else { return one.group == nil }
            return group.isBefore(otherGroup, first: one.sortKeys[0], otherFirst: other.sortKeys[0])
        }
    }

    /// The number of matching cards.
    var count: Int { known.count }

    /// Starts checking all cards, possibly again. Earlier results stay until their cards are checked.
    func begin() {
        walks = [filter.scope == .shown ? .order(from: nil, isForward: true, limit: .max) : .rows(after: 0)]
    }

    /// Checks all cards again, including known ones that may be gone.
    func reread() {
        changed.formUnion(known.keys)
        begin()
    }

    /// Removes everything after the stream has lost all of its cards.
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

    /// The time at which the first card must be checked again.
    var nextDue: Milliseconds? { due.next() }

    func setDue(_ row: Int64, _ time: Milliseconds?) { due.set(row, time) }

    /// Marks the cards that are due to be checked.
    func takeDue(at now: Milliseconds) {
        while let row = due.take(at: now) { changed.insert(row) }
    }

    // MARK: Contents

    /// Records the position of a card; nil if it does not match.
    func set(_ row: Int64, _ position: CardPosition?, isSeen: Bool = true) {
        let old = known[row]
        if let old {
            if let position, old.sortKey == position.sortKey, old.group.group == position.group, old.isSeen == isSeen {
                return
            }
            old.group.sortKeys.remove(old.sortKey)
            if !old.isSeen { old.group.unseen.remove(old.sortKey) }
            known[row] = nil
            if old.group.sortKeys.count == 0, old.group.group != position?.group { remove(old.group) }
        }
        guard let position else { return }
        let group = group(position.group)
        group.sortKeys.insert(position.sortKey)
        if !isSeen { group.unseen.insert(position.sortKey) }
        known[row] = Known(
            group: group, sortKey: position.sortKey, isSeen: isSeen, wasUnseen: !isSeen || old?.wasUnseen ?? false)
    }

    /// Whether a matching card was unseen when it first matched.
    func heldAsUnseen(_ row: Int64) -> Bool { known[row]?.wasUnseen ?? false }

    /// The position of the card in a row; nil if it does not match.
    func position(ofRow row: Int64) -> CardPosition? {
        known[row].map { CardPosition(group: $0.group.group, sortKey: $0.sortKey) }
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
