import Basics

public import struct Foundation.Date

/// An ISO 8601 duration such as `P1DT2H30M`, `PT1H` or `P0.5Y`. All parts may have decimals.
public struct ISODuration: Hashable, Sendable {
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
    private static let greatestYears = 1000.0

    /// Nil unless the text is a duration of at most 1,000 years without a sign.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard rest.popFirst() == "P" else { return nil }
        var places = Array("YMWD")
        var isTime = false
        var isEmpty = true
        while let first = rest.first {
            if first == "T" {
                guard !isTime, rest.count > 1 else { return nil }
                rest.removeFirst()
                isTime = true
                places = Array("HMS")
                continue
            }
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            rest.removeFirst(digits.count)
            // A comma is the standard's decimal sign. `Double` rejects a second one.
            guard let head = digits.first, head.isNumber, let tail = digits.last, tail.isNumber,
                let value = Double(String(digits.map { $0 == "," ? "." : $0 })), let unit = rest.popFirst(),
                let place = places.firstIndex(of: unit)
            else { return nil }
            places.removeFirst(place + 1)
            isEmpty = false
            switch (unit, isTime) {
            case ("Y", _): years = value
            case ("M", false): months = value
            case ("W", _): weeks = value
            case ("D", _): days = value
            case ("H", _): hours = value
            case ("M", true): minutes = value
            default: seconds = value
            }
        }
        guard !isEmpty, years + months / 12 + fixedSeconds / 31_556_952 <= Self.greatestYears else { return nil }
    }

    private var fixedSeconds: Double { (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds }

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
