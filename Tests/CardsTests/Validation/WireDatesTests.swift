import Cards
import Foundation
import Testing

/// Dates and numbers of a host that the protocol cannot represent.
@Suite struct WireDatesTests {
    // Seconds instead of dates, because dates so far in the future cannot be described.
    static let bad = [Double.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_167_219_201]
    static let good = [0, 253_402_300_799.999, -62_167_219_200]

    @Test(arguments: bad) func `a date that the protocol cannot encode is refused`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(throws: InvalidField.self) { try CustomEvent(id: "1", name: "n", at: date).validate() }
        var settings = UserSettings()
        settings.setDate(date, forCustomField: "since")
        let error = #expect(throws: InvalidField.self) { try settings.validate() }
        #expect(error?.pointer == "/custom/since")
        #expect(throws: CardFilterError.self) { try CardFilter.greaterThan(.createdDate(date)) }
        #expect(throws: CardFilterError.self) {
            try CardFilter.in([.filterKey("due", .date(.distantPast)), .filterKey("due", .date(date))])
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that JSON cannot represent is refused in a filter`(
        number: Double
    ) {
        #expect(throws: CardFilterError.notFinite) {
            try CardFilter.between(.variable("amount", 1), .variable("amount", CardFilter.Value(number)))
        }
    }

    @Test func `a computed number is accepted`() throws {
        #expect(try CardFilter.equalTo(.variable("amount", CardFilter.Value(1.0 / 2))).values == [0.5])
    }

    @Test(arguments: good) func `every other date is accepted`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        try CustomEvent(id: "1", name: "n", at: date).validate()
        var settings = UserSettings()
        settings.setDate(date, forCustomField: "since")
        try settings.validate()
        #expect(try CardFilter.lessThan(.createdDate(date)).values == [.date(date)])
    }
}
