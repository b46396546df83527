import Canvas
import Foundation
import Testing

@testable import Theming

/// Theme files in a separate folder, which is removed at the end.
final class ThemeFolder {
    let path: String

    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "themes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(toFile: "\(path)/\(name).toml", atomically: false, encoding: .utf8)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

struct ThemeLoaderTests {
    /// Loads the text as a theme named "mine".
    private func load(_ text: String, depth: ColorDepth = .indexed256) throws -> (Theme, [String]) {
        let folder = try ThemeFolder(["mine": text])
        let (theme, problems) = try ThemeLoader.load("mine", searchPaths: [folder.path], depth: depth)
        return (theme, problems.map { $0.description.replacingOccurrences(of: folder.path + "/", with: "") })
    }

    @Test func `a scope falls back to its prefix part by part and then to default`() throws {
        let (theme, problems) = try load(
            """
            default = { fg = "white", bg = "black" }
            card = { bg = "blue" }
            "card.title" = { fg = "red", modifiers = ["bold"] }
            "card.title.selected" = { modifiers = ["underlined"] }
            """)
        #expect(problems == [])
        #expect(theme[.base] == Style(foreground: .palette(7), background: .palette(0), attributes: []))
        #expect(theme[.cardBorder] == Style(foreground: .palette(7), background: .palette(4), attributes: []))
        #expect(theme[.cardTitle] == Style(foreground: .palette(1), background: .palette(4), attributes: .bold))
        #expect(
            theme[.cardTitleSelected] == Style(foreground: .palette(1), background: .palette(4), attributes: .underline)
        )
        #expect(theme[.toast] == theme[.base])
    }

    @Test func `a prefix that is not a scope styles all scopes below it`() throws {
        let (theme, problems) = try load(#"input = "green""#)
        #expect(problems == [])
        #expect(theme[.inputLabelFocused].foreground == .palette(2))
        #expect(theme[.card].foreground == .default)
    }

    @Test func `keys may be written without quotes`() throws {
        let (theme, problems) = try load("card.title = \"red\"\ncard.border.selected = { fg = 33 }\n")
        #expect(problems == [])
        #expect(theme[.cardTitle].foreground == .palette(1))
        #expect(theme[.cardBorderSelected].foreground == .palette(33))
    }

    @Test(arguments: [
        ("[buton]\nfoo = 1", #"mine.toml:1: unknown scope "buton"; did you mean "button"?"#),
        ("\n\"card.titel\" = \"red\"", #"mine.toml:2: unknown scope "card.titel"; did you mean "card.title"?"#),
        ("# one\n# two\ntoast = { gf = \"red\" }", #"mine.toml:3: unknown style key "gf"; did you mean "fg"?"#),
        ("toast = { modifiers = [\"blod\"] }", #"mine.toml:1: unknown modifier "blod"; did you mean "bold"?"#),
        ("toast = \"gren\"", #"mine.toml:1: unknown colour "gren"; did you mean "green"?"#),
        (
            "toast = \"accnet\"\n[palette]\naccent = \"red\"",
            #"mine.toml:1: unknown colour "accnet"; did you mean "accent"?"#
        ),
        ("toast = \"a\"\n[palette]\na = \"#12345\"", "mine.toml:3: unknown colour \"#12345\"; a colour must be "),
        (
            "toast = true",
            "mine.toml:1: a colour must be a palette name, a colour name (red, bright-blue, …), \"default\""
        ),
        ("toast = { modifiers = \"bold\" }", "mine.toml:1: modifiers must be a list of bold, crossed_out, dim"),
        ("inherits = 3", "mine.toml:1: \"inherits\" must be the name of another theme, in quotes"),
        ("\n\npalette = 3", "mine.toml:3: [palette] must be a table of names and colours"),
        (
            "zzzzzzzzzzzzzzzz = \"red\"",
            "mine.toml:1: unknown scope \"zzzzzzzzzzzzzzzz\"; allowed: default, text, text.secondary"
        ),
    ])
    func `a mistake is skipped and reported with its line and what is allowed`(text: String, message: String) throws {
        let (theme, problems) = try load(text)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(message) == true, "\(problems)")
        #expect(theme[.card] == Style())
    }

    @Test func `a user's theme inherits a built-in one and its palette recolours it`() throws {
        let (theme, problems) = try load("inherits = \"dark\"\n[palette]\naccent = \"magenta\"\n")
        let (dark, _) = try ThemeLoader.load("dark", depth: .indexed256)
        #expect(problems == [])
        #expect(theme[.buttonPrimary].foreground == .palette(5))
        #expect(theme[.cardRefused] == dark[.cardRefused])
    }

    @Test func `a user's dark may inherit the built-in dark`() throws {
        let folder = try ThemeFolder(["dark": "inherits = \"dark\"\ntoast = \"blue\"\n"])
        let (theme, problems) = try ThemeLoader.load("dark", searchPaths: [folder.path], depth: .ansi16)
        #expect(problems.isEmpty)
        #expect(theme[.toast].foreground == .palette(4))
        #expect(theme[.buttonPrimary].foreground == .palette(6))
    }

    @Test func `a palette for one background does not change the other`() throws {
        let folder = try ThemeFolder([
            "mine": """
            inherits = "ink"
            [palette]
            second = "#010203"
            [palette.light]
            accent = "#040506"
            [palette.sixteen]
            accent = "red"
            """
        ])
        func color(_ scope: StyleScope, _ appearance: Appearance, _ depth: ColorDepth) throws -> Color {
            let (theme, problems) = try ThemeLoader.load(
                "mine", searchPaths: [folder.path], appearance: appearance, depth: depth)
            #expect(problems.isEmpty)
            return theme[scope].foreground
        }
        let ink = try ThemeLoader.load("ink", depth: .direct).0
        #expect(try color(.buttonPrimary, .light, .direct) == .rgb(4, 5, 6))
        #expect(try color(.buttonPrimary, .dark, .direct) == ink[.buttonPrimary].foreground)
        #expect(try color(.cardBullet, .dark, .direct) == .rgb(1, 2, 3))
        #expect(try color(.cardBullet, .light, .direct) == .rgb(1, 2, 3))
        #expect(try color(.buttonPrimary, .light, .ansi16) == .palette(1))
    }

    @Test func `the catalogue has the user's themes first, and each name once`() throws {
        let folder = try ThemeFolder(["zebra": "# Stripes. And more.\n", "ink": "", ".hidden": ""])
        let entries = ThemeLoader.entries(searchPaths: ["/nowhere", folder.path])
        #expect(entries.prefix(2).map(\.name) == ["ink", "zebra"])
        #expect(entries.prefix(2).map(\.path) == ["\(folder.path)/ink.toml", "\(folder.path)/zebra.toml"])
        #expect(entries[1].summary == "Stripes.")
        #expect(entries.dropFirst(2).map(\.name) == ThemeLoader.builtIn.filter { $0 != "ink" })
        #expect(entries.dropFirst(2).allSatisfy { $0.path == nil && $0.summary.hasSuffix(".") })
    }

    @Test func `the text of a theme is its file, the user's before ours`() throws {
        let folder = try ThemeFolder(["ink": "card = \"red\"\n"])
        #expect(try ThemeLoader.text(of: "ink", searchPaths: [folder.path]) == "card = \"red\"\n")
        #expect(try ThemeLoader.text(of: "ink", searchPaths: []).contains("[palette.light]"))
        #expect(
            throws: ThemeError.notFound(
                name: "tirminal", searched: ["/nowhere"], builtIn: ThemeLoader.builtIn, nearest: "terminal")
        ) {
            try ThemeLoader.text(of: "tirminal", searchPaths: ["/nowhere"])
        }
    }

    @Test func `a pipe with a theme's name is refused immediately`() throws {
        let folder = try ThemeFolder([:])
        #expect(mkfifo("\(folder.path)/pipe.toml", 0o600) == 0)
        #expect(throws: ThemeError.unreadable(file: "\(folder.path)/pipe.toml", reason: "it is not a file")) {
            try ThemeLoader.load("pipe", searchPaths: [folder.path], depth: .ansi16)
        }
        #expect(ThemeLoader.entries(searchPaths: [folder.path]).contains { $0.name == "pipe" })
    }

    @Test func `the first folder that contains the name is used`() throws {
        let first = try ThemeFolder(["mine": "toast = \"red\""])
        let second = try ThemeFolder(["mine": "toast = \"blue\"", "other": "toast = \"green\""])
        let paths = [first.path, second.path]
        #expect(try ThemeLoader.load("mine", searchPaths: paths, depth: .ansi16).0[.toast].foreground == .palette(1))
        #expect(try ThemeLoader.load("other", searchPaths: paths, depth: .ansi16).0[.toast].foreground == .palette(2))
    }

    @Test func `a path loads that file whatever the search path`() throws {
        let folder = try ThemeFolder(["mine": "toast = \"red\""])
        let (theme, _) = try ThemeLoader.load("\(folder.path)/mine.toml", depth: .ansi16)
        #expect(theme[.toast].foreground == .palette(1))
    }

    @Test func `an unknown name is reported with the searched folders and the known themes`() {
        #expect(
            throws: ThemeError.notFound(
                name: "tirminal", searched: ["/nowhere"], builtIn: ThemeLoader.builtIn, nearest: "terminal")
        ) {
            try ThemeLoader.load("tirminal", searchPaths: ["/nowhere"], depth: .none)
        }
    }

    @Test func `an unknown name is told the themes in files as well`() throws {
        let folder = try ThemeFolder(["ocean": "", "zebra": ""])
        let error = #expect(throws: ThemeError.self) {
            try ThemeLoader.load("qqqq", searchPaths: [folder.path], depth: .none)
        }
        #expect(error?.brief.hasPrefix("Unknown theme \"qqqq\"; theme files: ocean, zebra; built in: ") == true)
        #expect(error?.description.contains(". Theme files: ocean, zebra. Built in: ") == true)
    }

    @Test func `a misspelt name is reported with the nearest one, also of the user's themes`() throws {
        let folder = try ThemeFolder(["ocean": "card = \"red\"\n"])
        for (typed, meant) in [("inc", "ink"), ("ocaen", "ocean")] {
            let error = #expect(throws: ThemeError.self) {
                try ThemeLoader.load(typed, searchPaths: [folder.path], depth: .none)
            }
            #expect(error?.description.contains("did you mean \"\(meant)\"?") == true, "\(error?.description ?? "")")
        }
    }

    @Test func `mistakes are reported in the order of their lines`() throws {
        let text = """
            txet = "red"
            card = "blurple"
            toast = { fg = "red", modifiers = ["bald"] }
            statsu = "red"

            [shape]
            border = "dubble"
            padding = 9
            """
        let folder = try ThemeFolder(["mine": text])
        let (_, problems) = try ThemeLoader.load("mine", searchPaths: [folder.path], depth: .direct)
        #expect(problems.map(\.line) == [1, 2, 3, 4, 7, 8], "\(problems)")
    }

    @Test func `text that is not TOML is refused with line and column`() throws {
        let folder = try ThemeFolder(["mine": "toast = \"red\"\ncard = = 3\n"])
        let error = try #require(throws: ThemeError.self) {
            try ThemeLoader.load("mine", searchPaths: [folder.path], depth: .none)
        }
        guard case .malformed(let file, let line, let column, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(file == "\(folder.path)/mine.toml")
        #expect(line == 2)
        #expect(column > 1)
    }

    @Test func `a missing inherited theme is reported with file and line`() throws {
        let folder = try ThemeFolder(["mine": "# Mine\ninherits = \"plumm\""])
        let error = try #require(throws: ThemeError.self) {
            try ThemeLoader.load("mine", searchPaths: [folder.path], depth: .direct)
        }
        #expect(
            error.description
                == "\(folder.path)/mine.toml:2: it inherits the unknown theme \"plumm\"; did you mean \"plum\"?"
        )
    }

    @Test func `a loop of inheritance is refused with the loop`() throws {
        let folder = try ThemeFolder(["a": "inherits = \"b\"", "b": "inherits = \"a\""])
        #expect(throws: ThemeError.inheritanceLoop(chain: ["a", "b", "a"])) {
            try ThemeLoader.load("a", searchPaths: [folder.path], depth: .none)
        }
    }

    @Test(arguments: [
        (ColorDepth.none, Color.default), (.ansi16, .palette(9)), (.indexed256, .palette(196)),
    ])
    func `a custom colour is shown with the nearest one of the terminal`(depth: ColorDepth, expected: Color) throws {
        let (theme, problems) = try load("toast = \"#ff0000\"", depth: depth)
        #expect(problems == [])
        #expect(theme[.toast].foreground == expected)
    }
}
