import Canvas
import Cards
import Testing

@testable import CardUI

struct IconTests {
    @Test(arguments: [
        (Card.Icon(name: "check"), false, "✓"),
        (Card.Icon(name: "check"), true, "\u{F00C}"),
        (Card.Icon(name: "fas fa-check"), false, "✓"),
        // Only the Nerd Font has a glyph for these.
        (Card.Icon(name: "rocket"), true, "\u{F135}"),
        (Card.Icon(name: "rocket"), false, nil),
        // Neither font has a glyph for these.
        (Card.Icon(name: "dragon"), true, nil),
        (Card.Icon(name: "\u{1B}[2J"), true, nil),
        (Card.Icon(), true, nil),
    ])
    func `an icon is a character of one column, or nothing`(icon: Card.Icon, hasNerdFont: Bool, expected: String?) {
        let sign = InlineIcon(name: icon.name, hasNerdFont: hasNerdFont)?.text
        #expect(sign?.string == expected)
        if let sign { #expect(TextLayout.width(of: sign) == 1) }
    }

    @Test(arguments: [false, true])
    func `a button that leaves has one arrow, regardless of its icon`(hasNerdFont: Bool) {
        func words(_ icon: String) -> String {
            let button = Card.Button(
                text: "Open", icon: Card.Icon(name: icon), style: .secondary,
                action: .openLink(url: "https://example.com"))
            let sign = InlineIcon(name: icon, hasNerdFont: hasNerdFont)
            var row = CardRow()
            ButtonView(button, number: 9, icon: sign, width: 40).add(to: &row, at: 0, width: 12, isWaiting: false)
            return row.spans.sorted { $0.column < $1.column }.map(\.text.string).joined().filter { $0 != " " }
        }
        #expect(words("external-link-alt") == "▐Open↗▌" || words("external-link-alt") == "Open↗")
        #expect(words("envelope").contains(hasNerdFont ? "\u{F0E0}Open↗" : "✉Open↗"))
    }

    @Test func `every sign takes one column and is drawn as it is`() {
        for (name, scalar) in IconTable.plain {
            #expect(TextLayout.width(of: SafeText(String(scalar))) == 1, "\(name)")
            #expect(SafeText(String(scalar)).string == String(scalar), "\(name)")
            #expect(!scalar.properties.isEmojiPresentation, "\(name)")
        }
        for (name, scalar) in IconTable.nerd { #expect(SafeText(icon: scalar) != nil, "\(name)") }
        #expect(SafeText(icon: "a") == nil && SafeText(icon: "\u{1B}") == nil)
    }
}
