import HeapModule

/// Rows of cards with the time at which each has to be looked at again, the soonest first: taking note of one and taking
/// out those whose time has come costs the logarithm of how many there are.
struct DueRows {
    private struct Entry: Comparable {
        var time: Milliseconds
        var row: Int64

        static func < (left: Entry, right: Entry) -> Bool { left.time < right.time }
    }

    /// The one time that counts of each row.
    private var times: [Int64: Milliseconds] = [:]
    /// Holds also what was noted earlier of a row and counts no more.
    private var heap = Heap<Entry>()

    /// Notes when to look at a row again, or with nil that there is no need to.
    mutating func set(_ row: Int64, _ time: Milliseconds?) {
        guard times[row] != time else { return }
        times[row] = time
        guard let time else { return }
        heap.insert(Entry(time: time, row: row))
        // What counts no more may be far in the future.
        if heap.count > 2 * times.count + 64 { heap = Heap(times.map { Entry(time: $0.value, row: $0.key) }) }
    }

    /// When the first row is due.
    mutating func next() -> Milliseconds? {
        while let first = heap.min {
            if times[first.row] == first.time { return first.time }
            heap.removeMin()
        }
        return nil
    }

    /// Takes out a row that is due; nil when there is none.
    mutating func take(at now: Milliseconds) -> Int64? {
        guard let time = next(), time <= now else { return nil }
        let row = heap.removeMin().row
        times[row] = nil
        return row
    }
}
