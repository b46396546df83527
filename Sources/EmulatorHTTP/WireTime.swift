import Basics

package import struct Foundation.Date

/// Formats times as the service does.
package enum WireTime {
    /// A time in ISO 8601, in UTC with three decimals: `2016-09-29T09:17:46.534Z`.
    package static func text(_ date: Date) -> String {
        RFC3339.text(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// Whether a string is a time in RFC 3339.
    package static func isTime(_ text: String) -> Bool { RFC3339.milliseconds(Array(text.utf8)) != nil }

    /// A time for HTTP headers (RFC 9110, 5.6.7): `Thu, 29 Sep 2016 09:17:46 GMT`.
    package static func header(_ date: Date) -> String {
        let civil = CivilDate(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)))
        let day = days[civil.weekday.rawValue]
        let two = CivilDate.twoDigits
        return "\(day), \(two(civil.day)) \(months[civil.month - 1]) \(civil.year) "
            + "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second)) GMT"
    }

    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
