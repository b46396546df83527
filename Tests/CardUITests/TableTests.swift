import AppCore
import Canvas
import Cards
import Support
import Testing
import Theming

@testable import CardUI

/// Tables of a text, as the rows of a card.
struct TableTests {
    private func layout(_ source: String, width: Int, expand: Int? = nil) -> CardLayout {
        var builder = CardLayoutBuilder(width: width, form: FormState(), settings: LayoutSettings())
        let block = Card.TextBlock(text: source, expand: expand.map { Card.ClickToExpand(maxDisplayLines: $0) })
        if let expand = block.expand {
            FoldView(expand: expand, position: 0, content: TextBlockView(block: block)).add(to: &builder)
        } else {
            TextBlockView(block: block).add(to: &builder)
        }
        return builder.layout
    }

    private func text(_ row: CardRow) -> String {
        row.spans.sorted { $0.column < $1.column }.reduce(into: "") { line, span in
            line += String(repeating: " ", count: max(0, span.column - TextLayout.width(of: SafeText(line))))
            line += span.text.string
        }
    }

    private func drawn(_ source: String, _ width: Int) -> String {
        layout(source, width: width).rows.map(text).joined(separator: "\n")
    }

    private static let results = """
        | Job | Status | Time |
        |-----|:------:|-----:|
        | build | passed | 2:31 |
        | unit tests | failed | 12:04 |
        """

    @Test func `columns are as wide as their texts, and aligned as the delimiter row says`() {
        #expect(
            drawn(Self.results, 40) == """
                Job         Status   Time
                ─────────────────────────
                build       passed   2:31
                unit tests  failed  12:04
                """)
    }

    @Test func `the header is strong, and the rule below it dim`() {
        let rows = layout(Self.results, width: 40).rows
        #expect(rows[0].spans.allSatisfy { $0.scope == .textStrong })
        #expect(rows[1].spans.map(\.scope) == [.textDim])
        #expect(rows[2].spans.allSatisfy { $0.scope == .text })
    }

    @Test func `the columns of wide and combining characters count`() {
        #expect(
            drawn("名前 | a | b\n--|:-:|--:\n漢字漢字 | e\u{301} | 👩‍🚀\nx | bcd | y", 40) == """
                名前       a    b
                ─────────────────
                漢字漢字   e\u{301}   👩‍🚀
                x         bcd   y
                """)
    }

    @Test func `cells wrap within their columns, and a gap shows where their row ends`() {
        let source = "Job | Notes\n-|-\nbuild | All modules were compiled without warnings.\nlint | Two findings"
        #expect(
            drawn(source, 30) == """
                Job    Notes
                ──────────────────────────────
                build  All modules were
                       compiled without
                       warnings.

                lint   Two findings
                """)
    }

    @Test func `wide columns become narrower, in proportion to their texts`() {
        func widths(_ lengths: [Int], _ width: Int) -> [Int]? {
            func row(_ word: String) -> [RichText] {
                lengths.map { length in
                    let words = String(repeating: word, count: length / word.utf8.count + 1)
                    return RichText(SafeText(String(words.prefix(length))))
                }
            }
            let alignments = lengths.map { _ in TableLines.Alignment.leading }
            let table = MarkdownTable(header: row("ab "), rows: [row("abc ")], alignments: alignments)
            return TableColumns.widths(of: table, in: width)
        }
        #expect(widths([5, 9], 16) == [5, 9])
        #expect(widths([5, 40], 40) == [5, 33])
        #expect(widths([40, 80], 62) == [22, 38])
        #expect(widths([12, 12, 50], 40) == [12, 12, 12])
        // Short columns become narrower only if nothing else helps, and never narrower than their words.
        #expect(widths([12, 12, 50], 24) == [4, 4, 12])
        #expect(widths([12, 12, 50], 19) == nil)
    }

    @Test func `where the columns do not fit, each cell is a line with its column's name`() {
        #expect(
            drawn(Self.results, 16) == """
                Job: build
                Status: passed
                Time: 2:31

                Job: unit tests
                Status: failed
                Time: 12:04
                """)
        #expect(
            drawn("| Job | What happened |\n|-|-|\n| build | It took a long time |", 14) == """
                Job: build
                What happened:
                  It took a
                  long time
                """)
    }

    @Test func `cells may be empty or missing, and further cells stay visible`() {
        let source = "| a | b | c |\n|---|---|---|\n| 1 | | 3 |\n| 4 |\n| 5 | 6 | 7 | 8 | 9 |"
        #expect(
            drawn(source, 40) == """
                a  b  c
                ───────────────
                1     3
                4
                5  6  7 | 8 | 9
                """)
        #expect(drawn(source, 5) == "a: 1\nb:\nc: 3\n\na: 4\n\na: 5\nb: 6\nc: 7\n  | 8\n  | 9")
    }

    @Test func `a table may have no rows, or no names`() {
        #expect(drawn("| a | b |\n|---|---|", 20) == "a  b\n────")
        #expect(drawn("| a | b |\n|---|---|", 3) == "a\nb")
        #expect(drawn("| | |\n|---|---|\n| x | y |", 20) == "x  y")
        #expect(drawn("| | |\n|---|---|\n| x | y |", 3) == "x\ny")
        #expect(drawn("| |\n|---|", 20) == "")
    }

    @Test func `markup in cells counts without its signs`() {
        let layout = layout("| **Job** | `a \\| b` |\n|---|---|\n| *x* | [log](https://a.example/1) |", width: 40)
        #expect(layout.rows.map(text) == ["Job  a | b", "──────────", "x    log"])
        #expect(layout.rows[0].spans.map(\.markup) == [.strong, .code])
        #expect(layout.rows[2].spans.map(\.markup) == [.emphasis, .link])
    }

    @Test func `links in cells have the focus and clicks like all others`() throws {
        let source = """
            [first](https://a.example/0)

            | Name | Log of the run |
            |---|---|
            | [one](https://a.example/1) | see [the second log of this run](https://a.example/2) |
            | https://a.example/3 | [ref] |

            [ref]: https://a.example/4
            """
        for width in [60, 24, 14] {
            let layout = layout(source, width: width)
            #expect(layout.links.map(\.address) == (0...4).map { "https://a.example/\($0)" })
            #expect(layout.elements.map(\.target) == (0...4).map { .link($0) })
            for (number, element) in layout.elements.enumerated() {
                let regions = element.rows.flatMap { layout.rows[$0].regions }.filter {
                    if case .element(.link(number)) = $0.target { true } else { false }
                }
                #expect(!regions.isEmpty, "\(width) \(number)")
            }
        }
    }

    @Test func `a table may be in a list or a quotation, and below a text`() {
        #expect(
            drawn("1. | a | b |\n   |---|---|\n   | 1 | 2 |\n2. x", 20) == """
                1. a  b
                   ────
                   1  2
                2. x
                """)
        #expect(
            drawn("> Said:\n> | a | b |\n> |---|---|\n> | 1 | 2 |", 20) == """
                │ Said:
                │ a  b
                │ ────
                │ 1  2
                """)
        #expect(
            drawn("**Results**\nof today\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd", 20) == """
                Results
                of today
                a  b
                ────
                1  2

                End
                """)
        #expect(drawn("[r]: https://a.example\n| [x][r] |\n|---|\n| 1 |", 20) == "x\n─\n1")
        #expect(drawn("| a | b |\n|---|---|\n| 1 | 2 |\n---\nEnd", 20) == "a  b\n────\n1  2\n────────────────────\nEnd")
        #expect(drawn("| a |\n|---|\n| 1 |\n===\nEnd", 20) == "a\n───\n1\n===\nEnd")
    }

    @Test(arguments: [
        "| a | b |", "a | b\n--- | --- | ---\n1 | 2", "a\n---\nb", "|\n|---|", "a \\| b\n-|-", "    a | b\n    -|-",
        "```\na | b\n-|-\n```", "a | b\n\n-|-", "\\| a |\n\\|\\-\\-\\-\\|", "- | a |\n- |---|",
    ])
    func `anything else is no table`(source: String) {
        var links = LinkNumbers()
        #expect(!Markdown.blocks(of: source, links: &links).contains { $0.kind == .table })
    }

    @Test func `a line break within a cell is written as in HTML`() {
        #expect(drawn("a | b\n-|-\none<br>two<BR />three | x", 20) == "a      b\n────────\none    x\ntwo\nthree")
        #expect(drawn("one<br>two", 20) == "one<br>two")
    }

    @Test func `a link above one with a lower number stays when the rows below are folded`() {
        let source = """
            | Notes | Log |
            |---|---|
            | many words and only then [one](https://a.example/1) | [two](https://a.example/2) |
            """
        for limit in 1...6 {
            let layout = layout(source, width: 20, expand: limit)
            for span in layout.rows.flatMap(\.spans) {
                guard let link = span.link else { continue }
                #expect(layout.hyperlinks.indices.contains(link), "\(limit)")
            }
        }
    }

    @Test func `a text below a table stands apart from it`() {
        let texts = ["a | b\n-|-\n1 | 2", "more", "still more"].map { Card.TextBlock(text: $0) }
        let card = makeCard("c1", body: makeBody(components: texts.map { .text($0) }))
        var builder = CardLayoutBuilder(width: 20, form: FormState(), settings: LayoutSettings())
        builder.build(CardWindow.Item(id: card.id, version: 1, content: .card(card)), subview: nil)
        #expect(builder.layout.rows.map(text) == ["a  b", "────", "1  2", "", "more", "still more"])
    }

    @Test func `line by line, each row of a table is one line`() {
        var settings = LayoutSettings()
        settings.speaksTables = true
        var builder = CardLayoutBuilder(width: 1 << 20, form: FormState(), settings: settings)
        TextBlockView(block: Card.TextBlock(text: Self.results)).add(to: &builder)
        #expect(
            builder.layout.rows.map(text) == [
                "Job: build; Status: passed; Time: 2:31", "Job: unit tests; Status: failed; Time: 12:04",
            ])
    }

    // MARK: Any table

    private static let pieces = [
        "a", "word", "漢字", "👩‍🚀", "e\u{301}", "**b**", "`c`", "[l](https://a.example)", "\u{1B}[2J", "&#27;", "\u{202E}",
        "\\|", "<br>", "https://a.example/long/address", "a-b-c", String(repeating: "x", count: 40), "\t", "\u{200B}",
    ]

    @Test(arguments: 0..<40)
    func `no row is wider than its card, and no control character is in it`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<25 {
            let columns = Int.random(in: 1...8, using: &random)
            func row(_ cells: Int) -> String {
                (0..<cells).map { _ in
                    (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
                        Self.pieces.randomElement(using: &random)
                    }.joined(separator: Bool.random(using: &random) ? " " : "")
                }.map { "| \($0) " }.joined() + "|"
            }
            let delimiters = (0..<columns).map { _ in ["---", ":--", "--:", ":-:"].randomElement(using: &random) ?? "" }
            var lines = [row(columns), "|" + delimiters.joined(separator: "|") + "|"]
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                lines.append(row(Int.random(in: 0...10, using: &random)))
            }
            let prefix = ["", "> ", "- "].randomElement(using: &random) ?? ""
            let source = lines.enumerated().map { ($0 > 0 && prefix == "- " ? "  " : prefix) + $1 }
            let width = Int.random(in: 6...100, using: &random)
            let fold = Bool.random(using: &random) ? Int.random(in: 1...12, using: &random) : nil
            let layout = layout(source.joined(separator: "\n"), width: width, expand: fold)
            for row in layout.rows {
                for span in row.spans {
                    #expect(span.column + TextLayout.width(of: span.text) <= width, "\(text(row)) in \(width)")
                    #expect(!span.text.string.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
                    if let link = span.link { #expect(layout.hyperlinks.indices.contains(link)) }
                }
            }
        }
    }

    @Test(arguments: [
        String(repeating: "|a", count: 10_000) + "\n" + String(repeating: "|-", count: 10_000) + "\n"
            + String(repeating: "a\n", count: 12_000),
        "|" + String(repeating: "a", count: 30_000) + "\n|-\n" + String(repeating: "b\n", count: 17_000),
        "a|b\n-|-\n" + String(repeating: "[x]|*y*\n", count: 4000) + "\n[x]: https://a.example",
        String(repeating: "a|b\n-|-\n[x]|y\n\n", count: 4000) + "\n[x]: https://a.example",
    ])
    func `the work for a table is limited by the length of its text`(source: String) {
        for width in [20, 200] {
            let layout = layout(source, width: width)
            #expect(layout.rows.count < 200_000)
            #expect(layout.rows.reduce(0) { $0 + $1.spans.reduce(0) { $0 + $1.text.string.utf8.count } } < 8_000_000)
        }
    }
}
