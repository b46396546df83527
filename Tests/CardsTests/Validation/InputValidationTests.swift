import Cards
import Foundation
import Support
import Testing

@Suite struct InputValidationTests {
    private static let day = Date(calendarDay: "2026-01-15")!

    @Test(
        arguments: [
            ("", .required, "Amount is required"), ("  ", .required, "Amount is required"),
            (nil, .required, "Amount is required"), ([], .required, "Amount is required"),
            (false, .required, "Amount must be switched on"), (0, .required, nil), ("x", .required, nil),
            (2, .minimum(JSONNumber(3)), "Amount must be 3 or more"), (3, .minimum(JSONNumber(3)), nil),
            ("2.5", .minimum(JSONNumber(3)), "Amount must be 3 or more"),
            (3.5, .maximum(JSONNumber(3)), "Amount must be 3 or less"), (3, .maximum(JSONNumber(3)), nil),
            ("ab", .minimumLength(3), "Amount must have at least 3 characters"), ("👨‍👩‍👧", .minimumLength(1), nil),
            ("", .minimumLength(3), nil), ("abc", .minimumLength(3), nil),
            ("abcd", .maximumLength(3), "Amount must have at most 3 characters; it has 4"),
            ("日本語", .maximumLength(3), nil),
            ("2026-01-14", .minimumDate(day), "Amount must be 2026-01-15 or later"),
            ("2026-01-15", .minimumDate(day), nil),
            ("2026-01-16", .maximumDate(day), "Amount must be 2026-01-15 or earlier"),
            ("2026-01-15", .maximumDate(day), nil),
            ("12a", .regexp("[0-9]+"), "Amount does not have the expected format"), ("12", .regexp("^[0-9]+$"), nil),
            ("ab", .regexp("a|ab"), nil), ("12\n", .regexp("^[0-9]+$"), "Amount does not have the expected format"),
            ("é", .regexp("\\u00e9"), nil), ("日本", .regexp("\\w{2}"), nil), ("", .regexp("x"), nil),
            ("x", .regexp("("), nil), ("x", .unknown(name: "prime"), nil),
            (["filename": "a", "size": 11], .maxSizeBytes(10), "Amount must be at most 10 bytes; it is 11 bytes"),
            (["filename": "a", "size": 10], .maxSizeBytes(10), nil),
            (nil, .minChecked(1), "Amount: choose at least 1"), (["a"], .minChecked(1), nil),
            (["a", "b"], .maxChecked(1), "Amount: choose at most 1"), (["a"], .maxChecked(1), nil),
        ] as [(JSONValue?, Card.ValidationRule.Rule, String?)])
    func `a rule is fulfilled or has a message`(value: JSONValue?, rule: Card.ValidationRule.Rule, message: String?) {
        #expect(InputValidation.check(value, [Card.ValidationRule(rule)], label: "Amount") == message)
    }

    @Test(
        arguments: [("", [], "F is required"), ("", ["file"], nil), ("x", [], nil)]
            as [(JSONValue, Set<String>, String?)])
    func `a value is required unless another input has one`(value: JSONValue, filled: Set<String>, message: String?) {
        let rules = [Card.ValidationRule(.requiredUnless("file"))]
        #expect(InputValidation.check(value, rules, label: "F", filled: filled) == message)
    }

    @Test func `a rule about another input round-trips`() throws {
        let json: JSONValue = ["rule": "requiredUnless", "value": "file"]
        let rule = try Card.ValidationRule(json: json)
        #expect(rule.rule == .requiredUnless("file") && rule.json == json)
    }

    @Test(arguments: ["^(a+)+$", "(a|a)*b", "(.*a){20}", "(?:a?){30}a{30}b", "(a*)*(a*)*(a*)*b"])
    func `a pattern that backtracks without end is stopped`(pattern: String) {
        let text = String(repeating: "a", count: 5000) + "!"
        let clock = ContinuousClock()
        var message: String?
        let time = clock.measure {
            message = InputValidation.check(.string(text), [.init(.regexp(pattern))], label: "F")
        }
        #expect(message != nil)
        #expect(time < .seconds(2))
    }

    @Test func `text that is too long is not matched against a pattern`() {
        let text = JSONValue.string(String(repeating: "a", count: 70_000))
        #expect(
            InputValidation.check(text, [.init(.regexp("a*"))], label: "F")
                == "F can't be checked: the card's pattern is too slow for this text")
    }

    @Test func `the author's message wins and the first failing rule speaks`() {
        let rules = [Card.ValidationRule(.required), Card.ValidationRule(.minimumLength(2), message: "Say more")]
        #expect(InputValidation.check("a", rules, label: nil) == "Say more")
        #expect(InputValidation.check("", rules, label: nil) == "This field is required")
    }

    @Test(
        arguments: [
            (.number(defaultValue: nil), "abc", "F must be a number"),
            (.number(defaultValue: nil), "1e999", "F is too large"), (.number(defaultValue: nil), "1.5", nil),
            (.number(defaultValue: nil), "", nil),
            (
                .stepper(defaultValue: nil, minimum: JSONNumber(1), maximum: JSONNumber(3), step: JSONNumber(1)), 4,
                "F must be 3 or less"
            ),
            (.dropdown(items: [Card.Input.Choice(value: "a")], defaultValue: nil), "b", "F must be one of the choices"),
            (.dropdown(items: [Card.Input.Choice(value: "a")], defaultValue: nil), "a", nil),
            (
                .checkboxGroup(items: [Card.Input.Choice(value: "a")], defaultValue: []), ["b"],
                "F must be one or more of the choices"
            ),
            (.checkboxGroup(items: [Card.Input.Choice(value: "a")], defaultValue: []), ["a"], nil),
            (.date(defaultValue: nil), "2026-02-30", "F: 2026-02-30 does not exist"),
        ] as [(Card.Input.Kind, JSONValue, String?)])
    func `a value must be of the field's kind`(kind: Card.Input.Kind, value: JSONValue, message: String?) {
        #expect(InputValidation.message(for: value, of: Card.Input(name: "f", label: "F", kind: kind)) == message)
    }
}
