import AppCore
import Basics
import Cards
import Support
import Testing

import struct Foundation.Date

/// All tests run at 09:00 on Thursday, 2026-01-15.
struct TimeParserTests {
    static let days: [(String, String)] = [
        ("today", "2026-01-15"), ("tomorrow", "2026-01-16"), ("Yesterday", "2026-01-14"), ("fri", "2026-01-16"),
        ("thursday", "2026-01-22"), ("next monday", "2026-01-19"), ("3 dec", "2026-12-03"), ("Dec 3rd", "2026-12-03"),
        ("the 3rd of December 2027", "2027-12-03"), ("dec 3, 2027", "2027-12-03"), ("14 jan", "2027-01-14"),
        ("15 jan", "2026-01-15"), ("24.12.", "2026-12-24"), ("24.12.2027", "2027-12-24"), ("2026-12-24", "2026-12-24"),
        ("in 2 weeks", "2026-01-29"), ("2w", "2026-01-29"), ("in a week", "2026-01-22"), ("3 days ago", "2026-01-12"),
        ("in 1 month", "2026-02-15"), ("2 months ago", "2025-11-15"), ("1y", "2027-01-15"), ("next week", "2026-01-19"),
        ("next month", "2026-02-15"), ("next year", "2027-01-15"), ("29 feb", "2028-02-29"), ("40h", "2026-01-17"),
        ("0001-01-01", "0001-01-01"), ("24.12", "2026-12-24"), ("3.12", "2026-12-03"), ("31/12", "2026-12-31"),
        ("this friday", "2026-01-16"), ("weekend", "2026-01-17"), ("next weekend", "2026-01-17"),
    ]

    @Test(arguments: days)
    func `a typed day is read`(text: String, expected: String) throws {
        #expect(try DayParser(now: .fixed, zone: .utc).parse(text).dayText == expected)
    }

    @Test(
        arguments: [
            ("2h", "2h"), (" PT2H ", "PT2H"), ("in 2h", "7200s"), ("+3h", "10800s"), ("1h30", "5400s"),
            ("half an hour", "1800s"), ("in 3 months", "3mo"), ("1 month 2 days", "1mo172800s"), ("1.5 s", "1.5s"),
            ("tomorrow", nil), ("tomorrow 9", nil), ("fri 14:00", nil), ("14.30", nil), ("24.12.", nil),
            ("2026-12-24", nil), ("2026-12-24T18:00:00Z", nil), ("3 days ago", nil), ("soon", nil), ("", nil),
        ] as [(String, String?)])
    func `what counts from now is a duration`(text: String, duration: String?) throws {
        #expect(TimeParser.duration(text) == duration)
        guard let duration else { return }
        let end = try SnoozeParser(now: .fixed, zone: .utc).parse(text)
        #expect(CardDuration(duration)?.added(to: .fixed) == end)
    }

    @Test func `a month later than its last day is the shorter month's last`() throws {
        let now = try #require(Date(rfc3339: "2026-01-31T12:00:00Z"))
        let parser = DayParser(now: now, zone: .utc)
        #expect(try parser.parse("1 month").dayText == "2026-02-28")
        #expect(try parser.parse("next month").dayText == "2026-02-28")
        #expect(try parser.parse("2mo").dayText == "2026-03-31")
        #expect(try parser.parse("11 months ago").dayText == "2025-02-28")
    }

    @Test func `a day without a year is the nearest that the field takes`() throws {
        let past = DayRange(latest: CivilDate(year: 2026, month: 1, day: 15))
        let parser = DayParser(now: .fixed, zone: .utc, range: past)
        #expect(try parser.parse("24 dec").dayText == "2025-12-24")
        #expect(try parser.parse("24 dec 2026").dayText == "2026-12-24")
    }

    static let refused: [(String, TimeParserError)] = [
        ("", .empty), ("soon", .unreadable("soon")), ("30 feb", .noSuchTime("30 feb")),
        ("31 april 2027", .noSuchTime("31 april 2027")), ("29.2.2027", .noSuchTime("29.2.2027")),
        ("2027-02-29", .noSuchTime("2027-02-29")), ("2026-13-01", .noSuchTime("2026-13-01")),
        ("tomorrow 9am", .timeNotAsked), ("14:00", .timeNotAsked), ("2000 years", .tooFar),
        ("12/24", .monthFirst("12/24", meant: "24/12")), ("14.30", .noSuchTime("14.30")), ("tomorrow 9", .timeNotAsked),
        ("3", .unreadable("3")), ("24.12.27", .unreadable("24.12.27")), ("fri lunch", .unreadable("fri lunch")),
        ("٣ dec", .unreadable("٣ dec")), ("in a jiffy", .unreadable("in a jiffy")),
        ("half past", .unreadable("half past")), ("half past 3:15", .unreadable("half past 3:15")),
    ]

    @Test(arguments: refused)
    func `text that is not a day is refused with a message`(text: String, error: TimeParserError) {
        #expect(throws: error) { try DayParser(now: .fixed, zone: .utc).parse(text) }
        #expect(!error.dayMessage.isEmpty)
    }

    static let snoozes: [(String, String)] = [
        ("3 feb 14:00", "2026-02-03T14:00:00Z"), ("in 2 weeks", "2026-01-29T09:00:00Z"),
        ("1 month", "2026-02-15T09:00:00Z"), ("next week 8am", "2026-01-19T08:00:00Z"),
        ("15 jan 8:00", "2027-01-15T08:00:00Z"), ("90s", "2026-01-15T09:01:30Z"), ("1m30s", "2026-01-15T09:01:30Z"),
        ("2026-02-03T14:00", "2026-02-03T14:00:00Z"), ("2026-02-03T14:00:30", "2026-02-03T14:00:00Z"),
        ("2026-02-03 14:00:00", "2026-02-03T14:00:00Z"), ("2026-02-03T14:00Z", "2026-02-03T14:00:00Z"),
        ("2026-02-03T14:00+01:00", "2026-02-03T13:00:00Z"), ("2026-02-03T14:00:00Z", "2026-02-03T14:00:00Z"),
        ("2026-02-03T14:00:00+01:00", "2026-02-03T13:00:00Z"),
        ("PT1M30S", "2026-01-15T09:01:30Z"), ("2H", "2026-01-15T11:00:00Z"), ("1,5h", "2026-01-15T10:30:00Z"),
        (" 2h ", "2026-01-15T11:00:00Z"), ("in a fortnight", "2026-01-29T09:00:00Z"),
        ("2 fortnights", "2026-02-12T09:00:00Z"), ("half past 3", "2026-01-16T03:30:00Z"),
        ("half past 3pm", "2026-01-15T15:30:00Z"), ("fri half past 3 pm", "2026-01-16T15:30:00Z"),
        ("at half past noon", "2026-01-15T12:30:00Z"),
    ]

    @Test(arguments: snoozes)
    func `words for days also work for snoozing, with a time`(text: String, expected: String) throws {
        #expect(try SnoozeParser(now: .fixed, zone: .utc).parse(text) == Date(rfc3339: expected))
    }

    @Test func `a snooze cannot end in the past`() {
        for text in ["yesterday", "3 days ago", "2h ago"] {
            #expect(throws: TimeParserError.inThePast) { try SnoozeParser(now: .fixed, zone: .utc).parse(text) }
        }
    }
}
