import Basics

package import struct Foundation.Date

extension Date {
    /// Rounded milliseconds since 1970, as used by the store and the wire format. Saturates at the limits of `Int64`.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        guard abs(value) < 9e18 else { return value < 0 ? .min : .max }
        return Int64(value)
    }

    /// Whether a timestamp can represent the date. False for infinity and NaN.
    package var isWritable: Bool { timeIntervalSince1970.isFinite && RFC3339.range.contains(milliseconds) }

    /// Creates a date from stored milliseconds since 1970.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Parses an RFC 3339 timestamp with any offset, any number of decimals, `T` or a space, and `Z` in either case, to
    /// the millisecond. A leap second is read as the second after it. Nil for other text.
    package init?(rfc3339 text: String) {
        guard let milliseconds = RFC3339.milliseconds(Array(text.utf8)) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// `2026-07-31T09:05:00.123Z`: UTC with milliseconds, so that texts of equal length sort by time. Dates outside the
    /// years 0 to 9999 are clamped to that range.
    package var rfc3339: String { RFC3339.text(milliseconds: milliseconds) }

    /// Parses a calendar day, `2026-07-31`, as its first moment in UTC.
    package init?(calendarDay text: String) {
        guard let day = RFC3339.day(Array(text.utf8)) else { return nil }
        self.init(milliseconds: Int64(day.secondsSince1970) * 1000)
    }

    /// The calendar day in UTC, `2026-07-31`.
    package var calendarDay: String { String(rfc3339.prefix(10)) }

    /// Parses a timestamp or a calendar day.
    package init?(dayOrTimestamp text: String) {
        guard let date = Date(rfc3339: text) ?? Date(calendarDay: text) else { return nil }
        self = date
    }

    /// A calendar day if the time is midnight in UTC, a timestamp otherwise.
    var dayOrTimestamp: String { milliseconds % 86_400_000 == 0 ? calendarDay : rfc3339 }
}
