/// Dates and times (RFC 3339).
extension TOMLReader {
    /// Reads a date, and the time and the offset that follow it, if any. A blank may separate date and time.
    mutating func dateTime(since start: Mark) throws(TOMLError) -> TOMLDateTime {
        position = start.position
        var value = TOMLDateTime(day: try day(since: start))
        if current == 0x20, position + 3 < bytes.count, bytes[position + 3] == UInt8(ascii: ":") {
            position += 1
        } else if !take("T"), !take("t") {
            try checkEnd(since: start)
            return value
        }
        value.time = try time(since: start)
        value.offset = try offset(since: start)
        try checkEnd(since: start)
        return value
    }

    mutating func localTime(since start: Mark) throws(TOMLError) -> TOMLDateTime {
        position = start.position
        let value = TOMLDateTime(time: try time(since: start))
        try checkEnd(since: start)
        return value
    }

    private mutating func day(since start: Mark) throws(TOMLError) -> TOMLDateTime.Day {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else {
            throw notDate(start)
        }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard days.indices.contains(month - 1), (1...days[month - 1]).contains(day) else {
            throw failure("this day does not exist", at: start)
        }
        return TOMLDateTime.Day(year: year, month: month, day: day)
    }

    private mutating func time(since start: Mark) throws(TOMLError) -> TOMLDateTime.Time {
        guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2) else {
            throw notDate(start)
        }
        guard hour < 24, minute < 60, second <= 60 else { throw failure("this time does not exist", at: start) }
        var nanosecond = 0
        if take(".") {
            var unit = 1_000_000_000
            let first = position
            while let byte = current, Self.isDigit(byte) {
                unit /= 10
                nanosecond += Int(byte - UInt8(ascii: "0")) * unit
                position += 1
            }
            guard position > first else { throw notDate(start) }
        }
        return TOMLDateTime.Time(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    }

    private mutating func offset(since start: Mark) throws(TOMLError) -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = current == UInt8(ascii: "-")
        guard take("-") || take("+") else { return nil }
        guard let hours = number(2), take(":"), let minutes = number(2) else { throw notDate(start) }
        guard hours < 24, minutes < 60 else { throw failure("this offset does not exist", at: start) }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    /// Reads a number of exactly this many digits.
    private mutating func number(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard let digit = Self.digit(byte, radix: 10) else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }

    /// Checks that the value ends here.
    private func checkEnd(since start: Mark) throws(TOMLError) {
        guard let byte = current else { return }
        guard [0x20, 0x09, 0x0A, 0x0D].contains(byte) || ",]}#".utf8.contains(byte) else { throw notDate(start) }
    }

    private func notDate(_ start: Mark) -> TOMLError {
        failure(
            "this is not a date or time; expected a value such as 2026-05-27, 07:32:00 or 2026-05-27T07:32:00Z",
            at: start)
    }
}
