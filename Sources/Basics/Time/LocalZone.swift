package import struct Foundation.Date

/// The user's time zone as plain data: the offsets from UTC that apply in the years around now.
///
/// The app logic must not read the environment, so the runtime builds this once from the C library
/// (``init(around:offsetAt:)`` with `localtime_r`). Equal zones are equal values, so tests can compare them.
package struct LocalZone: Hashable, Sendable {
    /// A change of the offset, which applies from this moment on. Changes are sorted by time.
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
    /// Asks for the offset every ten days, and searches by bisection where two results differ: some 150 calls plus 20
    /// for each change.
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

    /// The wall-clock time of the user at a moment.
    package func civil(_ date: Date) -> CivilDate {
        CivilDate(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)) + offset(at: date))
    }

    /// The moment at which the user's clock shows this time. If the time occurs twice, this is the first occurrence. If
    /// the clock skips the time in spring, the result is later by the length of the gap.
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
