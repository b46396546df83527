import Canvas
import Testing

@testable import CardUI

struct MarkdownTests {
    /// One line per block: its marker with its indentation, and its text with the marks of its parts.
    private func outline(_ source: String) -> String {
        var links = LinkNumbers()
        return Markdown.blocks(of: source, links: &links).map { block in
            let text = marked(block.text).replacing("\n", with: "/")
            let indent = String(repeating: " ", count: block.indent)
            let kind = block.kind == .paragraph ? "" : "\(block.kind):"
            return (block.hasGap ? "\n" : "") + indent + (block.marker.map { "\($0.text) " } ?? "") + kind + text
        }.joined(separator: "\n")
    }

    private func marked(_ text: RichText) -> String {
        var start = 0
        return text.parts.map { part in
            let piece = TextLayout.slice(text.text, start..<part.end).string
            start = part.end
            let marks: [(Markup, String)] = [
                (.strong, "B"), (.emphasis, "I"), (.code, "C"), (.link, "L"), (.note, "N"),
            ]
            let names = marks.filter { part.markup.contains($0.0) }.map(\.1).joined()
            return names.isEmpty ? piece : "<\(names) \(piece)>"
        }.joined()
    }

    @Test(arguments: [
        ("plain", "plain"),
        ("a\nb", "a/b"),
        ("a\n\nb", "a\n\nb"),
        ("**bold** and *italic* and ***both***", "<B bold> and <I italic> and <BI both>"),
        ("**bold *and italic* inside**", "<B bold ><BI and italic><B  inside>"),
        ("`code *not italic*`", "<C code *not italic*>"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("unfinished **bold", "unfinished **bold"),
        ("see https://example.com/a_b_c.", "see <L https://example.com/a_b_c>."),
        ("(HTTP://example.com/x_(y)), too", "(<L HTTP://example.com/x_(y)>), too"),
        (
            "`https://a.example` xhttp://b.example ftp://c.example https:// x",
            "<C https://a.example> xhttp://b.example ftp://c.example https:// x"
        ),
        (
            "**https://a.example** and [https://b.example](https://c.example)",
            "<BL https://a.example> and <L https://b.example>"
        ),
        ("- one\n- two", "• one\n• two"),
        ("- one\n\n- two", "• one\n\n• two"),
        ("1. one\n2. two", "1. one\n2. two"),
        ("9. nine\n10. ten", " 9. nine\n10. ten"),
        ("- one\n  - two\n    - three", "• one\n  ◦ two\n    – three"),
        ("1. one\n   - two\n2. three", "1. one\n   ◦ two\n2. three"),
        ("- one\n\n  more", "• one\n\nmore"),
        ("text\n- item", "text\n• item"),
        ("# Title\ntext", "heading:Title\ntext"),
        ("> said", "quote:said"),
        ("```\na\n  b\n```", "code:<C a/  b>"),
        ("a\n\n---\n\nb", "a\n\nrule:\n\nb"),
        ("a [link](https://x.y) b", "a <L link> b"),
        ("[**bold** link](https://x.y)", "<BL bold><L  link>"),
        ("<https://x.y>", "<L https://x.y>"),
        ("![plan](https://x.y/p.png)", "<L plan>"),
        ("<b>html</b> &amp; &lt;", "<b>html</b> & <"),
        ("bell &#7; esc &#27;[31m", "bell \u{FFFD} esc \u{FFFD}[31m"),
        ("**b**&#27;*i*e\u{301}&#7;`c`", "<B b>\u{FFFD}<I i>e\u{301}\u{FFFD}<C c>"),
        ("- ", "•"),
    ])
    func `Markdown is parsed into blocks and parts`(source: String, expected: String) {
        let actual = outline(source).split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.hasSuffix(" ") ? String(line.dropLast()) : String(line) }.joined(separator: "\n")
        // A second paragraph of an item is below the item's text, without a marker.
        #expect(actual == expected)
    }

    @Test(arguments: [
        ("# not a title", "# not a title"), ("- not a list", "- not a list"), ("1. first", "1. first"),
        ("> no quote", "> no quote"), ("_italic_ start", "<I italic> start"), ("**bold** start", "<B bold> start"),
        ("[x]: y", "[x]: y"), ("a\nb *c*", "a b <I c>"), ("*", "*"), ("", ""),
    ])
    func `a title is one line, regardless of its first characters`(source: String, expected: String) {
        var links = LinkNumbers()
        #expect(marked(Markdown.inline(source, links: &links)) == expected)
    }

    @Test func `links are numbered over all texts, and show their keys where asked to`() {
        var links = LinkNumbers(firstKey: 3, areShown: true)
        let first = Markdown.inline("[a](https://a) and [b](https://b)", links: &links)
        let second = Markdown.inline("[c](https://c)", links: &links)
        #expect(marked(first) == "<L a><N [3]> and <L b><N [4]>")
        #expect(first.links.map(\.number) == [0, 1] && second.links.map(\.number) == [2])
        #expect(second.links.map(\.address) == ["https://c"])
        for _ in 0..<9 { _ = links.advance() }
        #expect(marked(Markdown.inline("[z](https://z)", links: &links)) == "<L z>")
    }

    @Test func `a text that is too long is truncated, and marked as such`() throws {
        var links = LinkNumbers()
        let text = String(repeating: "word *x* ", count: 120_000)
        let blocks = Markdown.blocks(of: text, links: &links)
        #expect(blocks.last?.kind == .note)
        #expect(blocks.last?.text.text == "Cut off after 65536 characters")
    }
}
