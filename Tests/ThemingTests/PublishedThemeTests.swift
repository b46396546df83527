import Canvas
import Testing

@testable import Theming

/// The themes that publishers may set for a stream.
struct PublishedThemeTests {
    private func refusal(_ document: String) -> ThemeProblem? {
        do throws(ThemeProblem) {
            _ = try PublishedTheme(document)
            return nil
        } catch { return error }
    }

    @Test(arguments: ThemeLoader.builtIn)
    func `each built-in theme can be published by name, and looks the same`(name: String) throws {
        let theme = try PublishedTheme("inherits = \"\(name)\"")
        for appearance in Appearance.allCases {
            let (own, _) = try ThemeLoader.load(name, appearance: appearance, depth: .direct)
            let published = theme.theme(named: "ops", appearance: appearance, depth: .direct)
            #expect(StyleScope.allCases.allSatisfy { published[$0] == own[$0] })
            #expect(published.shape == own.shape)
        }
        #expect(refusal("inherits = \"\(name)\"\n[palette.sixteen]\nmine = \"red\"") == nil)
    }

    @Test(arguments: [
        ("inherits = \"ink\"\n[card", 2, "expected"),
        ("inherits = \"ink\"\n\"card.titel\" = { fg = \"#ffffff\" }", 2, "did you mean \"card.title\"?"),
        ("\n\ninherits = \"mine\"", 3, "can inherit only from a built-in theme"),
        ("inherits = \"/etc/theme.toml\"", 1, "can inherit only from a built-in theme"),
        ("inherits = \"ink\"\ninclude = \"/etc/passwd\"", 2, "unknown"),
        ("inherits = \"ink\"\n[shape]\nborder = \"\\u001b[31m\"", 3, "border must be one of"),
        (
            "inherits = \"ink\"\n\n\"card.title\" = { fg = \"#303030\" }", 3,
            "card.title is hard to read on a dark background"
        ),
        ("inherits = \"ink\"\n[palette.light]\nmuted = \"#dddddd\"", 3, "on a light background: contrast 1."),
        ("inherits = \"ink\"\n[palette.dark]\nbase = \"#808080\"", 3, "expected at least 4.5"),
        ("[default]\nfg = \"red\"\nbg = \"red\"", 2, "the same colour"),
        (
            "[default]\nfg = \"ink\"\nbg = \"paper\"\n[palette]\nink = \"#ffffff\"\npaper = \"#000000\"\n"
                + "[palette.sixteen]\nink = \"red\"\npaper = \"red\"", 8, "the same colour"
        ),
        ("inherits = \"terminal\"\n[default]\nbg = \"#101010\"", 3, "one of its colours is the terminal's"),
        ("inherits = \"ink\"\n\"card.title\" = { fg = \"accnt\" }", 2, "unknown colour \"accnt\""),
    ])
    func `an unusable document is refused with its line`(document: String, line: Int, words: String) throws {
        let problem = try #require(refusal(document))
        #expect(problem.line == line, "\(problem)")
        #expect(problem.message.contains(words), "\(problem)")
    }

    @Test func `a published theme may set any borders and attributes`() {
        #expect(refusal("inherits = \"ink\"\n\"card.border\" = { fg = \"#1a1c22\" }") == nil)
        #expect(
            refusal("\"card.title\" = { modifiers = [\"bold\", \"reversed\"] }\n[shape]\nborder = \"double\"") == nil)
    }

    @Test func `without colours for dark backgrounds, those for light ones are used there`() throws {
        let light = "[default]\nfg = \"ink\"\nbg = \"paper\"\n[palette.light]\nink = \"#202020\"\npaper = \"#fafafa\"\n"
        let both = light + "[palette.dark]\nink = \"#e0e0e0\"\npaper = \"#101010\"\n"
        func ground(_ document: String, _ appearance: Appearance) throws -> Color {
            try PublishedTheme(document).theme(named: "ops", appearance: appearance, depth: .direct)[.base].background
        }
        #expect(try ground(light, .dark) == .rgb(250, 250, 250))
        #expect(try ground(light, .light) == .rgb(250, 250, 250))
        #expect(try ground(both, .dark) == .rgb(16, 16, 16))
        #expect(try ground(both, .light) == .rgb(250, 250, 250))
    }

    @Test func `without colours, attributes and frames remain`() throws {
        let theme = try PublishedTheme("inherits = \"harbour\"\n[shape]\nborder = \"heavy\"")
            .theme(named: "ops", appearance: .dark, depth: .none)
        #expect(StyleScope.allCases.allSatisfy { theme[$0].foreground == .default && theme[$0].background == .default })
        #expect(theme.shape.border == .heavy)
    }
}
