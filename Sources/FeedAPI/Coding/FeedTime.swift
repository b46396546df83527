import Basics

package import struct Foundation.Date

/// RFC 3339 timestamps of the protocol: UTC with milliseconds, `2026-11-21T09:30:00.000Z`.
package enum FeedTime {
    /// Whole milliseconds since 1970, the resolution of all times in the protocol and in the server's log; 0 for NaN.
    package static func milliseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1000).rounded()
        guard !value.isNaN else { return 0 }
        return Int64(min(max(value, Double(RFC3339.range.lowerBound)), Double(RFC3339.range.upperBound)))
    }

    package static func date(milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    package static func text(_ date: Date) -> String { RFC3339.text(milliseconds: milliseconds(date)) }

    /// Parses any RFC 3339 timestamp: with or without a fraction, with `Z` or an offset. Nil for other text.
    package static func parse(_ text: some Collection<UInt8>) -> Date? {
        RFC3339.milliseconds(Array(text)).map(date)
    }
}
