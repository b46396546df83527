import Cards
import Support
import Testing

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
        #expect(resolved.components[0] == .headline(Headline(text: expected)))
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

    @Test func `a text full of braces takes no quadratic time`() {
        let text = String(repeating: "{", count: 20_000)
        let body = makeBody(title: text, variables: [RuntimeVariable(name: "v")])
        #expect(body.resolvingVariables().components[0] == .headline(Headline(text: text)))
    }
}
