import FeedAPI
import Foundation
import Testing

@Suite struct FeedTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_763_688_906_123, "2025-11-21T01:35:06.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func `a time is written and read back to the millisecond`(milliseconds: Int64, text: String) {
        #expect(FeedTime.text(FeedTime.date(milliseconds: milliseconds)) == text)
        #expect(FeedTime.parse(text.utf8).map(FeedTime.milliseconds) == milliseconds)
    }

    @Test func `times agree with Foundation over four centuries`() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for day in stride(from: -36_524, to: 109_573, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661.25)
            #expect(FeedTime.text(date) == formatter.string(from: date))
        }
    }

    @Test(arguments: [
        ("2026-11-21T10:30:00Z", "2026-11-21T10:30:00.000Z"), ("2026-11-21t10:30:00.5z", "2026-11-21T10:30:00.500Z"),
        ("2026-11-21T10:30:00.1239+01:00", "2026-11-21T09:30:00.123Z"),
        ("2026-01-01T00:15:00-00:30", "2026-01-01T00:45:00.000Z"),
    ])
    func `other forms of RFC 3339 are read`(text: String, canonical: String) throws {
        #expect(FeedTime.text(try #require(FeedTime.parse(text.utf8))) == canonical)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T10:30:00", "2026-02-29T10:30:00Z", "2026-13-01T10:30:00Z", "2026-11-21T24:00:00Z",
        "2026-11-21T10:30:00.Z", "2026-11-21T10:30:00+1:00", "2026-11-21T10:30:00Zx", "2026-11-21 10:30:00.+0",
        "2026-11-21T10:30:00+00-00",
    ])
    func `text that is not a time is refused`(text: String) {
        #expect(FeedTime.parse(text.utf8) == nil)
    }
}
