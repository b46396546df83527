/// RFC 3339 timestamps in milliseconds. Implemented here because feeds consist mostly of timestamps, and Foundation's
/// formatters load locale data and take longer than the rest of an entry.
package enum RFC3339 {
    /// The timestamps that can be written, in milliseconds since 1970: the years 0 to 9999.
    package static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// `2026-07-31T09:05:00.123Z`: UTC with milliseconds, so that texts sort by time. A time outside ``range`` is
    /// clamped to it.
    package static func text(milliseconds: Int64) -> String {
        let milliseconds = Int(min(max(milliseconds, range.lowerBound), range.upperBound))
        let days = CivilDate.floorDivide(milliseconds, 86_400_000)
        let inDay = milliseconds - days * 86_400_000
        let date = CivilDate(daysSince1970: days)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            func put(_ value: Int, at start: Int, digits: Int, then separator: UInt8) {
                var value = value
                for index in stride(from: start + digits - 1, through: start, by: -1) {
                    buffer[index] = UInt8(ascii: "0") + UInt8(value % 10)
                    value /= 10
                }
                buffer[start + digits] = separator
            }
            put(date.year, at: 0, digits: 4, then: UInt8(ascii: "-"))
            put(date.month, at: 5, digits: 2, then: UInt8(ascii: "-"))
            put(date.day, at: 8, digits: 2, then: UInt8(ascii: "T"))
            put(inDay / 3_600_000, at: 11, digits: 2, then: UInt8(ascii: ":"))
            put(inDay / 60_000 % 60, at: 14, digits: 2, then: UInt8(ascii: ":"))
            put(inDay / 1000 % 60, at: 17, digits: 2, then: UInt8(ascii: "."))
            put(inDay % 1000, at: 20, digits: 3, then: UInt8(ascii: "Z"))
            return 24
        }
    }

    /// Reads a timestamp with any offset, any number of decimals (those beyond milliseconds are ignored), `T` or a
    /// space, and letters in either case. A leap second is read as the second after it.
    ///
    /// - Returns: Milliseconds since 1970; nil if the text is not a timestamp.
    package static func milliseconds(_ bytes: [UInt8]) -> Int64? {
        var fields = Fields(bytes: bytes)
        guard let day = fields.day(), fields.skip("T", "t", " "),
            let hour = fields.number(2), hour < 24, fields.skip(":"),
            let minute = fields.number(2), minute < 60, fields.skip(":"),
            let second = fields.number(2), second <= 60
        else { return nil }
        var fraction = 0
        if fields.skip(".") {
            guard let value = fields.thousandths() else { return nil }
            fraction = value
        }
        var offset = 0
        if !fields.skip("Z", "z") {
            let isNegative = fields.skip("-")
            guard isNegative || fields.skip("+"), let hours = fields.number(2), hours < 24, fields.skip(":"),
                let minutes = fields.number(2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
        }
        guard fields.isAtEnd else { return nil }
        let seconds = day.daysSince1970 * 86_400 + hour * 3600 + (minute - offset) * 60 + second
        return Int64(seconds * 1000 + fraction)
    }

    /// Reads a calendar day, `2026-07-31`; nil if the text is not one.
    package static func day(_ bytes: [UInt8]) -> CivilDate? {
        var fields = Fields(bytes: bytes)
        guard let day = fields.day(), fields.isAtEnd else { return nil }
        return day
    }

    /// Reads the fixed-width fields of a timestamp.
    private struct Fields {
        let bytes: [UInt8]
        private var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func skip(_ first: Unicode.Scalar, _ second: Unicode.Scalar = "\0", _ third: Unicode.Scalar = "\0")
            -> Bool
        {
            guard index < bytes.count else { return false }
            let byte = UInt32(bytes[index])
            guard byte != 0, byte == first.value || byte == second.value || byte == third.value else { return false }
            index += 1
            return true
        }

        /// A number of exactly this many digits.
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

        mutating func day() -> CivilDate? {
            guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else {
                return nil
            }
            let date = CivilDate(year: year, month: month, day: day)
            return date.isValid ? date : nil
        }

        /// One or more digits after the point, as thousandths.
        mutating func thousandths() -> Int? {
            let start = index
            var value = 0
            while index < bytes.count, bytes[index] &- 0x30 < 10 {
                if index - start < 3 { value = value * 10 + Int(bytes[index] - 0x30) }
                index += 1
            }
            guard index > start else { return nil }
            for _ in min(index - start, 3)..<3 { value *= 10 }
            return value
        }
    }
}
