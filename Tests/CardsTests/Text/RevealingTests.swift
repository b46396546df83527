import Cards
import Support
import Testing

/// Characters without a glyph are visible in the cards of asks.
@Suite struct RevealingTests {
    @Test(arguments: [
        ("plain & simple, naïve, 日本語", "plain & simple, naïve, 日本語"), ("a\nb\tc\r\nd", "a\nb\tc\r\nd"),
        ("pay\u{200B}pal", "pay⟨U+200B⟩pal"), ("a\u{202E}gpj.exe", "a⟨U+202E⟩gpj.exe"),
        ("a\u{2066}b\u{2069}", "a⟨U+2066⟩b⟨U+2069⟩"), ("\u{FEFF}a", "⟨U+FEFF⟩a"),
        ("a\u{0}\u{1B}[2J", "a⟨U+0000⟩⟨U+001B⟩[2J"),
        ("safe\revil", "safe⟨U+000D⟩evil"), ("a\u{2028}b", "a⟨U+2028⟩b"), ("so\u{AD}ft", "so⟨U+00AD⟩ft"),
        ("a\u{E0041}b", "a⟨U+E0041⟩b"), ("pay\u{200C}pal\u{200D}x", "pay⟨U+200C⟩pal⟨U+200D⟩x"),
        ("a\u{FE0F}", "a⟨U+FE0F⟩"),
        ("👩\u{200D}💻 ❤\u{FE0F} 1\u{FE0F}\u{20E3}", "👩\u{200D}💻 ❤\u{FE0F} 1\u{FE0F}\u{20E3}"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("&amp; &#65; &lt;", "&amp; &#65; &lt;"),
        ("a&#x202E;b&#8203;c&zwj;d&ZeroWidthSpace;", "a⟨U+202E⟩b⟨U+200B⟩c⟨U+200D⟩d⟨U+200B⟩"),
        ("&#x; &; &#99999999999;", "&#x; &; &#99999999999;"),
    ])
    func `a character without a glyph is replaced by a visible one`(text: (String, String)) {
        #expect(text.0.revealingInvisible == text.1)
        #expect(text.1.revealingInvisible == text.1)
    }

    @Test func `all texts of an ask's card reveal hidden characters, and those of other cards are unchanged`() {
        let text = "a\u{202E}b"
        var body = CardBody(
            variables: [RuntimeVariable(name: "v", defaultValue: text)],
            components: [
                .category(Card.Category(text: text)), .headline(Card.Headline(text: text)),
                .text(Card.TextBlock(text: "{{v}}")),
                .list(Card.ListBlock(items: [.init(text: text)])),
                .input(
                    Card.Input(
                        name: text, label: text,
                        kind: .radioGroup(items: [.init(value: text, label: text)], defaultValue: nil))),
                .buttons(
                    Card.ButtonContainer(buttons: [Card.Button(text: text, action: .submit(.init(buttonName: text)))])),
            ], subviews: ["s": Card.Subview(title: text, components: [.text(Card.TextBlock(text: text))])])
        #expect(body.texts.contains(text))
        body.ask = CardAsk(id: "a")
        #expect(body.texts.allSatisfy { !$0.contains("\u{202E}") && $0.contains("⟨U+202E⟩") })
        #expect(body.title == "a⟨U+202E⟩b")
        // The values that are sent stay unchanged.
        #expect(body.resolvingVariables().submissions.map(\.buttonName) == [text])
    }
}
