import Cards

/// The cards of one stream that a filter lets through, in order. Found by looking at every card once, a few at a time
/// (``walks``), and afterwards kept up to date with the cards that were written (``changed``): so neither a window nor a
/// push costs more in a stream of 100,000 cards.
///
/// Invariant: belongs to the ``ObserverList`` and is used on its queue only.
final class FilterIndex {
    struct Key: Hashable {
        var streamID: StreamID
        var filter: FeedFilter

        init(_ query: FeedQuery) {
            streamID = query.streamID
            filter = query.filter
        }
    }

    /// Where a card stands. Small, because there may be one for every card of a stream: of its id only as much as any two
    /// of the same priority and the same millisecond differ in.
    struct Spot: Equatable {
        var priority: Int
        var recency: Int64
        /// The first bytes of the id, as numbers that compare as the text does.
        var first: UInt64
        var second: UInt64
        var third: UInt64
        var row: Int64

        init(_ place: WindowReader.Place, row: Int64) {
            priority = place.priority
            recency = place.recency
            let bytes = Substring(place.id).utf8
            first = Self.number(bytes.prefix(8))
            second = Self.number(bytes.dropFirst(8).prefix(8))
            third = Self.number(bytes.dropFirst(16).prefix(8))
            self.row = row
        }

        func isBefore(_ other: Spot) -> Bool {
            (priority, recency, first, second, third)
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

    /// A part of the stream that is still to be looked at.
    enum Walk {
        /// From a place on in the order of the stream, forth or back, at most so many cards.
        case order(from: WindowReader.Place?, isForward: Bool, limit: Int)
        /// All rows after this one: for cards that are in no order, being snoozed.
        case rows(after: Int64)
    }

    let key: Key
    let filter: PreparedFilter
    private(set) var spots: [Spot] = []
    private var known: [Int64: Spot] = [:]
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
        if let place, !filter.looksAtSnoozed {
            walks.append(.order(from: place, isForward: false, limit: Self.nearby))
            walks.append(.order(from: place, isForward: true, limit: Self.nearby))
        }
    }

    /// Cards looked at on either side of where the user is, before all others.
    private static let nearby = 400

    /// Whether something is left to look at.
    var hasWork: Bool { !walks.isEmpty || !changed.isEmpty }

    /// Looks at all cards, again if it has already; what was found stays until it is looked at.
    func begin() { walks = [filter.looksAtSnoozed ? .rows(after: 0) : .order(from: nil, isForward: true, limit: .max)] }

    /// The stream has lost all of its cards.
    func empty() {
        spots = []
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

    /// Takes note of where a card stands now, or with nil that it does not get through.
    func set(_ row: Int64, _ spot: Spot?) {
        if let old = known[row] {
            if old == spot { return }
            if let position = position(of: old) { spots.remove(at: position) }
        }
        known[row] = spot
        guard let spot else { return }
        // Most come in order.
        if spots.last.map({ !spot.isBefore($0) }) ?? true {
            spots.append(spot)
        } else {
            spots.insert(spot, at: firstPosition { spot.isBefore($0) })
        }
    }

    /// The position of a card that gets through.
    func position(of spot: Spot) -> Int? {
        var position = firstPosition { !$0.isBefore(spot) }
        while position < spots.count, !spot.isBefore(spots[position]) {
            if spots[position].row == spot.row { return position }
            position += 1
        }
        return nil
    }

    func position(ofRow row: Int64) -> Int? { known[row].flatMap(position) }

    /// The position of the first card at or after a place.
    func position(at place: WindowReader.Place) -> Int {
        let spot = Spot(place, row: 0)
        return firstPosition { !$0.isBefore(spot) }
    }

    /// The first position that meets a condition which all behind it meet as well.
    private func firstPosition(_ condition: (Spot) -> Bool) -> Int {
        var (low, high) = (0, spots.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(spots[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
