import Cards
import Foundation
import Testing

/// Descriptions of the values that a field allows.
@Suite struct InputRangeTests {
    private static let day = Date(timeIntervalSince1970: 1_798_761_600)

    @Test(
        arguments: [
            (
                .number(defaultValue: nil), [.minimum(JSONNumber(1)), .required, .maximum(JSONNumber(10))],
                "from 1 to 10"
            ),
            (.number(defaultValue: nil), [.minimum(JSONNumber(3))], "3 or more"),
            (.number(defaultValue: nil), [.maximum(JSONNumber(-2))], "-2 or less"),
            (.number(defaultValue: nil), [.required], nil),
            (.date(defaultValue: nil), [.minimumDate(day)], "2027-01-01 or later"),
            (.checkboxGroup(items: [], defaultValue: []), [.minChecked(1), .maxChecked(2)], "from 1 to 2"),
            (.checkboxGroup(items: [], defaultValue: []), [.minChecked(2), .maxChecked(2)], "2"),
            (.text(defaultValue: "", numberOfLines: 1), [.maximumLength(5)], nil),
        ] as [(Card.Input.Kind, [Card.ValidationRule.Rule], String?)])
    func `a field says which values it allows`(kind: Card.Input.Kind, rules: [Card.ValidationRule.Rule], words: String?)
    {
        #expect(Card.Input(name: "a", kind: kind, validation: rules.map { Card.ValidationRule($0) }).range == words)
    }
}
