package import Basics

/// Texts for days, times and durations.
extension Strings {
    package enum Snooze {
        /// The documented default, for containers in other programs.
        package static let title = "Remind me"
        package static let name = "Snooze"
        package static let oneHour = "In 1 hour"
        package static let thisEvening = "This evening"
        package static let tomorrow = "Tomorrow"
        package static let nextMonday = "Next Monday"
        package static let custom = "Another time"
        package static let customHint = "For example 3h, 1h30, this evening, tomorrow 9, fri 14:00, weekend, 31/12"
        package static let placeholder = "3h, tomorrow 9, fri 14:00"
        package static func resolved(_ time: String) -> String { "Until \(time)" }
        package static func afterExpiry(_ expiry: String) -> String { "The card expires earlier: \(expiry)" }
        package static let pastExpiry = "after the card expires"
        package static let inThePast = "This time is in the past"
        package static let empty = "Type when the card should come back, for example 3h or fri 14:00"
        package static func unreadable(_ word: String) -> String {
            "“\(word)” is not a time; try 3h, this evening, tomorrow 9, fri 14:00 or 31/12"
        }
        package static func noSuchTime(_ text: String) -> String {
            text.utf8.contains(UInt8(ascii: ":"))
                ? "“\(text)” is not a time of day; expected a time from 00:00 to 23:59"
                : "“\(text)” does not exist"
        }
        package static func monthFirst(_ text: String, meant: String) -> String {
            "“\(text)” has the month first; write \(meant)"
        }
        package static let tooFar = "More than a year away; expected at most 366 days"
    }

    package enum Dates {
        package static let hint = "For example tomorrow, fri, 3 dec, in 2 weeks, 2026-12-24"
        package static let placeholder = "tomorrow, fri, 24 dec"
        package static let empty = "Type a day, for example tomorrow, fri or 24 dec"
        package static func unreadable(_ word: String) -> String {
            "“\(word)” is not a day; try tomorrow, fri, 3 dec, in 2 weeks or 2026-12-24"
        }
        package static let timeNotAsked = "This field needs a day, not a time"
        package static let tooFar = "Too far away; type a day in a year from 1 to 9999"
        package static let type = "type"
        package static let pick = "calendar"
        package static func short(_ weekday: Weekday) -> String { String(Relative.weekday(weekday).prefix(2)) }
        package static func month(_ date: CivilDate) -> String { "\(Relative.months[date.month - 1]) \(date.year)" }
        /// "Thu 24 December 2026"
        package static func day(_ date: CivilDate) -> String {
            "\(Relative.weekday(date.weekday)) \(date.day) \(month(date))"
        }
        package static func distance(days: Int) -> String {
            switch days {
            case 0: "today"
            case 1: Relative.tomorrow
            case -1: "yesterday"
            case 2...: Relative.future(Relative.days(days))
            default: Relative.past(Relative.days(-days))
            }
        }
    }

    package enum Relative {
        package static let now = "now"
        package static func future(_ amount: String) -> String { "in \(amount)" }
        package static func past(_ amount: String) -> String { "\(amount) ago" }
        package static func minutes(_ number: Int) -> String { "\(number) min" }
        package static func hours(_ number: Int) -> String { "\(number) h" }
        package static func days(_ number: Int) -> String { number == 1 ? "1 day" : "\(number) days" }
        package static let tomorrow = "tomorrow"
        package static func weekday(_ weekday: Weekday) -> String {
            ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday.rawValue]
        }
        package static func month(_ month: Int) -> String {
            months.indices.contains(month - 1) ? String(months[month - 1].prefix(3)) : "\(month)"
        }
        package static let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
    }
}
