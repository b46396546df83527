import Canvas
import Testing
import Theming

/// Symbols: icons
struct IconColorTests {
    private func theme(_ text: String, depth: ColorDepth = .direct) throws -> Theme {
        try PublishedTheme("inherits = \"terminal\"\n" + text).theme(named: "icons", appearance: .dark, depth: depth)
    }

    @Test func `an icon looks like the text beside it unless the theme says otherwise`() throws {
        let theme = try theme("\"card.title\" = { fg = \"red\", modifiers = [\"bold\"] }")
        for scope in [
            StyleScope.cardTitle, .text, .cardCategory, .inputLabel, .buttonPrimary, .buttonSecondary, .toast,
        ] {
            #expect(theme.icon(beside: scope) == theme[scope])
        }
        let hue = theme.category(2)
        #expect(theme.icon(beside: .cardCategory, hue) == hue)
    }

    @Test func `an icon's own colour is on the text's background, also if that is reversed`() throws {
        let theme = try theme(
            """
            "card.category.icon" = "red"
            "button.primary.icon" = "yellow"
            """)
        let hue = theme.category(2)
        #expect(theme.icon(beside: .cardCategory3, hue) == Style(foreground: .palette(1), attributes: hue.attributes))
        let button = theme[.buttonPrimary]
        #expect(button.attributes.contains(.reverse))
        let icon = theme.icon(beside: .buttonPrimary)
        #expect(icon.background == .palette(3) && icon.foreground == button.foreground)
        #expect(icon.attributes == button.attributes)
        #expect(theme.icon(beside: .buttonPrimaryFocused) == theme[.buttonPrimaryFocused])
        #expect(theme.icon(beside: .cardTitle) == theme[.cardTitle])
    }

    @Test func `an icon with only modifiers keeps the text's colour`() throws {
        let theme = try theme(
            """
            "card.category.icon" = { modifiers = ["dim"] }
            "button.primary.icon" = { modifiers = [] }
            """)
        let hue = theme.category(0)
        #expect(theme.icon(beside: .cardCategory1, hue) == Style(foreground: hue.foreground, attributes: .dim))
        #expect(theme.icon(beside: .buttonPrimary).attributes == .reverse)
    }

    @Test func `without colours, an icon has none`() throws {
        let theme = try theme("\"text.icon\" = \"red\"", depth: .none)
        #expect(theme.icon(beside: .text) == theme[.text])
    }

    @Test func `an icon colour with low contrast is refused like that of a text`() {
        #expect(throws: ThemeProblem.self) {
            try PublishedTheme("inherits = \"ink\"\n\"text.icon\" = \"#202020\"")
        }
    }
}
