import Cards
import Support
import Testing

@testable import cardstream

struct LiteralTextTests {
    @Test(arguments: [
        ("git push", "git push"), ("a\tb\nc", "a\tb\nc"), ("a\r\nb", "a\nb"), ("a\rb", "a⟨U+000D⟩b"),
        ("a\u{200B}b", "a⟨U+200B⟩b"), ("a\u{202E}b", "a⟨U+202E⟩b"), ("\u{1B}[2J", "⟨U+001B⟩[2J"),
        ("rm\u{00A0}-rf", "rm⟨U+00A0⟩-rf"), ("a\u{2028}b", "a⟨U+2028⟩b"), ("a\u{E0041}", "a⟨U+E0041⟩"),
        ("a\u{2800}b", "a⟨U+2800⟩b"), ("é ü 漢", "é ü 漢"),
        ("a\u{301}\u{301}\u{301}\u{301}\u{301}", "a\u{301}\u{301}\u{301}\u{301}⟨U+0301⟩"),
    ])
    func `invisible characters are shown as their code points`(raw: String, shown: String) {
        #expect(LiteralText.visible(raw) == shown)
    }

    @Test(arguments: [
        ("ls", "```\nls\n```"), ("```\n# not a title", "````\n```\n# not a title\n````"),
        ("echo `date` ``", "```\necho `date` ``\n```"), ("`````", "``````\n`````\n``````"),
    ])
    func `no line of a block ends its fence`(text: String, block: String) {
        #expect(LiteralText.block(text) == block)
    }

    @Test(arguments: [
        ("ls", "`ls`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"), ("", "`\"\"`"), (" a ", "`  a  `"), ("a\nb", "`a b`"),
    ])
    func `inline code stays unchanged`(text: String, span: String) {
        #expect(LiteralText.span(text) == span)
    }

    @Test func `punctuation is escaped`() {
        #expect(LiteralText.escaped("**a** [b](c) 1.") == "\\*\\*a\\*\\* \\[b\\]\\(c\\) 1\\.")
        // Four blanks would start a code block, in which backslashes are visible.
        #expect(LiteralText.escaped("a\n\n    b.\n\tc") == "a\n\n&#32;   b\\.\n&#32;   c")
    }

    @Test func `a text that is too long shows its start, its end and the number of characters between`() {
        let text = String(repeating: "a", count: 2000) + String(repeating: "z", count: 1000)
        let excerpt = Excerpt(text, characters: 900, bytes: 10_000)
        #expect(excerpt.head == String(repeating: "a", count: 600))
        #expect(excerpt.tail == String(repeating: "z", count: 300))
        #expect(excerpt.leftOut == 2100 && excerpt.mark == "**… 2,100 characters omitted …**")
        #expect(Excerpt(text, characters: 3000, bytes: 3000) == Excerpt(text, characters: 9000, bytes: 9000))
        let quotes = Excerpt(String(repeating: "\"", count: 100), characters: 1000, bytes: 120)
        #expect(quotes.head.count + (quotes.tail?.count ?? 0) + quotes.leftOut == 100 && quotes.head.count == 40)
    }

    @Test(arguments: [
        "{}", "{\"command\":\"ls\"}", "\"text\"", "[1,2]", "{\"a\":\"\",\"b\":null,\"c\":{\"d\":[1]},\"e\":1.50}",
        "{\"`\":\"x\",\"\\u200b\":\"y\"}",
    ])
    func `every input is shown in components of a valid card`(input: String) throws {
        let shown = ValueText(try JSONParser.parse(input), main: "command")
        let card: JSONValue = ["content": .array([["type": "headline", "text": "x"]] + shown.components)]
        #expect(CardValidation.problems(in: card) == [])
    }

    @Test func `members are shown with their names, long ones as blocks`() throws {
        let input = try JSONParser.parse(
            #"{"description":"Push","command":"git push\nls","timeout":5,"edits":[{"old":"a"}]}"#)
        let texts = ValueText(input, main: "command").components.compactMap { $0["text"]?.string }
        #expect(
            texts == [
                "```\ngit push\nls\n```", "`description`: `Push`\n`timeout`: `5`",
                "`edits`\n\n```\n[\n  {\n    \"old\": \"a\"\n  }\n]\n```",
            ])
    }

    @Test func `inputs of any size fit into a card, and short members stay whole`() throws {
        var input: JSONObject = ["file_path": "/a/b"]
        for number in 0..<4 { input["text-\(number)"] = .string(String(repeating: "\"\n", count: 30_000)) }
        let shown = ValueText(.object(input))
        #expect(shown.leftOut > 100_000)
        #expect(shown.components.first?["text"]?.string == "`file_path`: `/a/b`")
        let card: JSONValue = ["content": .array([["type": "headline", "text": "x"]] + shown.components)]
        #expect(CardValidation.problems(in: card) == [])
        var members: JSONObject = [:]
        for number in 0..<500 { members["m\(number)"] = .string(String(repeating: "é", count: 90)) }
        let many = ValueText(.object(members))
        #expect(
            CardValidation.problems(in: ["content": .array([["type": "headline", "text": "x"]] + many.components)])
                == [])
    }
}
