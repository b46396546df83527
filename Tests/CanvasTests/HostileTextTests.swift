import Canvas
import Support
import Testing

/// The whole table of hostile texts with everything that this target generates from text.
@Suite struct HostileTextTests {
    @Test func `the table has every kind, each once, and its judge finds each of them`() {
        #expect(HostileText.all.count >= 36)
        #expect(Set(HostileText.all.map(\.name)).count == HostileText.all.count)
        for hostile in HostileText.all where !["line feed", "U+00a", "a mark without a base"].contains(hostile.name) {
            #expect(HostileText.firstUnsafeScalar(in: hostile.text) != nil, "\(hostile)")
        }
        #expect(HostileText.firstUnsafeScalar(in: "Zoë\n日本 e\u{301} 🇩🇪") == nil)
    }

    @Test(arguments: HostileText.all)
    func `no text acts on a terminal`(hostile: HostileText) {
        let texts = [
            SafeText(hostile.text), SafeText(hostile.text, lines: .multiple), SafeText(hostile.text, limit: 7),
            "a \(raw: hostile.text) b", SafeText("x") + SafeText(hostile.text),
            [SafeText(hostile.text), SafeText(hostile.text)].joined(separator: " "),
        ]
        for text in texts { #expect(HostileText.firstUnsafeScalar(in: text.string) == nil) }
        #expect(texts.prefix(1).allSatisfy { !$0.string.contains("\n") })
    }

    /// Joining checks only the boundary between two texts. Cleaning the joined text again must give the same result.
    @Test(arguments: HostileText.all)
    func `joined texts are as clean as their whole cleaned again`(hostile: HostileText) {
        let left = SafeText(hostile.text, lines: .multiple)
        let rights = ["…", "· 3", "–x", "─", "▟", "x", "\u{301}", "\u{200D}👩", "é", "漢"] + [hostile.text]
        for right in rights.map({ SafeText($0, lines: .multiple) }) {
            let whole = SafeText(left.string + right.string, lines: .multiple, limit: .max)
            #expect((left + right).string.unicodeScalars.elementsEqual(whole.string.unicodeScalars), "\(right)")
        }
    }

    @Test(arguments: HostileText.all)
    func `nothing painted acts on a terminal, and no picture holds it`(hostile: HostileText) {
        var surface = Surface(size: Size(columns: 40, rows: 3))
        let painter = surface.painter()
        _ = painter.write(SafeText(hostile.text), at: Point(column: 0, row: 1), style: .default)
        #expect(HostileText.firstUnsafeScalar(in: surface.plainText) == nil)
    }

    @Test(arguments: HostileText.all)
    func `a notification's sequence ends where it should`(hostile: HostileText) {
        for kind in NotificationSequence.allCases {
            let text = kind.text(title: SafeText(hostile.text), body: SafeText(hostile.text))
            // Removes the escape sequences around each part; there must be none inside.
            let inside = text.replacing("\u{1B}\\", with: "").replacing("\u{1B}]", with: "")
            #expect(HostileText.firstUnsafeScalar(in: inside) == nil)
        }
    }

    @Test(arguments: HostileText.all)
    func `what is copied does nothing but be inserted where it is pasted`(hostile: HostileText) {
        let copied = ClipboardText(hostile.text).string
        #expect(HostileText.firstUnsafeScalar(in: copied.replacing("\t", with: " ")) == nil)
        #expect(copied.contains("\t") == hostile.text.contains("\t"))
    }

    @Test func `copied text keeps its lines and tabs`() {
        #expect(ClipboardText("a\tb\r\nc\n\td").string == "a\tb\nc\n\td")
        #expect(ClipboardText("👩\u{200D}💻 ❤\u{FE0F}").string == "👩\u{200D}💻 ❤\u{FE0F}")
    }
}
