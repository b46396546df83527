import Canvas
import Support
import Testing

@Suite struct TextLayoutTests {
    private func lines(_ text: String, _ width: Int, indent: Int = 0) -> [String] {
        TextLayout.wrap(SafeText(text, lines: .multiple), width: width, hangingIndent: indent)
            .map { String(repeating: "·", count: $0.indent) + $0.text.string }
    }

    @Test(
        arguments: [
            ("", 5, [""]), ("hello", 5, ["hello"]), ("hello world", 5, ["hello", "world"]),
            ("hello world", 11, ["hello world"]), ("hello  world", 6, ["hello", "world"]),
            ("a b c d", 3, ["a b", "c d"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("ab cdefgh i", 4, ["ab", "cdef", "gh i"]), ("one\ntwo", 9, ["one", "two"]),
            ("one\n\ntwo", 9, ["one", "", "two"]),
            ("one\n", 9, ["one", ""]), ("well-known fact", 6, ["well-", "known", "fact"]), ("-5 -6", 3, ["-5", "-6"]),
            ("漢字かな", 4, ["漢字", "かな"]), ("漢字、かな", 4, ["漢", "字、", "かな"]), ("「漢字」", 4, ["「漢", "字」"]),
            ("漢字", 3, ["漢", "字"]), ("漢", 1, ["漢"]), ("ab漢字cd", 4, ["ab漢", "字cd"]),
            ("  indented text", 10, ["  indented", "text"]), ("trailing   ", 20, ["trailing"]),
            ("👩‍💻👩‍💻👩‍💻", 4, ["👩‍💻👩‍💻", "👩‍💻"]),
        ])
    func `text is wrapped at allowed positions`(_ text: String, _ width: Int, _ expected: [String]) {
        // A text that fits is returned as it is, with its trailing spaces.
        let result = lines(text, width).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        #expect(result == expected)
    }

    @Test func `continuation lines are indented`() {
        #expect(lines("- one two three", 8, indent: 2) == ["- one", "··two", "··three"])
        #expect(lines("ab cd\nef gh", 4, indent: 1) == ["ab", "·cd", "ef", "·gh"])
    }

    @Test func `no line is wider than asked and nothing but spaces is lost`() {
        var random = SeededGenerator(seed: 3)
        let words = ["a", "word", "漢字", "👩‍💻", "supercalifragilistic", "é", "x-y", "「引用」", "e\u{301}"]
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text += words[Int.random(in: 0..<words.count, using: &random)]
                if Bool.random(using: &random) { text += " " }
                if Int.random(in: 0..<9, using: &random) == 0 { text += "\n" }
            }
            let width = Int.random(in: 2...20, using: &random)
            let safe = SafeText(text, lines: .multiple)
            let lines = TextLayout.wrap(safe, width: width, hangingIndent: Int.random(in: 0...3, using: &random))
            for line in lines {
                #expect(line.indent + line.width <= width, "\(text) at \(width): \(line)")
                #expect(line.width == TextLayout.width(of: line.text))
                #expect(TextLayout.slice(safe, line.source) == line.text)
            }
            let kept = lines.map(\.text.string).joined().filter { $0 != " " }
            #expect(kept == text.filter { $0 != " " && $0 != "\n" })
        }
    }

    @Test func `no more lines than requested are made`() {
        #expect(TextLayout.wrap("a b c d e f", width: 1, limit: 2).map(\.text) == ["a", "b"])
    }

    @Test(
        arguments: [
            ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("漢字", 3, "漢…"),
            ("漢字", 4, "漢字"), ("漢字", 2, "…"), ("ab\ncd", 9, "ab…"), ("👩‍💻x", 2, "…"), ("e\u{301}ab", 2, "e\u{301}…"),
        ])
    func `truncated text is marked as such`(_ text: String, _ width: Int, _ expected: String) {
        #expect(TextLayout.truncate(SafeText(text, lines: .multiple), width: width).string == expected)
    }
}
