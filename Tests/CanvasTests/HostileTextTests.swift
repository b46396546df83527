import Canvas
import Support
import Testing

/// The whole table of hostile texts with everything that this target generates from text.
@Suite struct HostileTextTests {
    @Test func `the table has each kind of hostile text once, and each is detected`() {
        #expect(HostileText.all.count >= 36)
        #expect(Set(HostileText.all.map(\.name)).count == HostileText.all.count)
        for hostile in HostileText.all where !["line feed", "U+00a", "a mark without a base"].contains(hostile.name) {
            #expect(HostileText.firstUnsafeScalar(in: hostile.text) != nil, "\(hostile)")
        }
        #expect(HostileText.firstUnsafeScalar(in: "Zoë\n日本 e\u{301} 🇩🇪") == nil)
    }

    @Test(arguments: HostileText.all)
    func `no text controls a terminal`(hostile: HostileText) {
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
    func `joining clean texts gives the same as cleaning the joined text`(hostile: HostileText) {
        let left = SafeText(hostile.text, lines: .multiple)
        let rights = ["…", "· 3", "–x", "─", "▟", "x", "\u{301}", "\u{200D}👩", "é", "漢"] + [hostile.text]
        for right in rights.map({ SafeText($0, lines: .multiple) }) {
            let whole = SafeText(left.string + right.string, lines: .multiple, limit: .max)
            #expect((left + right).string.unicodeScalars.elementsEqual(whole.string.unicodeScalars), "\(right)")
        }
    }

    @Test(arguments: HostileText.all)
    func `no painted text controls a terminal, and no picture contains it`(hostile: HostileText) {
        var surface = Surface(size: Size(columns: 40, rows: 3))
        let painter = surface.painter()
        _ = painter.write(SafeText(hostile.text), at: Point(column: 0, row: 1), style: .default)
        #expect(HostileText.firstUnsafeScalar(in: surface.plainText) == nil)
    }

    @Test(arguments: HostileText.all)
    func `text cannot end the escape sequence of a notification`(hostile: HostileText) {
        for kind in NotificationSequence.allCases {
            let text = kind.text(title: SafeText(hostile.text), body: SafeText(hostile.text))
            // Removes the escape sequences around each part; there must be none inside.
            let inside = text.replacing("\u{1B}\\", with: "").replacing("\u{1B}]", with: "")
            #expect(HostileText.firstUnsafeScalar(in: inside) == nil)
        }
    }

    @Test(arguments: HostileText.all)
    func `copied text contains nothing that acts when it is pasted`(hostile: HostileText) {
        let copied = ClipboardText(hostile.text).string
        #expect(HostileText.firstUnsafeScalar(in: copied.replacing("\t", with: " ")) == nil)
        #expect(copied.contains("\t") == hostile.text.contains("\t"))
    }

    @Test func `copied text keeps its lines and tabs`() {
        #expect(ClipboardText("a\tb\r\nc\n\td").string == "a\tb\nc\n\td")
        #expect(ClipboardText("👩\u{200D}💻 ❤\u{FE0F}").string == "👩\u{200D}💻 ❤\u{FE0F}")
    }
}
