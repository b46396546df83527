import HeapModule

/// Rows of cards with the time at which each must be checked again, as a priority queue with the earliest first.
/// Setting a time and taking a due row take logarithmic time.
struct DueRows {
    private struct Entry: Comparable {
        var time: Milliseconds
        var row: Int64

        static func < (left: Entry, right: Entry) -> Bool { left.time < right.time }
    }

    /// The current time of each row.
    private var times: [Int64: Milliseconds] = [:]
    /// May also contain outdated times of a row, which are ignored.
    private var heap = Heap<Entry>()

    /// Sets when to check a row again; nil removes it.
    mutating func set(_ row: Int64, _ time: Milliseconds?) {
        guard times[row] != time else { return }
        times[row] = time
        guard let time else { return }
        heap.insert(Entry(time: time, row: row))
        // Remove outdated times, which could otherwise stay for long if they are far in the future.
        if heap.count > 2 * times.count + 64 { heap = Heap(times.map { Entry(time: $0.value, row: $0.key) }) }
    }

    /// The earliest time at which a row is due; nil if there is none.
    mutating func next() -> Milliseconds? {
        while let first = heap.min {
            if times[first.row] == first.time { return first.time }
            heap.removeMin()
        }
        return nil
    }

    /// Removes and returns a row that is due; nil if there is none.
    mutating func take(at now: Milliseconds) -> Int64? {
        guard let time = next(), time <= now else { return nil }
        let row = heap.removeMin().row
        times[row] = nil
        return row
    }
}
