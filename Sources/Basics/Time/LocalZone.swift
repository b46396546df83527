package import struct Foundation.Date

/// The user's time zone as plain data: the offsets from UTC that hold in the years around now.
///
/// The app logic must not read the environment, so the runtime builds this once from the C library
/// (``init(around:offsetAt:)`` with `localtime_r`). Equal zones are equal values, which keeps tests honest.
package struct LocalZone: Hashable, Sendable {
    /// From that moment on the offset holds. Sorted.
    package struct Change: Hashable, Sendable {
        package var at: Date
        /// Seconds east of UTC.
        package var offset: Int

        package init(at: Date, offset: Int) {
            self.at = at
            self.offset = offset
        }
    }

    /// The offset before the first change, in seconds east of UTC.
    package var firstOffset: Int
    package var changes: [Change]

    package init(firstOffset: Int = 0, changes: [Change] = []) {
        self.firstOffset = firstOffset
        self.changes = changes
    }

    package static let utc = LocalZone()

    /// Finds the changes from one year before `now` to three years after by asking for offsets, to the second.
    ///
    /// Asks every ten days and halves where two answers differ: some 150 calls plus 20 for each change.
    package init(around now: Date, offsetAt: (Date) -> Int) {
        let step = 10.0 * 86400
        var from = Date(timeIntervalSince1970: (now.timeIntervalSince1970 - 366 * 86400).rounded())
        let end = now.addingTimeInterval(3 * 366 * 86400)
        var offset = offsetAt(from)
        self.init(firstOffset: offset)
        while from < end {
            let to = from.addingTimeInterval(step)
            let next = offsetAt(to)
            if next != offset {
                var low = from.timeIntervalSince1970
                var high = to.timeIntervalSince1970
                while high - low > 1 {
                    let middle = ((low + high) / 2).rounded()
                    if offsetAt(Date(timeIntervalSince1970: middle)) == offset { low = middle } else { high = middle }
                }
                changes.append(Change(at: Date(timeIntervalSince1970: high), offset: next))
                offset = next
            }
            from = to
        }
    }

    /// Seconds east of UTC at a moment.
    package func offset(at date: Date) -> Int { changes.last { $0.at <= date }?.offset ?? firstOffset }

    /// What the user's clock shows at a moment.
    package func civil(_ date: Date) -> CivilDate {
        CivilDate(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)) + offset(at: date))
    }

    /// The moment the user's clock shows this. A time that happens twice means the first; one that is skipped in
    /// spring means as much later as the clock jumps.
    package func date(_ civil: CivilDate) -> Date {
        let wall = Double(civil.secondsSince1970)
        // The offset in force is one of the two around the change nearest to that wall time.
        let early = offset(at: Date(timeIntervalSince1970: wall - 86400))
        let late = offset(at: Date(timeIntervalSince1970: wall + 86400))
        let withEarly = Date(timeIntervalSince1970: wall - Double(early))
        guard early != late else { return withEarly }
        if offset(at: withEarly) == early { return withEarly }
        let withLate = Date(timeIntervalSince1970: wall - Double(late))
        return offset(at: withLate) == late ? withLate : withEarly
    }
}
