import AppCore
import Canvas
import CardUI
import Testing
import Theming

/// What snapshots contain of a screen, and the message when a comparison fails.
struct SnapshotDifferenceTests {
    private func surface(_ words: String, _ style: Style = Theme.scopes[.text]) -> Surface {
        var surface = Surface(size: Size(columns: 12, rows: 3))
        surface.painter().write(SafeText(words), at: Point(column: 2, row: 1), style: style)
        return surface
    }

    @Test func `every scope has one letter of its own`() {
        #expect(Set(ScopeLetters.table.map(\.0)) == Set(StyleScope.allCases))
        let letters = ScopeLetters.table.map(\.1) + [ScopeLetters.own]
        #expect(Set(letters).count == letters.count && letters.count == StyleScope.allCases.count + 1)
        #expect(letters.allSatisfy { TextLayout.width(of: $0) == 1 && $0 != " " })
    }

    @Test(arguments: StyleScope.allCases)
    func `the scope of a cell follows from its style`(scope: StyleScope) {
        let cell = CellScopes(Theme.scopes[scope])
        #expect(cell.scope == scope && cell.remark == nil)
    }

    @Test func `a snapshot contains the text, the scopes and the legend of letters`() {
        let picture = ScopeSnapshot(surface("Hello")).description
        #expect(picture == "\n  Hello\n\n────\n\n..ttttt\n\n────\nt text")
    }

    @Test func `markup, other attributes and colours, and links are described in words`() {
        let theme = Theme.scopes
        let title = theme[.cardTitle]
        func remark(_ style: Style) -> String? { CellScopes(style).remark }
        #expect(remark(theme[.text].merging(theme[.textStrong])) == nil)
        #expect(CellScopes(theme[.text].merging(theme[.textStrong])).scope == .textStrong)
        #expect(remark(title.merging(theme[.textLink])) == "text.link over card.title")
        #expect(
            remark(theme[.text].merging(theme[.textEmphasis]).merging(theme[.textStrong]))
                == "text.strong + text.emphasis")
        #expect(remark(title.adding([.bold, .reverse])) == "card.title bold reversed")
        #expect(CellScopes(Style(foreground: .palette(4))).letter == ScopeLetters.own)
        var linked = surface("Hello")
        Hyperlink("https://example.com/").map {
            linked.painter().link(Rect(column: 2, row: 1, columns: 5, rows: 1), to: $0)
        }
        #expect(
            ScopeSnapshot(linked).description.hasSuffix("t text\nrow 2, columns 3-7: leads to https://example.com/"))
    }

    @Test func `a difference is shown line by line, with the columns marked and the scopes in words`() throws {
        let recorded = ScopeSnapshot(surface("日本 Hello")).description
        let drawn = ScopeSnapshot(surface("日本 Hallo", Theme.scopes[.textDim])).description
        let difference = try #require(SnapshotDifference(recorded: recorded, drawn: drawn)).description
        #expect(
            difference == """
                row 2 recorded │  日本 Hello
                      drawn    │  日本 Hallo
                               │        ^
                row 2, columns 3-12: text.dim instead of text
                """, "\(difference)")
        #expect(SnapshotDifference(recorded: recorded, drawn: recorded) == nil)
    }

    @Test func `colours are compared by the legend, not by the letters`() throws {
        let recorded = "ab\n────\nab\n────\na palette 1\nb palette 2"
        let drawn = "ab\n────\n.a\n────\na palette 2"
        let difference = try #require(SnapshotDifference(recorded: recorded, drawn: drawn)).description
        #expect(difference == "row 1, column 1: default instead of palette 1")
    }
}
