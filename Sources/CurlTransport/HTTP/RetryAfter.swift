import Basics

/// `Retry-After` (RFC 9110 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// The maximum in seconds; longer waits are reduced to it.
    package static let maximum = 600.0

    /// The wait in seconds, from 0 to ``maximum``; nil if `text` has neither form, or is a date and there is no
    /// `serverDate`.
    ///
    /// A date is compared with the response's own `Date`, because our clock may be wrong.
    package static func seconds(_ text: String, serverDate: String?) -> Double? {
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(Double(text) ?? maximum, maximum)
        }
        guard let until = secondsSince1970(text), let now = serverDate.flatMap(secondsSince1970) else { return nil }
        return min(max(Double(until - now), 0), maximum)
    }

    /// Parses the only date form that servers may send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func secondsSince1970(_ text: String) -> Int? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])),
            let day = number(words[1], 1...31), let year = number(words[3], 1970...9999)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], 0...23), let minute = number(time[1], 0...59),
            let second = number(time[2], 0...60)
        else { return nil }
        return CivilDate(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
            .secondsSince1970
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count == 2 || text.utf8.count == 4, let value = Int(text), range.contains(value) else {
            return nil
        }
        return value
    }
}
