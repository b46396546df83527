import Basics

/// A day of the week with notification times, or the default for days without any.
public enum NotificationDay: String, Hashable, Sendable, CaseIterable {
    /// All days without their own times.
    case `default`
    /// Monday.
    case monday = "mon"
    /// Tuesday.
    case tuesday = "tue"
    /// Wednesday.
    case wednesday = "wed"
    /// Thursday.
    case thursday = "thu"
    /// Friday.
    case friday = "fri"
    /// Saturday.
    case saturday = "sat"
    /// Sunday.
    case sunday = "sun"

    /// - Parameter days: Since 1970-01-01, a Thursday.
    package init(daysSince1970 days: Int) {
        let week: [NotificationDay] = [.thursday, .friday, .saturday, .sunday, .monday, .tuesday, .wednesday]
        self = week[((days % 7) + 7) % 7]
    }
}

/// A part of a day in which notifications are allowed, by the user's wall clock in 24 hours.
///
/// JSON: `{"from":"09:00","to":"17:30"}`. The end is exclusive; `23:59` stands for midnight.
public struct NotificationTimeframe: Hashable, Sendable {
    /// The start in minutes since midnight.
    public let start: Int
    /// The end in minutes since midnight, later than ``start``.
    public let end: Int

    /// Hours from 0 to 23, minutes from 0 to 59.
    ///
    /// - Throws: ``InvalidField`` if a value is out of range, or the end is not later than the start.
    public init(startHour: Int, startMinute: Int = 0, endHour: Int, endMinute: Int = 0) throws(InvalidField) {
        for (hour, minute, place) in [(startHour, startMinute, "/from"), (endHour, endMinute, "/to")] {
            guard (0...23).contains(hour) else { throw InvalidField(place, expected: "an hour from 0 to 23") }
            guard (0...59).contains(minute) else { throw InvalidField(place, expected: "a minute from 0 to 59") }
        }
        start = startHour * 60 + startMinute
        end = endHour * 60 + endMinute
        guard end > start else { throw InvalidField("/to", expected: "a time later than \"from\"") }
    }

    /// Parses times such as `09:00` and `17:30`.
    ///
    /// - Throws: ``InvalidField``.
    public init(from: String, to: String) throws(InvalidField) {
        func parts(_ text: String, _ place: String) throws(InvalidField) -> (Int, Int) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isWholeNumber) }),
                let hour = Int(parts[0]),
                let minute = Int(parts[1])
            else { throw InvalidField(place, expected: "a 24-hour time such as 09:00") }
            return (hour, minute)
        }
        let (first, last) = (try parts(from, "/from"), try parts(to, "/to"))
        try self.init(startHour: first.0, startMinute: first.1, endHour: last.0, endMinute: last.1)
    }

    /// The start, for example `09:00`.
    public var from: String { Self.text(start) }
    /// The end, for example `17:30`.
    public var to: String { Self.text(end) }

    private static func text(_ minute: Int) -> String {
        CivilDate(secondsSince1970: minute * 60).timeText
    }

    /// - Parameter minute: Minutes since midnight.
    public func contains(minute: Int) -> Bool { minute >= start && (minute < end || end == 23 * 60 + 59) }
}
