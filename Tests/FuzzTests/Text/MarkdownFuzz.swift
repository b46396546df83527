import Canvas
import Cards
import Theming

@testable import CardUI
@testable import VendorClient
@testable import cardstream

/// Markdown in cards, and foreign texts in Markdown.
enum MarkdownFuzz {
    static let targets = [markdown, literals]

    private static let words = [
        "**", "_", "`", "```\n", "](", ")", "![", "> ", "- ", "1. ", "   ", "\n\n", "# ", "|", "~~", "&#0;", "&amp;",
        "\\", "<!--",
        "<![CDATA[", "http://a.", "[a]: b\n", "\u{0}", "\u{2028}", "\u{200D}", "***\n", "===\n", "|---|\n", "|:-|-:|\n",
        "\\|", "<br>", "<b>", "@",
    ]
    private static let seeds = [
        "# Ship it?\n**Bold**, *emphasis*, `code` and [a link](https://example.com \"title\").\n\n> quoted\n> - one\n>   1. two\n",
        "```swift\nlet a = 1\n```\n- [x] done\n***\n<b>raw</b> &amp; &#x1F600; ![image](a.png)\n\n| a | b |\n|---|---|\n| **c** | [d](e) `\\|` | f |\n> x | y\n> -|-:\n> 漢 | http://a.b\n",
        "a\u{1B}[31m\u{202E}b https://a.b/c_d_e. 1) \\* &lt; ~~x~~\n    four\n\ttab",
    ].map { Array($0.utf8) }

    /// For any Markdown, the blocks are safe, the links are numbered in order, and the rows keep to their width.
    static let markdown = FuzzTarget(name: "markdown", longest: 1000, seeds: seeds, words: words) { input in
        var input = input
        let width = input.number(1...60)
        var links = LinkNumbers()
        var next = 0
        let blocks = Markdown.blocks(of: input.text, links: &links)
        for block in blocks + [.init(text: Markdown.inline(input.text, links: &links))] {
            try require(block.indent >= 0 && block.hang >= 0, "it stands left of its place")
            for part in block.texts {
                let text = part.text
                try requireEqual(SafeText(text.string, lines: .multiple), text, "cleaned twice")
                try requireEqual(part.parts.last?.end, text.string.utf8.count, "the end of the last part")
                let ends = part.parts.map(\.end)
                try requireEqual(ends, ends.sorted(), "the ends of parts")
                for link in part.links {
                    try requireEqual(link.number, next, "the number of a link")
                    next += 1
                }
            }
            _ = block.text.rows(width: width, column: block.indent, scope: .text)
            guard let table = block.table else { continue }
            let layout = TableLayout(table: table, scope: .text, column: block.indent)
            for row in layout.rows(width: width) + layout.spoken {
                for span in row.spans {
                    try requireEqual(SafeText(span.text.string), span.text, "a cell, cleaned twice")
                }
            }
        }
        try requireEqual(links.next, next, "the number of links")
    }

    /// A foreign text in Markdown is shown with all its letters, and none of it is markup.
    static let literals = FuzzTarget(name: "literals", longest: 300, seeds: seeds, words: words) { input in
        let visible = LiteralText.visible(input.text)
        try require(LiteralText.hiddenCount(in: visible) == 0, "it is not all visible")
        try shows(visible, as: LiteralText.escaped(visible), "escaped")
        try shows(visible, as: LiteralText.block(visible), "block")
        if !visible.isEmpty { try shows(visible, as: LiteralText.span(visible), "span") }
        // A viewer makes control characters visible in its own way.
        let clean = SafeText(input.text, lines: .multiple).string
        try shows(clean, as: VendorClient.Markdown.escaped(clean), "of a vendor")
        let line = SafeText(input.text).string
        var links = LinkNumbers()
        let shown = CardUI.Markdown.inline(MarkdownEscapes.adding(to: line), links: &links)
        try requireEqual(letters(shown.text.string), letters(line), "in one line")
    }

    private static func letters(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                SafeText(text, lines: .multiple).string.unicodeScalars.filter { $0 != " " && $0 != "\n" }))
    }

    private static func shows(_ text: String, as markdown: String, _ how: String) throws {
        var links = LinkNumbers()
        let blocks = CardUI.Markdown.blocks(of: markdown, links: &links)
        let shown = blocks.map { ($0.marker?.text.string ?? "") + $0.texts.map(\.text.string).joined() }.joined(
            separator: "\n")
        try requireEqual(letters(shown), letters(text), how)
    }
}
