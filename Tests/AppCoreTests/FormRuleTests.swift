import AppCore
import Cards
import Support
import Testing

import struct Foundation.Date

/// Each validation rule in a form: silent at first, reported by the first submit, and checked on every change from then
/// on.
struct FormRuleTests {
    struct Rule: CustomTestStringConvertible {
        var testDescription: String
        var kind: Card.Input.Kind
        var rule: Card.ValidationRule.Rule
        var wrong: FieldValue
        var right: FieldValue
        var message: String
    }

    private static func text(_ text: String) -> FieldValue { .text(TextField(text)) }
    private static let oneLine = Card.Input.Kind.text(defaultValue: "", numberOfLines: 1)
    private static let number = Card.Input.Kind.number(defaultValue: nil)
    private static let date = Card.Input.Kind.date(defaultValue: nil)
    private static let boxes = Card.Input.Kind.checkboxGroup(
        items: ["a", "b", "c"].map { Card.Input.Choice(value: $0) }, defaultValue: [])
    private static let day = Date(rfc3339: "2026-01-15T00:00:00Z")!

    static let rules: [Rule] = [
        Rule(
            testDescription: "required text", kind: oneLine, rule: .required, wrong: text("  "), right: text("x"),
            message: "F is required"),
        Rule(
            testDescription: "required switch", kind: .toggle(defaultValue: false), rule: .required,
            wrong: .toggle(false), right: .toggle(true), message: "F must be switched on"),
        Rule(
            testDescription: "required choice",
            kind: .dropdown(items: [Card.Input.Choice(value: "a")], defaultValue: nil), rule: .required,
            wrong: .choice(nil), right: .choice("a"), message: "F is required"),
        Rule(
            testDescription: "minimum", kind: number, rule: .minimum(JSONNumber(3)), wrong: text("2,9"),
            right: text("3"), message: "F must be 3 or more"),
        Rule(
            testDescription: "maximum", kind: number, rule: .maximum(JSONNumber(3)), wrong: text("3.1"),
            right: text("-1"), message: "F must be 3 or less"),
        Rule(
            testDescription: "a number beyond all numbers", kind: number, rule: .maximum(JSONNumber(3)),
            wrong: text("1e999"), right: text("3"), message: "F must be 3 or less"),
        Rule(
            testDescription: "minimum length", kind: oneLine, rule: .minimumLength(3), wrong: text("ab"),
            right: text("👨‍👩‍👧bc"), message: "F must have at least 3 characters"),
        Rule(
            testDescription: "maximum length", kind: oneLine, rule: .maximumLength(2), wrong: text("abc"),
            right: text("日本"), message: "F must have at most 2 characters; it has 3"),
        Rule(
            testDescription: "minimum date", kind: date, rule: .minimumDate(day), wrong: text("2026-01-14"),
            right: text("2026-01-15"), message: "F must be 2026-01-15 or later"),
        Rule(
            testDescription: "maximum date", kind: date, rule: .maximumDate(day), wrong: text("tomorrow"),
            right: text("today"), message: "F must be 2026-01-15 or earlier"),
        Rule(
            testDescription: "a date that does not exist", kind: date, rule: .required, wrong: text("2026-02-30"),
            right: text("2026-02-28"), message: "F: 2026-02-30 does not exist"),
        Rule(
            testDescription: "pattern", kind: oneLine, rule: .regexp("[A-Z]{2}[0-9]+"), wrong: text("ab1"),
            right: text("AB1"), message: "F does not have the expected format"),
        Rule(
            testDescription: "minimum checked", kind: boxes, rule: .minChecked(2), wrong: .checked(["a"], cursor: 0),
            right: .checked(["a", "b"], cursor: 0), message: "F: choose at least 2"),
        Rule(
            testDescription: "maximum checked", kind: boxes, rule: .maxChecked(1),
            wrong: .checked(["a", "b"], cursor: 0), right: .checked(["b"], cursor: 0), message: "F: choose at most 1"),
    ]

    @Test(arguments: rules, [nil, "The author's own words"])
    func `a broken rule is reported after the first submit, and then on every change`(rule: Rule, own: String?) {
        // A value of the wrong kind is reported in our words, because the author's message is for the rule.
        let isKind = rule.message.hasSuffix("does not exist")
        let message = isKind ? rule.message : own ?? rule.message
        let inputs: [Card.Component] = [
            .input(Card.Input(name: "first", kind: Self.oneLine)),
            .input(Card.Input(name: "f", label: "F", kind: rule.kind, validation: [.init(rule.rule, message: own)])),
            .input(Card.Input(name: "g", label: "F", kind: rule.kind, validation: [.init(rule.rule, message: own)])),
        ]
        var state = AppState.given(
            makeCard(body: makeBody(components: inputs + [buttons(("Send", .submit(.init(buttonName: "send"))))])))
        let card = CardID("c1")
        state.forms[card] = FormState(values: ["f": rule.wrong, "g": rule.wrong])
        #expect(state.form(of: card).problems.isEmpty)
        #expect(state.press("1") == [])
        #expect(state.form(of: card).problems == ["f": message, "g": message])
        #expect(state.focus == .input(name: "f"))
        #expect(state.toast == message)
        // The values are checked again, regardless of what changed them.
        state.forms[card]?.values["g"] = rule.right
        state.forms[card]?.values["f"] = rule.right
        // The command runs by name and from outside, because a focused field would take the key as text.
        state.containers[0].focus = nil
        #expect(!update(&state, .command(.pressButton(1)), at: .fixed).isEmpty)
        #expect(state.form(of: card).problems.isEmpty)
    }

    @Test func `a wrong value is reported when the field loses the focus, and an empty field is not`() {
        let inputs: [Card.Component] = ["f", "g"].map {
            .input(Card.Input(name: $0, label: "F", kind: Self.number, validation: [.init(.required)]))
        }
        var state = AppState.given(card("c1", inputs[0], inputs[1]))
        let id = CardID("c1")
        _ = state.press("tab")
        state.type("abc")
        #expect(state.form(of: id).problems.isEmpty)
        _ = state.press("tab", "tab")
        #expect(state.form(of: id).problems == ["f": "F must be a number"])
        _ = state.press("shift-tab", "shift-tab", "ctrl-u")
        state.type("12")
        #expect(state.form(of: id).problems.isEmpty)
    }

    @Test func `a submit that refuses needs no required values, but no value may be wrong`() {
        let inputs = ["f", "g"].map {
            Card.Component.input(Card.Input(name: $0, label: "F", kind: Self.number, validation: [.init(.required)]))
        }
        let no = Card.ButtonAction.Submission(buttonName: "no", outcome: .negative)
        var state = AppState.given(card("c1", inputs[0], inputs[1], buttons(("Decline", .submit(no)))))
        _ = state.press("tab")
        state.type("x")
        #expect(state.press("esc", "1") == [])
        #expect(state.form(of: CardID("c1")).problems == ["f": "F must be a number"])
        _ = state.press("backspace", "esc")
        #expect(!state.press("1").isEmpty)
    }

    @Test func `if one of two inputs is required, either of them clears the message`() {
        let text = Card.Input(name: "f", label: "F", kind: Self.oneLine, validation: [.init(.requiredUnless("g"))])
        var state = AppState.given(
            card(
                "c1", .input(text), .input(Card.Input(name: "g", kind: Self.oneLine)),
                buttons(("Send", .submit(.init(buttonName: "send"))))))
        let id = CardID("c1")
        #expect(state.press("1") == [])
        #expect(state.form(of: id).problems == ["f": "F is required"])
        _ = state.press("tab")
        state.type("x")
        #expect(state.form(of: id).problems.isEmpty)
        #expect(!state.press("esc", "1").isEmpty)
    }

    @Test func `after the first submit, a corrected field clears its message immediately, and a wrong value sets it`() {
        let input = Card.Input(
            name: "f", label: "F", kind: Self.number, validation: [.init(.required), .init(.maximum(JSONNumber(10)))])
        var state = AppState.given(
            card("c1", .input(input), buttons(("Send", .submit(.init(buttonName: "send"))))))
        let id = CardID("c1")
        _ = state.press("tab")
        state.type("99")
        #expect(state.form(of: id).problems.isEmpty)
        _ = state.press("esc", "1")
        #expect(state.form(of: id).problems["f"] == "F must be 10 or less")
        _ = state.press("backspace")
        #expect(state.form(of: id).problems.isEmpty)
        _ = state.press("backspace")
        #expect(state.form(of: id).problems["f"] == "F is required")
        state.type("x")
        #expect(state.form(of: id).problems["f"] == "F must be a number")
    }
}
