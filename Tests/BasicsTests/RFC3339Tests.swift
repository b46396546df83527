import Basics
import Testing

struct RFC3339Tests {
    @Test(
        arguments: [
            ("2026-11-21T10:30:00Z", "2026-11-21T10:30:00.000Z"),
            ("2026-11-21t10:30:00.5z", "2026-11-21T10:30:00.500Z"),
            ("2026-11-21 10:30:00.04Z", "2026-11-21T10:30:00.040Z"),
            ("2026-11-21T10:30:00.1239999999999999999999+01:00", "2026-11-21T09:30:00.123Z"),
            ("2026-01-01T00:15:00-00:30", "2026-01-01T00:45:00.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"), ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ])
    func `every form is read`(text: String, canonical: String) throws {
        let milliseconds = try #require(RFC3339.milliseconds(Array(text.utf8)))
        #expect(RFC3339.text(milliseconds: milliseconds) == canonical)
    }

    @Test func `a date that cannot be written becomes the nearest one that can`() {
        #expect(RFC3339.text(milliseconds: .max) == "9999-12-31T23:59:59.999Z")
        #expect(RFC3339.text(milliseconds: .min) == "0000-01-01T00:00:00.000Z")
    }

    @Test(arguments: ["", "2026-02-29", "2026-1-01", "2026-11-21T", "20261121", "2026-11-00", "2026-11-21\0"])
    func `text that is not a day is refused`(text: String) {
        #expect(RFC3339.day(Array(text.utf8)) == nil)
        #expect(RFC3339.milliseconds(Array(text.utf8)) == nil)
    }

    @Test func `days count both ways over eight centuries`() {
        var previous = CivilDate(daysSince1970: -146_098)
        for day in -146_097...146_097 {
            let date = CivilDate(daysSince1970: day)
            let isNext = date.day == previous.day + 1 || (date.day == 1 && previous.day == previous.daysInMonth)
            #expect(date.isValid && date.daysSince1970 == day && isNext)
            previous = date
        }
    }
}
