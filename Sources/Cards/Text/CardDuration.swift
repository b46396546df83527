import Basics

public import struct Foundation.Date

/// A length of time as written in cards: numbers with units such as `60s`, `2h` or `1d12h`, or an ISO 8601 duration
/// such as `PT60S`, `P1DT12H` or `P0.5Y`. Larger units come first; all numbers may have decimals.
///
/// The units are `y`, `mo`, `w`, `d`, `h`, `m` for minutes, and `s`. A number without a unit is not a `CardDuration`.
/// Where such a number is accepted, in the JSON of cards, in options and in settings, it is a number of seconds
/// (decision 0155).
public struct CardDuration: Hashable, Sendable {
    /// Calendar years; 0 by default.
    public var years = 0.0
    /// Calendar months; 0 by default.
    public var months = 0.0
    /// Weeks of seven days; 0 by default.
    public var weeks = 0.0
    /// Calendar days; 0 by default.
    public var days = 0.0
    /// Hours of 60 minutes; 0 by default.
    public var hours = 0.0
    /// Minutes of 60 seconds; 0 by default.
    public var minutes = 0.0
    /// Seconds with a fraction; 0 by default.
    public var seconds = 0.0

    /// An average month of the Gregorian calendar in days, used for fractions of a month.
    private static let averageMonth = 30.436875
    /// Longer durations are refused, because timestamps could not represent the result.
    private static let maxYears = 1000.0

    /// A description of the accepted text, for messages.
    public static let expected = "a duration with units, such as 60s, 2h, 1d12h or PT1H"
    /// A description of what ``text(of:)`` accepts, for messages.
    static let jsonExpected = "seconds, or a duration with units, such as 60s, 2h, 1d12h or PT1H"
    /// The largest number of seconds in JSON: 1,000 years.
    static let maxSeconds = 31_556_952_000

    /// An ECMA 262 regular expression for `pattern` of JSON Schema, for texts that ``text(of:)`` accepts.
    static let pattern: String = {
        func parts(_ units: String...) -> String { units.map { "([0-9]+([.,][0-9]+)?\($0))?" }.joined() }
        let iso = "P(?=[0-9T])\(parts("Y", "M", "W", "D"))(T(?=[0-9])\(parts("H", "M", "S")))?"
        return "^(\(iso)|[0-9]+|(?=[0-9])\(parts("y", "mo", "w", "d", "h", "m", "s")))$"
    }()

    /// Nil unless the text is a duration of at most 1,000 years without a sign.
    public init?(_ text: String) {
        if text.first == "P" {
            let parts = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 || !parts[0].isEmpty,
                parts[0].isEmpty || read(parts[0], [("Y", \.years), ("M", \.months), ("W", \.weeks), ("D", \.days)]),
                parts.count == 1 || read(parts[1], [("H", \.hours), ("M", \.minutes), ("S", \.seconds)])
            else { return nil }
        } else {
            let units: [Unit] = [
                ("y", \.years), ("mo", \.months), ("w", \.weeks), ("d", \.days), ("h", \.hours), ("m", \.minutes),
                ("s", \.seconds),
            ]
            guard read(text[...], units) else { return nil }
        }
        guard years + months / 12 + fixedSeconds / 31_556_952 <= Self.maxYears else { return nil }
    }

    /// A duration as people type it: in capitals, with blanks, and with whole words, such as `2H` or `2 hours`.
    ///
    /// Nil for anything else, and for durations that ``init(_:)`` rejects.
    package init?(typed text: String) {
        if let duration = CardDuration(text) {
            self = duration
            return
        }
        var written = ""
        var word = ""
        for character in text.lowercased() + " " {
            if character.isLetter {
                word.append(character)
            } else {
                written += Self.units[word] ?? word
                word = ""
                if !character.isWhitespace { written.append(character) }
            }
        }
        self.init(written)
    }

    /// Units by the words that people type for them.
    private static let units: [String: String] = {
        var units: [String: String] = [:]
        for (unit, names) in [
            ("y", "yr yrs year years"), ("mo", "month months"), ("w", "week weeks"), ("d", "day days"),
            ("h", "hr hrs hour hours"), ("m", "min mins minute minutes"), ("s", "sec secs second seconds"),
        ] {
            for name in names.split(separator: " ") { units[String(name)] = unit }
        }
        return units
    }()

    private typealias Unit = (name: String, place: WritableKeyPath<CardDuration, Double>)

    /// Reads numbers that are each followed by a unit, in the order of `units`; false if there are none, or for any
    /// other text.
    private mutating func read(_ text: Substring, _ units: [Unit]) -> Bool {
        var (rest, units) = (text, units[...])
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            rest.removeFirst(digits.count)
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest.removeFirst(name.count)
            // A comma is the standard's decimal sign. `Double` rejects a second one.
            guard let head = digits.first, head.isNumber, let tail = digits.last, tail.isNumber,
                let value = Double(String(digits.map { $0 == "," ? "." : $0 })),
                let index = units.firstIndex(where: { $0.name == name })
            else { return false }
            self[keyPath: units[index].place] = value
            units = units[(index + 1)...]
        }
        return !text.isEmpty
    }

    private var fixedSeconds: Double { (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds }

    /// The length in seconds, with years and months counted from 1 January 1970.
    package var length: Double { added(to: Date(timeIntervalSince1970: 0)).timeIntervalSince1970 }

    /// The text of a duration in JSON. A JSON number, or a string of digits, is a number of seconds. Nil if the value
    /// is not a duration.
    package static func text(of json: JSONValue) -> String? {
        if let seconds = json.int { return (0...maxSeconds).contains(seconds) ? "\(seconds)s" : nil }
        guard let text = json.string else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let written = isNumber ? text + "s" : text
        return CardDuration(written) == nil ? nil : written
    }

    /// The seconds in a setting or in an option of a command: a number or a duration. Nil for any other text.
    package static func seconds(_ text: String) -> Double? {
        if let seconds = Double(text) { return seconds.isFinite ? seconds : nil }
        return CardDuration(typed: text)?.length
    }

    /// A description of what ``seconds(_:)`` accepts, for messages.
    package static let secondsExpected = "seconds, or a duration with units, such as 90s, 2m, 1h30m or PT1H"

    /// Adds years and months by the calendar in UTC (a month after 31 January is the last day of February), fractions
    /// of a month by the average month, and the rest as fixed lengths of time.
    public func added(to date: Date) -> Date {
        let allMonths = years * 12 + months
        let wholeMonths = Int(allMonths.rounded(.down))
        let rest = fixedSeconds + (allMonths - Double(wholeMonths)) * Self.averageMonth * 86_400
        let milliseconds = date.milliseconds + Int64((rest * 1000).rounded())
        guard wholeMonths != 0 else { return Date(milliseconds: milliseconds) }
        let day = CivilDate.floorDivide(Int(date.milliseconds), 86_400_000)
        let end = CivilDate(daysSince1970: day).adding(months: wholeMonths)
        return Date(milliseconds: milliseconds + Int64((end.daysSince1970 - day) * 86_400_000))
    }
}
