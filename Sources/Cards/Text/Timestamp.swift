public import struct Foundation.Date

/// The civil calendar in UTC, without Foundation's calendar or formatters: those load locale data and cost more than
/// all the rest of reading a card.
struct CivilTime {
    static let secondsPerDay = 86_400

    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 1970-01-01 to a date. Counts in 400-year eras that start in March, so that the leap day is last.
    init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    var isValid: Bool { (1...12).contains(month) && (1...Self.days(inMonth: month, of: year)).contains(day) }

    /// `2026-07-31`.
    var text: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Date {
    /// Whole milliseconds since 1970, rounded; what the store and the wire keep. Saturates far outside any calendar.
    public var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        guard abs(value) < 9e18 else { return value < 0 ? .min : .max }
        return Int64(value)
    }

    /// The times that RFC 3339 can write, in milliseconds: the years 0 to 9999.
    private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Whether a timestamp can hold it. Not where it is infinite or no number.
    package var isWritable: Bool { timeIntervalSince1970.isFinite && Self.writable.contains(milliseconds) }

    /// Milliseconds since 1970, as they are stored.
    public init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// An RFC 3339 timestamp: any offset, any number of decimals, `T` or a space, `Z` in either case. Kept to the
    /// millisecond. A leap second is read as the second after it. Nil for anything else.
    public init?(rfc3339 text: String) {
        var fields = DigitFields(text)
        guard let day = fields.day(), fields.skip(0x54, 0x74, 0x20),
            let hour = fields.number(2), hour < 24, fields.skip(.colon),
            let minute = fields.number(2), minute < 60, fields.skip(.colon),
            let second = fields.number(2), second <= 60
        else { return nil }
        var fraction = 0.0
        if fields.skip(.point) {
            guard let value = fields.fraction() else { return nil }
            fraction = value
        }
        var offset = 0
        if !fields.skip(0x5A, 0x7A) {
            let isNegative = fields.skip(.minus)
            guard isNegative || fields.skip(.plus), let hours = fields.number(2), hours < 24, fields.skip(.colon),
                let minutes = fields.number(2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isNegative ? -60 : 60)
        }
        guard fields.isAtEnd else { return nil }
        let seconds = day.daysSinceEpoch * CivilTime.secondsPerDay + hour * 3600 + minute * 60 + second - offset
        self.init(milliseconds: Int64(seconds) * 1000 + Int64((fraction * 1000).rounded(.down)))
    }

    /// `2026-07-31T09:05:00.123Z`: UTC with milliseconds, so that texts of equal length sort by time. Years outside
    /// 0 to 9999, which RFC 3339 cannot hold, are written as the nearest time it can.
    public var rfc3339: String {
        let milliseconds = min(max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
        let (day, time) = Self.floorDivide(Int(milliseconds), CivilTime.secondsPerDay * 1000)
        let clock = [(time / 3_600_000, 2), (time / 60_000 % 60, 2), (time / 1000 % 60, 2)]
        let clockText = clock.map { CivilTime.padded($0, $1) }.joined(separator: ":")
        return "\(CivilTime(daysSinceEpoch: day).text)T\(clockText).\(CivilTime.padded(time % 1000, 3))Z"
    }

    /// A calendar day, `2026-07-31`, as its first moment in UTC.
    public init?(calendarDay text: String) {
        var fields = DigitFields(text)
        guard let day = fields.day(), fields.isAtEnd else { return nil }
        self.init(milliseconds: Int64(day.daysSinceEpoch * CivilTime.secondsPerDay) * 1000)
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

    static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// Walks the fixed fields of a timestamp.
private struct DigitFields {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ choices: UInt8...) -> Bool {
        guard index < bytes.count, choices.contains(bytes[index]) else { return false }
        index += 1
        return true
    }

    /// Exactly so many digits.
    mutating func number(_ width: Int) -> Int? {
        guard index + width <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + width] {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        index += width
        return value
    }

    mutating func day() -> CivilTime? {
        guard let year = number(4), skip(.minus), let month = number(2), skip(.minus), let day = number(2) else {
            return nil
        }
        let civil = CivilTime(year: year, month: month, day: day)
        return civil.isValid ? civil : nil
    }

    /// One digit or more after the point.
    mutating func fraction() -> Double? {
        var value = 0.0
        var scale = 1.0
        let start = index
        while index < bytes.count, bytes[index] &- 0x30 < 10 {
            // More digits than this change no millisecond.
            if index - start < 9 {
                value = value * 10 + Double(bytes[index] - 0x30)
                scale *= 10
            }
            index += 1
        }
        return index > start ? value / scale : nil
    }
}
