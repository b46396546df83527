import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// A user who answers an ask sees its whole card: no text is folded and no character is invisible.
struct AskCardTests {
    private func screen(_ components: [Card.Component], isAsk: Bool) -> String {
        var body = makeBody(components: components)
        if isAsk { body.ask = CardAsk(id: "a") }
        var state = Scene.one.state(Size(columns: 70, rows: 60))
        state.show([makeCard("c1", body: body)])
        return draw(&state, theme: .plain).0.plainText
    }

    @Test func `no text of an ask's card is folded`() {
        let lines = (1...30).map { "line \($0)" }.joined(separator: "\n")
        let text = Card.Component.text(
            Card.TextBlock(
                text: lines,
                expand: Card.ClickToExpand(maxDisplayLines: 2, showTextLabel: "More", hideTextLabel: "Less")))
        let folded = screen([.headline(Card.Headline(text: "Release?")), text], isAsk: false)
        #expect(folded.contains("More") && !folded.contains("line 30"))
        let whole = screen([.headline(Card.Headline(text: "Release?")), text], isAsk: true)
        #expect(!whole.contains("More") && whole.contains("line 2\u{20}") && whole.contains("line 30"))
    }

    @Test func `a long command in a code block is shown completely`() {
        let command = (1...150).map { "--option\($0)" }.joined(separator: " ") + " ; rm -rf \u{200B}/the/end"
        let shown = screen([.text(Card.TextBlock(text: "Run this:\n\n```\n\(command)\n```"))], isAsk: true)
        #expect(shown.contains("--option150") && shown.contains("⟨U+200B⟩/the/end"))
    }

    @Test(arguments: ["pay\u{200B}pal", "a\u{202E}gpj.exe", "x&#x202E;y"])
    func `characters without a glyph are visible`(text: String) {
        for component in [
            Card.Component.headline(Card.Headline(text: text)), .text(Card.TextBlock(text: text)),
            .text(Card.TextBlock(text: "`\(text)`")),
            .text(Card.TextBlock(text: "```\n\(text)\n```")), .list(Card.ListBlock(items: [.init(text: text)])),
            .buttons(Card.ButtonContainer(buttons: [Card.Button(text: text, action: .submit(.init(buttonName: "b")))])),
        ] {
            #expect(screen([component], isAsk: true).contains("⟨U+20"), "\(component)")
            #expect(!screen([component], isAsk: false).contains("⟨U+"), "\(component)")
        }
    }
}
