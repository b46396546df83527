import Support
import Testing

@testable import Cards

@Suite struct RuntimeVariableTests {
    @Test(arguments: [
        ("Hi {{name}}!", "Hi Ana!"), ("{{ name }}{{name}}", "AnaAna"), ("{{city}}", "Lisbon"),
        ("{{other}}", "{{other}}"),
        ("{{name}", "{{name}"), ("{name}", "{name}"), ("{{{name}}}", "{Ana}"), ("{{", "{{"), ("plain", "plain"),
        ("{{loop}}", "{{loop}}"), ("é{{name}}é", "éAnaé"),
    ])
    func `placeholders are replaced`(text: String, expected: String) {
        let body = makeBody(
            title: text,
            variables: [
                RuntimeVariable(name: "name", defaultValue: "you"),
                RuntimeVariable(name: "city", defaultValue: "Lisbon"),
                RuntimeVariable(name: "loop"),
            ])
        let resolved = body.resolvingVariables(["name": "Ana", "loop": "{{loop}}", "other": "x"])
        #expect(resolved.components[0] == .headline(Card.Headline(text: expected)))
    }

    @Test func `subviews, list items, labels and buttons are replaced too`() throws {
        let json = try JSONParser.parse(
            """
            {"variables":[{"name":"v","default":"X"}],"content":[{"type":"list","items":[{"text":"{{v}}","items":["{{v}}"]}]},
            {"type":"textInput","name":"{{v}}","label":"{{v}}"},
            {"type":"buttons","buttons":[{"text":"{{v}}","action":{"type":"link","url":"https://x.y/{{v}}"}}]}],
            "subviews":{"s":{"title":"{{v}}","content":[{"type":"text","text":"{{v}}"}]}}}
            """)
        let text = try CardBody(json: json).resolvingVariables().json.text()
        #expect(text.split(separator: "{{v}}", omittingEmptySubsequences: false).count == 3)
        #expect(text.contains("\"name\":\"{{v}}\"") && text.contains("https://x.y/{{v}}"))
    }

    /// A card may use a long value in many places; the result must fit into a viewer's memory.
    @Test func `values are limited to the size of a card, and truncation is marked`() {
        let value = String(repeating: "é", count: 10_000)
        let text = String(repeating: "{{v}}", count: 4000)
        let variable = RuntimeVariable(name: "v", defaultValue: value)
        var body = makeBody(
            components: [.text(Card.TextBlock(text: text)), .headline(Card.Headline(text: "{{v}}!"))],
            variables: [variable])
        body.subviews = ["s": Card.Subview(title: "{{ v }}", components: [.text(Card.TextBlock(text: text))])]
        for resolved in [body.resolvingVariables(), body.resolvingVariables(["v": value + "x"])] {
            let texts = resolved.texts
            let bytes = texts.reduce(0) { $0 + $1.utf8.count }
            // An ellipsis is shorter than the shortest placeholder.
            #expect((CardLimits.expansion...(CardLimits.expansion + 2 * text.utf8.count)).contains(bytes), "\(bytes)")
            #expect(texts[0].hasPrefix("éé") && texts[0].hasSuffix("é………") == false && texts[0].hasSuffix("……"))
            #expect(texts[1...].contains("…!") && texts[1...].contains("…"))
        }
        #expect(body.resolvingVariables(["v": ""]).texts.joined() == "!")
    }

    @Test func `a value is cut between characters, not within one`() throws {
        let value = "a" + String(repeating: "漢", count: 100_000)
        let body = makeBody(title: "{{v}}", variables: [RuntimeVariable(name: "v")])
        let first = body.resolvingVariables(["v": value]).components.first
        guard case .headline(let headline)? = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(headline.text.hasPrefix("a漢") && headline.text.hasSuffix("漢…") && !headline.text.contains("\u{FFFD}"))
        #expect((CardLimits.expansion - 3...CardLimits.expansion + 3).contains(headline.text.utf8.count))
    }

    @Test(arguments: [(65, true), (66, false)])
    func `a card whose defaults exceed the limit cannot be published`(times: Int, isFine: Bool) throws {
        let value = String(repeating: "x", count: 4000)
        let body = makeBody(
            text: String(repeating: "{{v}}", count: times), variables: [RuntimeVariable(name: "v", defaultValue: value)]
        )
        #expect(body.expansionOfDefaults == 4000 * times)
        #expect(CardValidation.problems(in: body.encoded()).map(\.pointer) == (isFine ? [] : ["/variables"]))
        let findings = CardLint.findings(in: body.json, now: .fixed).filter { $0.severity == .error }
        #expect(findings.map(\.pointer) == (isFine ? [] : ["/variables"]))
    }

    @Test func `text full of braces is resolved in linear time`() {
        let text = String(repeating: "{", count: 20_000)
        let body = makeBody(title: text, variables: [RuntimeVariable(name: "v")])
        #expect(body.resolvingVariables().components[0] == .headline(Card.Headline(text: text)))
    }
}
