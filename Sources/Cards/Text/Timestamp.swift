import Basics

public import struct Foundation.Date

extension Date {
    /// Whole milliseconds since 1970, rounded; what the store and the wire keep. Saturates far outside any calendar.
    public var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        guard abs(value) < 9e18 else { return value < 0 ? .min : .max }
        return Int64(value)
    }

    /// Whether a timestamp can hold it. Not where it is infinite or no number.
    package var isWritable: Bool { timeIntervalSince1970.isFinite && RFC3339.range.contains(milliseconds) }

    /// Milliseconds since 1970, as they are stored.
    public init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// An RFC 3339 timestamp: any offset, any number of decimals, `T` or a space, `Z` in either case. Kept to the
    /// millisecond. A leap second is read as the second after it. Nil for anything else.
    public init?(rfc3339 text: String) {
        guard let milliseconds = RFC3339.milliseconds(Array(text.utf8)) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// `2026-07-31T09:05:00.123Z`: UTC with milliseconds, so that texts of equal length sort by time. Years outside
    /// 0 to 9999, which RFC 3339 cannot hold, are written as the nearest time it can.
    public var rfc3339: String { RFC3339.text(milliseconds: milliseconds) }

    /// A calendar day, `2026-07-31`, as its first moment in UTC.
    public init?(calendarDay text: String) {
        guard let day = RFC3339.day(Array(text.utf8)) else { return nil }
        self.init(milliseconds: Int64(day.secondsSince1970) * 1000)
    }

    /// The calendar day in UTC, `2026-07-31`.
    public var calendarDay: String { String(rfc3339.prefix(10)) }

    /// A timestamp or a calendar day.
    init?(dayOrTimestamp text: String) {
        guard let date = Date(rfc3339: text) ?? Date(calendarDay: text) else { return nil }
        self = date
    }

    /// A calendar day where the time is midnight in UTC, a timestamp otherwise.
    var dayOrTimestamp: String { milliseconds % 86_400_000 == 0 ? calendarDay : rfc3339 }
}
