import AppCore
import Basics
import Cards
import Foundation
import Support

/// Times and durations, as people and programs write them.
enum TimeFuzz {
    static let targets = [words, timestamps]

    private static let zone = LocalZone(
        firstOffset: 3600,
        changes: [.init(at: .fixed(86_400 * 70), offset: 7200), .init(at: .fixed(86_400 * 280), offset: 3600)])

    /// A snooze ends in the future and within a year. A parsed day is a valid day, and its own text means the same day.
    static let words = FuzzTarget(
        name: "time-words", longest: 80,
        seeds: [
            "fri 14:00", "tomorrow 9", "1h30", "half an hour", "in 3 months", "3 days ago", "24.12.", "31/12",
            "Dec 3rd 2027",
            "next week", "2026-12-24T18:00", "noon", "9 am", "PT1H", "+3h", "29 feb", "this evening", "tonight",
        ].map { Array($0.utf8) },
        words: [
            "tomorrow", "next ", "in ", "ago", "half ", "an ", "hour", "month", "years", "week", "monday", "feb", "29",
            "12:30",
            "pm", "noon", "PT", "2026-", "9999", "0001", "99", ".", "/", "+", " ",
        ]
    ) { input in
        if let until = try? SnoozeParser(now: .fixed, zone: zone).parse(input.text) {
            try require(until > .fixed, "a snooze until \(until.rfc3339)")
            try require(until.timeIntervalSince(.fixed) <= SnoozeParser.furthest, "a snooze until \(until.rfc3339)")
        }
        if let day = try? DayParser(now: .fixed, zone: zone).parse(input.text) {
            try require(day.isValid, "no day: \(day)")
            if (1...9999).contains(day.year) {
                try requireEqual(
                    try DayParser(now: .fixed, zone: zone).parse(day.dayText), day, "the day \(day.dayText)")
            }
        }
        if let duration = CardDuration(typed: input.text) {
            try require(duration.length.isFinite && duration.length >= 0, "a length of \(duration.length)")
        }
    }

    /// A timestamp is written as one that means the same moment.
    static let timestamps = FuzzTarget(
        name: "timestamps", longest: 60,
        seeds: [
            "2026-07-31T09:05:00.123Z", "2026-07-31 09:05:60+23:59", "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999Z", "2024-02-29",
        ].map { Array($0.utf8) }, words: ["T", "Z", "+00:00", "-23:59", ".999", ":60", "0000", "9999", "02-29"]
    ) { input in
        for date in [Date(rfc3339: input.text), Date(calendarDay: input.text)].compactMap({ $0 }) {
            // An offset may lead to a year that cannot be written.
            guard date.isWritable else { continue }
            try requireEqual(Date(rfc3339: date.rfc3339), date, "written and read again")
            try require(CivilDate(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down))).isValid, "no day")
        }
    }
}
