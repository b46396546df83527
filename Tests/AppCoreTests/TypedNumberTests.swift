import Cards
import Support
import Testing

@testable import AppCore

/// Numbers as users type them.
struct TypedNumberTests {
    @Test(arguments: [
        ("1,000", ["1000", "1.0"]), ("-1,500", ["-1500", "-1.5"]), (" 12,345 ", ["12345", "12.345"]),
        ("+1,000,000", ["1000000"]), ("1,000.5", ["1000.5"]),
    ])
    func `an ambiguous thousands separator is refused with a suggestion`(text: String, readings: [String]) {
        #expect(JSONNumber.readings(of: text) == readings)
        #expect(JSONNumber(typed: text) == nil)
        for reading in readings { #expect(JSONNumber(typed: reading) != nil) }
        let input = Card.Input(name: "f", label: "Amount", kind: .number(defaultValue: nil))
        #expect(FieldCheck.problem(of: .text(TextField(text)), in: input)?.hasPrefix("Amount: write ") == true)
    }

    @Test(arguments: [("0,125", "0.125"), ("1,5", "1.5"), ("1,0000", "1.0000"), (",125", "0.125"), ("1.000", "1.000")])
    func `any other comma is a decimal separator`(text: String, literal: String) {
        #expect(JSONNumber.readings(of: text).isEmpty)
        #expect(JSONNumber(typed: text)?.literal == literal)
    }

    @Test(arguments: [0, 2, 4, 5]) func `steps lead from the least value to the greatest`(value: Int) {
        #expect(isReached(value, from: 0))
    }

    @Test(arguments: [1, 3, 6, -1]) func `other values lie between steps or beyond the bounds`(value: Int) {
        #expect(!isReached(value, from: 0))
    }

    @Test func `steps decrease the value as well`() {
        #expect(isReached(1, from: 3) && isReached(0, from: 3) && !isReached(2, from: 3))
    }

    private func isReached(_ value: Int, from start: Int) -> Bool {
        JSONNumber(value).isReached(
            from: JSONNumber(start), by: JSONNumber(2), from: JSONNumber(0), to: JSONNumber(5))
    }
}
