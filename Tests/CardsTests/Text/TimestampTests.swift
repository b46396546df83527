import Cards
import Foundation
import Support
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-01-15T09:00:00.000Z", 1_768_467_600_000),
        ("2026-01-15T10:30:00.5+01:30", 1_768_467_600_500), ("2026-01-15t08:59:59.999999999z", 1_768_467_599_999),
        ("2026-01-15 09:00:00-00:00", 1_768_467_600_000), ("1969-12-31T23:59:59.999Z", -1),
        ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func `timestamps are read`(text: String, milliseconds: Int64) {
        #expect(Date(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-01-15", "2026-01-15T09:00:00", "2026-01-15T09:00Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z", "2026-01-15T24:00:00Z", "2026-01-15T09:60:00Z", "2026-01-15T09:00:00.Z",
        "2026-01-15T09:00:00+0100", "2026-01-15T09:00:00Zx", "2026-1-15T09:00:00Z", "२०२६-01-15T09:00:00Z",
        "2026-00-10T09:00:00Z", "2026-01-00T09:00:00Z",
    ])
    func `other text is not a timestamp`(text: String) {
        #expect(Date(rfc3339: text) == nil)
    }

    @Test func `every day of four centuries agrees with Foundation and reads back`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for day in stride(from: -70_000, to: 90_000, by: 211) {
            let date = Date(milliseconds: Int64(day) * 86_400_000 + 3_723_004)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = date.rfc3339
            let expected = try [#require(parts.year), #require(parts.month), #require(parts.day)]
            #expect(text.prefix(10).split(separator: "-").compactMap { Int($0) } == expected)
            #expect(text.hasSuffix("T01:02:03.004Z"))
            #expect(Date(rfc3339: text) == date)
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e300, .nan, 1e15])
    func `a time outside the calendar is still written as a timestamp`(seconds: Double) {
        #expect(Date(rfc3339: Date(timeIntervalSince1970: seconds).rfc3339) != nil)
    }

    @Test(arguments: [
        ("PT1H", "2026-01-31T13:00:00.000Z"), ("P1DT2H30M", "2026-02-01T14:30:00.000Z"),
        ("P1M", "2026-02-28T12:00:00.000Z"), ("P13M", "2027-02-28T12:00:00.000Z"),
        ("P1Y", "2027-01-31T12:00:00.000Z"), ("P0.5Y", "2026-07-31T12:00:00.000Z"), ("P2W", "2026-02-14T12:00:00.000Z"),
        ("PT0.5H", "2026-01-31T12:30:00.000Z"), ("PT1,5S", "2026-01-31T12:00:01.500Z"),
        ("P1Y2M3W4DT5H6M7S", "2027-04-25T17:06:07.000Z"), ("P0D", "2026-01-31T12:00:00.000Z"),
        ("PT36H", "2026-02-02T00:00:00.000Z"), ("P0.5M", "2026-02-15T17:14:33.000Z"),
        ("60s", "2026-01-31T12:01:00.000Z"), ("2h", "2026-01-31T14:00:00.000Z"), ("90m", "2026-01-31T13:30:00.000Z"),
        ("1d12h", "2026-02-02T00:00:00.000Z"), ("1.5h", "2026-01-31T13:30:00.000Z"), ("2w", "2026-02-14T12:00:00.000Z"),
        ("1mo", "2026-02-28T12:00:00.000Z"), ("1y2mo3w4d5h6m7s", "2027-04-25T17:06:07.000Z"),
    ])
    func `durations are added by the calendar`(text: String, end: String) throws {
        let duration = try #require(CardDuration(text))
        let start = try #require(Date(rfc3339: "2026-01-31T12:00:00Z"))
        #expect(duration.added(to: start).rfc3339 == end)
    }

    @Test(arguments: [
        ("90", 90), ("0.5", 0.5), ("90s", 90), ("1m30s", 90), ("PT1M30S", 90), ("1d", 86400), ("1mo", 31 * 86400),
        ("-5", -5), ("soon", nil), ("", nil), ("nan", nil), ("inf", nil),
    ])
    func `options and settings take seconds and durations`(text: String, seconds: Double?) {
        #expect(CardDuration.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            (60, "60s"), ("60", "60s"), ("60s", "60s"), ("PT60S", "PT60S"), (0, "0s"), (-1, nil), (1.5, nil),
            ("1.5", nil),
            (99_999_999_999, nil), ("", nil), (true, nil), ("soon", nil),
        ] as [(JSONValue, String?)])
    func `durations of cards are numbers of seconds, too`(json: JSONValue, text: String?) {
        #expect(CardDuration.text(of: json) == text)
    }

    @Test(arguments: [
        "", "P", "PT", "P1", "1D", "P1H", "PT1D", "P1DT", "P-1D", "-P1D", "P1D1Y", "P1D2D", "P.5D", "P5.D", "P1.2.3D",
        "PT1H1H", "P1DT1HT1M", "P9999999Y", "P1e3D", "p1d", "P１D", "PinfD", "PTnanS",
        "60", "1", "h", "2 h", "2H", "1h2d", "1h1h", "-1h", "+1h", "1h30", "2hours", "1.h", "9999y", "PT1h", "P1d",
    ])
    func `other text is not a duration`(text: String) {
        #expect(CardDuration(text) == nil)
    }
}
