import struct Foundation.Date

/// The rule for clock changes in years that a zone file does not list: `CET-1CEST,M3.5.0,M10.5.0/3`, as in POSIX.1-2024
/// (TZ).
struct ZoneRule: Hashable {
    /// Seconds east of UTC.
    private(set) var standardOffset: Int
    private var summer: Summer?

    private struct Summer: Hashable {
        var offset: Int
        var start, end: Day
    }

    /// A day of a year and the time of the change, in seconds after midnight of the clock before it.
    private struct Day: Hashable {
        enum Kind: Hashable {
            /// The day from 1 to 365, without 29 February.
            case julian(Int)
            /// The day from 0 to 365.
            case ordinal(Int)
            /// A weekday of a month, with 0 for Sunday. The fifth week is the last one.
            case weekday(month: Int, week: Int, day: Int)
        }

        var kind: Kind
        var time = 7200

        /// The day in a year, as days since 1970.
        func number(in year: Int) -> Int {
            let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
            switch kind {
            case .ordinal(let day): return newYear + day
            case .julian(let day):
                let isLeap = CivilDate(year: year, month: 3, day: 1).daysSince1970 - newYear == 60
                return newYear + day - 1 + (isLeap && day >= 60 ? 1 : 0)
            case .weekday(let month, let week, let day):
                let first = CivilDate(year: year, month: month, day: 1).daysSince1970
                let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1).daysSince1970
                // 1 January 1970 was a Thursday.
                let firstDay = first + ((day - (first + 4) % 7) % 7 + 7) % 7
                let wanted = firstDay + (week - 1) * 7
                return wanted < next ? wanted : wanted - 7
            }
        }
    }

    /// Nil if the text is not a rule.
    init?(_ text: String) {
        var parser = Parser(rest: Substring(text))
        guard parser.skipName(), let west = parser.time() else { return nil }
        standardOffset = -west
        guard parser.skipName() else {
            guard parser.rest.isEmpty else { return nil }
            return
        }
        let offset = parser.time().map { -$0 } ?? standardOffset + 3600
        guard parser.skip(","), let start = parser.day(), parser.skip(","), let end = parser.day(), parser.rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The changes in these years, in order.
    func changes(in years: ClosedRange<Int>) -> [LocalZone.Change] {
        guard let summer else { return [] }
        func change(_ day: Day, _ year: Int, from before: Int, to offset: Int) -> LocalZone.Change {
            let seconds = day.number(in: year) * 86_400 + day.time - before
            return LocalZone.Change(at: Date(timeIntervalSince1970: Double(seconds)), offset: offset)
        }
        return years.flatMap { year in
            [
                change(summer.start, year, from: standardOffset, to: summer.offset),
                change(summer.end, year, from: summer.offset, to: standardOffset),
            ]
        }
        .sorted { $0.at < $1.at }
    }

    private struct Parser {
        var rest: Substring

        mutating func skip(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }

        /// An abbreviation: letters, or anything in angle brackets.
        mutating func skipName() -> Bool {
            if skip("<") {
                guard let end = rest.firstIndex(of: ">") else { return false }
                rest = rest[rest.index(after: end)...]
                return true
            }
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            guard name.count >= 3 else { return false }
            rest = rest.dropFirst(name.count)
            return true
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }.prefix(4)
            guard let value = Int(digits), range.contains(value) else { return nil }
            rest = rest.dropFirst(digits.count)
            return value
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time() -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number(0...167) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] {
                guard skip(":") else { break }
                guard let part = number(0...59) else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// `M3.5.0/3`, `J60` or `59`.
        mutating func day() -> Day? {
            var day: Day
            if skip("M") {
                guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
                    let weekday = number(0...6)
                else { return nil }
                day = Day(kind: .weekday(month: month, week: week, day: weekday))
            } else if skip("J") {
                guard let number = number(1...365) else { return nil }
                day = Day(kind: .julian(number))
            } else {
                guard let number = number(0...365) else { return nil }
                day = Day(kind: .ordinal(number))
            }
            if skip("/") {
                guard let time = time() else { return nil }
                day.time = time
            }
            return day
        }
    }
}
