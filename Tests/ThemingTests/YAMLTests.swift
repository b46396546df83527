import Testing

@testable import Theming

/// The supported part of YAML, and the positions of mistakes.
struct YAMLTests {
    private func text(_ key: String, of yaml: String) throws -> String? {
        try YAMLParser.parse(yaml)?.table?[key]?.text
    }

    @Test(arguments: [
        ("a: 000000", "000000"), ("a: \"x\\ty\"", "x\ty"), ("a: 'it''s'", "it's"),
        ("a: |\n  one\n  two\n", "one\ntwo\n"),
        ("{b: 1, a: two}", "two"), ("? a\n: b", "b"), ("a: &x 1\nb: *x", "1"), ("b: &x 1\na: *x", "1"), ("a:", ""),
        ("a: ~ # none", "~"), ("%YAML 1.1\n---\na: b\n...\n", "b"), ("a: ä€😀", "ä€😀"),
    ]) func `values are the texts that are written`(yaml: String, value: String) throws {
        #expect(try text("a", of: yaml) == value)
    }

    @Test func `lists and tables can be nested`() throws {
        let table = try #require(try YAMLParser.parse("a:\n  - [x, {b: y}]\n")?.table)
        guard case .list(let outer) = table["a"]?.content, case .list(let inner) = outer.first?.content else {
            Issue.record("no list")
            return
        }
        #expect(inner.map(\.text) == ["x", nil])
        #expect(inner.last?.table?["b"]?.text == "y")
        #expect(table["none"] == nil)
    }

    @Test(arguments: ["", "# nothing\n", "\n\n"]) func `without a document there is none`(yaml: String) throws {
        #expect(try YAMLParser.parse(yaml) == nil)
    }

    @Test func `each node has its line`() throws {
        let table = try #require(try YAMLParser.parse("a: 1\nb: &x\n  c: 2\nd: *x\n")?.table)
        #expect(table["a"]?.line == 1)
        #expect(table["b"]?.table?["c"]?.line == 3)
        // The line of the value that the alias refers to.
        #expect(table["d"]?.line == table["b"]?.line)
    }

    @Test(
        arguments: [
            ("a: \"b", 1, "not YAML: found unexpected end of stream"),
            ("a: b\n\tc: d", 2, "not YAML: found a tab character that violates indentation"),
            ("a: [b\n", 2, "not YAML: did not find expected ',' or ']'"),
            ("a: 1\nb: *x\n", 2, "not YAML: found undefined alias"),
            ("a: 1\n---\nb: 2\n", 2, "expected one YAML document; found a second document here"),
            ("a: 1\nb: 2\na: 3\n", 3, "a is set twice"),
            ("? [x, y]\n: 1\n? [x, y]\n: 2\n", 3, "a name is set twice"),
            ("a: \u{1}", 0, nil),
            (String(repeating: "[", count: 2000), 1, "nested deeper than 1000 levels"),
        ] as [(String, Int, String?)]) func `a mistake is told with its line`(
            yaml: String, line: Int, problem: String?
        )
    {
        #expect(throws: YAMLError(line: line, problem: problem)) { try YAMLParser.parse(yaml) }
    }
}
