import Foundation
import Testing

@testable import Cards

/// A card with one mistake, and the position of the finding.
struct LintSample: Sendable, CustomTestStringConvertible {
    var rule: String
    var pointer: String
    var card: String

    var testDescription: String { "\(rule) at \(pointer)" }

    init(_ rule: String, _ pointer: String, _ card: String) {
        self.rule = rule
        self.pointer = pointer
        self.card = card
    }

    /// A card with a headline, followed by these components, and with these additional members.
    static func card(_ components: String = "", _ members: String = "") -> String {
        let more = components.isEmpty ? "" : ", \(components)"
        let rest = members.isEmpty ? "" : ", \(members)"
        return #"{"content": [{"type": "headline", "text": "A"}\#(more)]\#(rest)}"#
    }

    static let submit = #"{"type":"buttons","buttons":[{"text":"Send","action":{"type":"submit","name":"s"}}]}"#
    static func button(_ action: String, text: String = "Go") -> String {
        #"{"type":"buttons","buttons":[{"text":"\#(text)","action":\#(action)}]}"#
    }
    static let answered = #""answered":{"by":"bo","at":"2026-11-24T14:02:00Z","button":"Go"}"#
    static func input(_ members: String) -> String {
        card(#"{"type":"textInput","name":"n","label":"L",\#(members)}, \#(submit)"#)
    }

    static let all: [LintSample] = [
        LintSample("invalid-card", "/priority", card("", #""priority": 11"#)),
        LintSample(
            "invalid-card", "/content/1/buttons/0/action/url", card(button(#"{"type":"link","url":"file:///x"}"#))),
        LintSample(
            "invalid-card", "/content/1/buttons/0/action/subview", card(button(#"{"type":"subview","subview":"x"}"#))),
        LintSample(
            "invalid-card", "/content/1/validation/0/value", input(#""validation":[{"rule":"regexp","value":"("}]"#)),
        LintSample(
            "invalid-card", "/content/2/name",
            card(
                #"{"type":"switch","name":"n","label":"A"}, {"type":"switch","name":"n","label":"B"}, \#(submit)"#)),
        LintSample(
            "invalid-card", "/content/1/buttons/1/action/name",
            card(
                #"{"type":"buttons","buttons":[{"text":"A","action":{"type":"submit","name":"s"}},"#
                    + #"{"text":"B","action":{"type":"submit","name":"s"}}]}"#)),
        LintSample(
            "invalid-card", "/content/1/validation",
            card(
                #"{"type":"datePicker","name":"d","label":"D","validation":["#
                    + #"{"rule":"minimumDate","value":"2027-02-01"},{"rule":"maximumDate","value":"2027-01-01"}]}, "#
                    + submit)),
        LintSample(
            "missing-alternative-text", "/content/1/items/1",
            card(
                #"{"type":"carousel","items":[{"url":"https://a.example/1.png","caption":"One"},"#
                    + #"{"url":"https://a.example/2.png"}]}"#)),
        LintSample("empty-card", "/content", #"{"content": []}"#),
        LintSample("empty-card", "/content", #"{"content": [{"type":"category","text":"C"}]}"#),
        LintSample(
            "empty-subview", "/subviews/s/content",
            card(button(#"{"type":"subview","subview":"s"}"#), #""subviews":{"s":{"title":"T","content":[]}}"#)),
        LintSample("unknown-type", "/content/1/type", card(#"{"type":"headlin","text":"x"}"#)),
        LintSample(
            "duplicate-id", "/content/2/id",
            card(#"{"type":"text","id":"a","text":"x"}, {"type":"text","id":"a","text":"y"}"#)),
        LintSample(
            "many-buttons", "/content/1/buttons",
            card(
                #"{"type":"buttons","buttons":["#
                    + (1...10).map { #"{"text":"B\#($0)","action":"dismiss"}"# }.joined(separator: ",") + "]}")),
        LintSample(
            "same-label", "/content/1/buttons/1/text",
            card(#"{"type":"buttons","buttons":[{"text":"Go","action":"dismiss"},{"text":"Go","action":"snooze"}]}"#)),
        LintSample(
            "unreachable-subview", "/subviews/a~1b",
            card("", #""subviews":{"a/b":{"title":"T","content":[{"type":"text","text":"x"}]}}"#)),
        LintSample(
            "unreachable-page", "/pages/q",
            card(
                #"{"type":"loadMore","text":"More","page":"p"}"#,
                #""pages":{"p":[{"type":"loadMore","text":"More","page":"r"}],"q":[],"r":[{"type":"text","text":"x"}]}"#
            )),
        LintSample("undeclared-variable", "/content/1/text", card(#"{"type":"text","text":"Hello {{ nam }}"}"#)),
        LintSample("unused-variable", "/variables/0/name", card("", #""variables":[{"name":"v"}]"#)),
        LintSample("empty-text", "/content/1/text", card(#"{"type":"text","text":" \u200b "}"#)),
        LintSample(
            "control-character", "/content/1/items/1/text",
            card(#"{"type":"list","items":["a",{"text":"\u001b[31m"}]}"#)),
        LintSample("control-character", "/content/1/text", card(#"{"type":"text","text":"a\u202eb"}"#)),
        LintSample(
            "long-label", "/content/1/buttons/0/text",
            card(button(#""dismiss""#, text: String(repeating: "x", count: 33)))),
        LintSample(
            "long-text", "/content/1", card(#"{"type":"text","text":"\#(String(repeating: "word ", count: 400))"}"#)),
        LintSample(
            "long-text", "/content/1",
            card(#"{"type":"list","items":[\#((1...21).map { "\"\($0)\"" }.joined(separator: ","))]}"#)),
        LintSample(
            "missing-alternative-text", "/content/1", card(#"{"type":"image","url":"https://a.example/i.png"}"#)),
        LintSample(
            "missing-media-label", "/content/1",
            card(#"{"type":"image","url":"https://a.example/i.png","layout":"text","alternativeText":"I"}"#)),
        LintSample(
            "refused-link", "/content/1/text", card(#"{"type":"text","text":"See [this](javascript:alert(1))"}"#)),
        LintSample(
            "misleading-link", "/content/1/buttons/0/action/url",
            card(button(#"{"type":"link","url":"https://bank.example@evil.example/"}"#))),
        LintSample("expired", "/expiresAt", card("", #""expiresAt":"2026-01-01T00:00:00Z""#)),
        LintSample("expired", "/expiresIn", card("", #""expiresIn":0"#)),
        LintSample("expired", "/expiresIn", card("", #""expiresIn":"PT0S""#)),
        LintSample(
            "ends-before-it-begins", "/expiresIn", card("", #""expiresIn":"PT1H","publishAt":"2026-07-02T00:00:00Z""#)),
        LintSample(
            "snooze-past-expiry", "/content/1/buttons/0/action",
            card(button(#"{"type":"snooze","for":"PT2H"}"#), #""expiresIn":"PT1H""#)),
        LintSample(
            "snooze-past-expiry", "/content/1/buttons/0/action",
            card(button(#"{"type":"snooze","until":"2026-07-03T00:00:00Z"}"#), #""expiresAt":"2026-07-02T00:00:00Z""#)),
        LintSample(
            "snooze-in-the-past", "/content/1/buttons/0/action/until",
            card(button(#"{"type":"snooze","until":"2026-01-01T00:00:00Z"}"#))),
        LintSample("goes-unread", "/autoDismiss", card("", #""autoDismiss":3"#)),
        LintSample("no-way-out", "/actions", card("", #""actions":{"dismiss":false}"#)),
        LintSample("form-without-submit", "/content/1", card(#"{"type":"switch","name":"n","label":"L"}"#)),
        LintSample("answered-form", "/content/1/buttons/0/action", card(submit, answered)),
        LintSample("undo-without-answer", "/undo", card("", #""undo":false"#)),
        LintSample(
            "answered-form", "/content/1", card(#"{"type":"switch","name":"n","label":"L"}, \#(submit)"#, answered)),
        LintSample(
            "control-character", "/answered/by",
            card("", #""answered":{"by":"bo\u202eob","at":"2026-11-24T14:02:00Z"}"#)),
        LintSample("invalid-card", "/answered/at", card("", #""answered":{"by":"bo"}"#)),
        LintSample("missing-label", "/content/1", card(#"{"type":"switch","name":"n"}, \#(submit)"#)),
        LintSample(
            "invalid-default", "/content/1/default",
            input(#""default":"abc","validation":[{"rule":"maximumLength","value":2,"message":"Too long"}]"#)),
        LintSample(
            "slow-regexp", "/content/1/validation/0/value",
            input(#""validation":[{"rule":"regexp","value":"^(\\w+\\s?)+$"}]"#)),
        LintSample(
            "empty-text", "/content/0/buttons/0/action/confirm",
            #"""
            {"content":[{"type":"buttons","buttons":[
            {"text":"Go","action":{"type":"submit","name":"go","confirm":" "}}]}]}
            """#),
        LintSample(
            "long-label", "/content/0/buttons/0/action/done",
            #"""
            {"content":[{"type":"buttons","buttons":[
            {"text":"Go","action":{"type":"submit","name":"go","done":"\#(String(repeating: "a", count: 80))"}}]}]}
            """#),
        LintSample(
            "invalid-card", "/content/1/buttons/0/action/outcome",
            card(button(#"{"type":"submit","name":"s","outcome":"good"}"#))),
        LintSample(
            "unknown-member", "/content/1/buttons/0/action/outcome",
            card(button(#"{"type":"dismiss","outcome":"positive"}"#))),
        LintSample(
            "unknown-member", "/content/0/apearance", #"{"content":[{"type":"headline","text":"A","apearance":"h2"}]}"#),
    ]
}

@Suite struct CardLintTests {
    /// 2026-07-01T00:00:00Z.
    private let now = Date(timeIntervalSince1970: 1_782_864_000)

    private func findings(_ text: String) throws -> [LintFinding] {
        CardLint.findings(in: try JSONParser.parse(text), now: now)
    }

    @Test(arguments: LintSample.all)
    func `a card with one mistake has exactly that finding`(sample: LintSample) throws {
        let findings = try findings(sample.card)
        #expect(findings.map(\.rule) == [sample.rule])
        #expect(findings.map(\.pointer) == [sample.pointer])
        #expect(findings.allSatisfy { ($0.severity == .error) == (sample.rule == "invalid-card") })
    }

    @Test(arguments: [0.0004, 0.0005, 0.0006]) func `a duration of nothing is told at any time`(fraction: Double) throws
    {
        let card = try JSONParser.parse(#"{"content":[{"type":"headline","text":"A"}],"expiresIn":0}"#)
        #expect(CardLint.findings(in: card, now: now + fraction).map(\.rule) == ["expired"])
    }

    @Test func `a card with only unknown components is reported as empty with the reason`() throws {
        let found = try findings(#"{"content": [{"type":"hologram","depth":3}]}"#)
        #expect(found.map(\.rule) == ["empty-card", "unknown-type"])
        #expect(found.first?.message == "this card has nothing that a viewer can show")
    }

    @Test func `every rule has a sample`() {
        #expect(Set(LintSample.all.map(\.rule)) == Set(CardLint.rules.map(\.name)))
    }

    @Test(arguments: [
        LintSample.card(
            #"{"type":"text","text":"Hello {{name}}"}"#, #""$schema":"s","variables":[{"name":"name","default":"you"}]"#
        ),
        LintSample.card(#"{"type":"text","text":"{{}} and {{{ and }}"}"#),
        LintSample.card(LintSample.button(#"{"type":"snooze","for":"PT1H"}"#), #""expiresIn":"PT2H""#),
        LintSample.card("", #""actions":{"dismiss":false},"expiresIn":"P1D""#),
        LintSample.card(#"{"type":"text","text":"Mail [us](mailto:a@b.example) or [see](HTTPS://a.example/x)"}"#),
        LintSample.card(
            #"{"type":"text","text":"\#((0..<15).map { String(repeating: " ", count: 20 * $0) + "- a" }.joined(separator: "\\n"))"}"#
        ),
        LintSample.card(#"{"type":"text","expand":5,"text":"\#(String(repeating: "word ", count: 400))"}"#),
        LintSample.input(#""validation":[{"rule":"regexp","value":"^(a+)?[(+]+\\+(b{2,3})+$"}]"#),
        LintSample.input(#""default":"abc","validation":["required",{"rule":"maximumLength","value":3}]"#),
        LintSample.card("", #""metadata":{"anything":{"goes":1}}"#),
        LintSample.card(LintSample.button(#""dismiss""#), LintSample.answered),
    ])
    func `a valid card has no findings`(card: String) throws {
        #expect(try findings(card) == [])
    }

    @Test func `a misspelt name is reported with a suggestion`() throws {
        let card = LintSample.card(#"{"type":"text","text":"{{nmae}}"}"#, #""variables":[{"name":"name"}]"#)
        let finding = try #require(try findings(card).first { $0.rule == "undeclared-variable" })
        #expect(finding.description.contains("Did you mean {{name}}?"))
        let member = try #require(try findings(#"{"content":[{"type":"headline","txet":"A","text":"A"}]}"#).first)
        #expect(
            member.description == "/content/0/txet: unknown member \"txet\". Did you mean \"text\"? [unknown-member]")
        let link = LintSample.card(LintSample.button(#"{"type":"snooze","for":"PT1H","outcome":"positive"}"#))
        let place = "/content/1/buttons/0/action/outcome"
        #expect(
            try findings(link).map(\.description)
                == ["\(place): unknown member \"outcome\". Only \"submit\" has this member. [unknown-member]"])
        let unknown = LintSample.card(LintSample.button(#"{"type":"submit","name":"s","outcome":"good"}"#))
        #expect(
            try findings(unknown).map(\.description)
                == ["\(place): expected one of positive, negative, found \"good\" [invalid-card]"])
    }

    @Test(arguments: ["null", "[]", "3", #"{"content":3,"subviews":[],"variables":{}}"#, #"{"content":[null,3,{}]}"#])
    func `JSON that is not a card is an error`(text: String) throws {
        #expect(try findings(text).first?.severity == .error)
    }
}

@Suite struct JSONPlaceTests {
    @Test(arguments: [
        ("", 1, 1), ("/a", 2, 7), ("/b/1", 5, 3), ("/b/1/c~0~1d", 6, 4), ("/b/1/missing", 5, 3), ("/é", 8, 7),
    ])
    func `a pointer leads to line and column`(pointer: String, line: Int, column: Int) {
        let text = "{\n \"a\": 1,\n \"b\": [\n  {},\n  {\"c~/d\":\n   2}],\n\n \"é\": 3}"
        #expect(JSONPlace(of: pointer, in: JSONSlice(Array(text.utf8))) == JSONPlace(line: line, column: column))
    }
}
