import Canvas
import Support
import Testing

@testable import CardUI

/// Whatever a card says in Markdown, it is drawn.
struct MarkdownFuzzTests {
    private static let text = """
        # Ship it?
        **Bold**, *emphasis*, `code` and [a link](https://example.com "title").

        > quoted
        > - one
        >   1. two

        ```swift
        let a = 1
        ```
        - [x] done
        ***
        <b>raw</b> &amp; &#x1F600; ![image](a.png)

        | a | b |
        |---|---|
        """

    @Test func `no Markdown ends the program`() {
        var mutator = Mutator(
            samples: [Self.text],
            tokens: [
                "*", "**", "_", "`", "```\n", "[", "](", ")", "![", "]", "<", ">", "> ", "- ", "1. ", "   ", "\t", "\n",
                "\n\n", "#", "|", "~~",
                "&", "&#0;", "&#xFFFFFFFF;", "\\", "<!--", "<![CDATA[", "http://a.", "[a]: b\n", "\u{0}", "\u{2028}",
                "é", "\u{200D}", "***\n", "===\n",
            ])
        for _ in 0..<Mutator.count(150) {
            let text = mutator.nextText()
            var links = LinkNumbers()
            for block in Markdown.blocks(of: text, links: &links) { #expect(block.indent >= 0) }
            _ = Markdown.inline(text, links: &links)
        }
    }
}
