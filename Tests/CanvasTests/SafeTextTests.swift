import Canvas
import Support
import Testing

@Suite struct SafeTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let raw: String
        let single: String
        let multiple: String

        init(_ name: String, _ raw: String, _ single: String, _ multiple: String? = nil) {
            self.name = name
            self.raw = raw
            self.single = single
            self.multiple = multiple ?? single
        }

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case("plain", "hello ~", "hello ~"),
        Case("accents", "Zoë", "Zoë"),
        Case("line feed", "a\nb", "a b", "a\nb"),
        Case("crlf is one break", "a\r\nb", "a b", "a\nb"),
        Case("carriage return", "a\rb", "a b", "a\nb"),
        Case("next line, line and paragraph separators", "a\u{85}b\u{2028}c\u{2029}d", "a b c d", "a\nb\nc\nd"),
        Case("tab", "a\tb", "a b", "a    b"),
        Case("escape sequence", "\u{1B}[31mred", "\u{FFFD}[31mred"),
        Case("controls are seen, not dropped", "java\u{1B}script\u{00}\u{7F}", "java\u{FFFD}script\u{FFFD}\u{FFFD}"),
        Case("c1 as utf-8", "\u{9B}31m\u{90}", "\u{FFFD}31m\u{FFFD}"),
        Case("right-to-left override", "a\u{202E}b\u{202C}", "ab"),
        Case("isolates and marks", "\u{2066}a\u{2069}\u{200E}\u{200F}\u{061C}b", "ab"),
        Case("zero width and joiners out of place", "a\u{200B}b\u{2060}c\u{FEFF}d\u{200D}e", "abcde"),
        Case("soft hyphen, grapheme joiner, mongolian separator", "a\u{AD}b\u{34F}c\u{180E}d", "abcd"),
        Case("annotations", "a\u{FFF9}b\u{FFFA}c\u{FFFB}", "abc"),
        Case("tags", "a\u{E0001}\u{E0041}b", "ab"),
        Case("supplementary selectors", "a\u{E0100}\u{FE00}\u{FE0D}b", "ab"),
        Case("invisible operators and deprecated formats", "a\u{2061}\u{2064}\u{206A}\u{206F}b", "ab"),
        Case("hangul fillers", "a\u{115F}\u{1160}\u{3164}\u{FFA0}b", "a    b"),
        Case("selector after an emoji base stays", "\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
        Case("selector after a letter goes", "a\u{FE0F}b\u{FE0E}", "ab"),
        Case("selector twice", "\u{2764}\u{FE0F}\u{FE0F}", "\u{2764}\u{FE0F}"),
        Case("joined emoji stay", "\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"),
        Case("joiner before text goes", "\u{1F469}\u{200D}x", "\u{1F469}x"),
        Case("non-joiner between persian letters", "می\u{200C}خواهم", "می\u{200C}خواهم"),
        Case("non-joiner elsewhere", "\u{200C}a\u{200C}", "a"),
        Case("joiner in devanagari", "क्\u{200D}ष", "क्\u{200D}ष"),
        Case("private use and noncharacters", "\u{E000}\u{FFFE}\u{10FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        Case(
            "four marks a base", "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}x",
            "e\u{301}\u{302}\u{303}\u{304}x"),
        Case("a mark without a base", "\u{301}x", "\u{25CC}\u{301}x"),
        Case("a mark after a break", "a\n\u{301}x", "a \u{301}x", "a\n\u{25CC}\u{301}x"),
        Case("keycap", "1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
        Case("flag", "🇩🇪", "🇩🇪"),
        Case(
            "at most four joins", "👩\u{200D}👩\u{200D}👩\u{200D}👩\u{200D}👩\u{200D}👩",
            "👩\u{200D}👩\u{200D}👩\u{200D}👩\u{200D}👩👩"),
    ]

    @Test(arguments: cases)
    func `external text is cleaned by the rules`(_ example: Case) {
        #expect(SafeText(example.raw).string.unicodeScalars.elementsEqual(example.single.unicodeScalars))
        let multiple = SafeText(example.raw, lines: .multiple).string
        #expect(multiple.unicodeScalars.elementsEqual(example.multiple.unicodeScalars))
    }

    @Test func `no Unicode scalar that could control a terminal or hide text survives`() {
        let forbidden = [
            0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x180B...0x180F,
            0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
            0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0xE000...0xF8FF, 0xE0000...0xE0FFF, 0xF0000...0x10FFFF,
        ]
        // All symbols and marks of the first plane, every edge of a forbidden range, and samples of the rest.
        let edges = forbidden.flatMap { [$0.lowerBound - 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1] }
        let values = Array(0...0x33FF) + Array(stride(from: 0x3400, through: 0x10FFFF, by: 61)) + edges
        for value in values {
            guard value >= 0, let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { continue }
            // Between hyphens, because joiners and selectors are allowed between letters and after digits.
            let survives = SafeText("-\(scalar)-" as String, lines: .multiple).string.unicodeScalars.contains(scalar)
            let isBreak = value == 0x0A
            let isDropped =
                scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
                || forbidden.contains { $0.contains(value) }
            #expect(survives == (isBreak || !isDropped), "U+\(String(value, radix: 16)) survives: \(survives)")
        }
    }

    @Test func `cleaning twice changes nothing, whatever the text`() {
        var random = SeededGenerator(seed: 7)
        let palette: [Unicode.Scalar] = [
            "a", " ", "\n", "\r", "\t", "\u{1B}", "\u{85}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{FE0E}", "\u{301}",
            "\u{302}", "👩", "💻", "🇩", "🇪", "1", "\u{20E3}", "\u{E0041}", "\u{202E}", "क", "\u{94D}", "ष", "م", "漢",
            "\u{AD}", "\u{1F3FD}", "\u{115F}", "\u{FFFD}", "\u{3099}", "\u{25CC}",
        ]
        for round in 0..<4_000 {
            var raw = ""
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                raw.unicodeScalars.append(palette[Int.random(in: 0..<palette.count, using: &random)])
            }
            let limit = round % 3 == 0 ? 8 : SafeText.defaultLimit
            for lines in [SafeText.Lines.single, .multiple] {
                let once = SafeText(raw, lines: lines, limit: limit)
                let twice = SafeText(once.string, lines: lines, limit: limit)
                #expect(once == twice, "\(raw.unicodeScalars.map { String($0.value, radix: 16) })")
                #expect(once.string.unicodeScalars.count <= limit)
            }
            let half = raw.unicodeScalars.count / 2
            let left = SafeText(String(raw.unicodeScalars.prefix(half)), lines: .multiple)
            let right = SafeText(String(raw.unicodeScalars.dropFirst(half)), lines: .multiple)
            let joined = left + right
            #expect(SafeText(joined.string, lines: .multiple) == joined)
        }
    }

    @Test func `a long text ends in an ellipsis at its limit`() {
        #expect(SafeText("abcdefgh", limit: 5).string == "abcd…")
        #expect(SafeText("abcde", limit: 5).string == "abcde")
        #expect(SafeText("👩\u{200D}💻x", limit: 3).string == "👩…")
        #expect(SafeText("abc", limit: 0).string == "")
    }

    @Test func `literals and interpolation clean external text`() {
        let name = "x\u{1B}]0;evil\u{07}"
        let text: SafeText = "\(3) new in \(raw: name) – \(SafeText("ok"))"
        #expect(text.string == "3 new in x\u{FFFD}]0;evil\u{FFFD} – ok")
        #expect(["a", "b", "c"].joined(separator: ", ") as SafeText == "a, b, c")
    }

    @Test func `plain text is recognised as plain`() {
        #expect(SafeText("hello").isPlain)
        #expect(!SafeText("a\nb", lines: .multiple).isPlain)
        #expect(!SafeText("é").isPlain)
        #expect((SafeText("a") + SafeText("b")).isPlain)
        #expect(SafeText("").isPlain)
    }
}
