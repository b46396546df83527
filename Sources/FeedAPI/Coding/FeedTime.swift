public import struct Foundation.Date

/// RFC 3339 times as the protocol writes them: UTC with milliseconds, `2026-11-21T09:30:00.000Z`. Own arithmetic,
/// because a feed is mostly times and Foundation's formatters take longer than all the rest of an entry.
public enum FeedTime {
    /// Whole milliseconds since 1970, the resolution of everything on the wire and in the server's log; 0 for what is no
    /// number.
    public static func milliseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1000).rounded()
        guard !value.isNaN else { return 0 }
        // The years 0000 to 9999, which is what RFC 3339 can say.
        return Int64(min(max(value, -62_167_219_200_000), 253_402_300_799_999))
    }

    public static func date(milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    public static func text(_ date: Date) -> String {
        let milliseconds = milliseconds(date)
        let (days, inDay) = (milliseconds.flooredQuotient(86_400_000), milliseconds.flooredRemainder(86_400_000))
        // Days to civil date, by eras of 400 years that begin on 1 March.
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            func put(_ value: Int64, at start: Int, digits: Int, then separator: UInt8) {
                var value = value
                for index in stride(from: start + digits - 1, through: start, by: -1) {
                    buffer[index] = UInt8(ascii: "0") + UInt8(value % 10)
                    value /= 10
                }
                buffer[start + digits] = separator
            }
            put(year, at: 0, digits: 4, then: UInt8(ascii: "-"))
            put(month, at: 5, digits: 2, then: UInt8(ascii: "-"))
            put(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, at: 8, digits: 2, then: UInt8(ascii: "T"))
            put(inDay / 3_600_000, at: 11, digits: 2, then: UInt8(ascii: ":"))
            put(inDay / 60_000 % 60, at: 14, digits: 2, then: UInt8(ascii: ":"))
            put(inDay / 1000 % 60, at: 17, digits: 2, then: UInt8(ascii: "."))
            put(inDay % 1000, at: 20, digits: 3, then: UInt8(ascii: "Z"))
            return 24
        }
    }

    /// Reads any RFC 3339 time: with or without a fraction, with `Z` or an offset. Nil when it is none.
    public static func parse(_ text: some Collection<UInt8>) -> Date? {
        let bytes = Array(text)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[range] {
                guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard bytes.count >= 20, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes[10] | 0x20 == UInt8(ascii: "t"),
            (1...12).contains(month), (1...daysInMonth(month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var position = 19
        var fraction: Int64 = 0
        if bytes[position] == UInt8(ascii: ".") {
            position += 1
            let start = position
            while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] { position += 1 }
            guard position > start else { return nil }
            // Past the milliseconds digits do not count.
            for index in start..<start + 3 {
                fraction = fraction * 10 + (index < position ? Int64(bytes[index] - UInt8(ascii: "0")) : 0)
            }
        }
        guard position < bytes.count else { return nil }
        var offset: Int64 = 0
        switch bytes[position] {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): position += 1
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard let hours = number(position + 1..<position + 3), let minutes = number(position + 4..<position + 6),
                bytes[position + 3] == UInt8(ascii: ":"), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[position] == UInt8(ascii: "-") ? -1 : 1)
            position += 6
        default: return nil
        }
        guard position == bytes.count else { return nil }
        // Civil date to days, the inverse of the above.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
        return date(milliseconds: seconds * 1000 + fraction)
    }

    private static func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
    }
    fileprivate func flooredRemainder(_ divisor: Int64) -> Int64 { self - flooredQuotient(divisor) * divisor }
}
