import AppCore
import Basics
import Foundation
import TOML

@testable import AppRuntime
@testable import Theming
@testable import cardstream

/// Files that users write.
enum FileFuzz {
    static let targets = [toml, config, keymap, serverKeys, theme, scheme]

    private static let words = [
        "= ", "\n[", "[[", "]]\n", "\"\"\"", "'''", "{ ", " }", "\\u00e9", "\\U0010FFFF", "inf", "nan", "0x", "1e9",
        "true",
        "2026-01-01T00:00:00Z", "07:32:00", "# ", ".", "\r\n", "\u{FEFF}",
    ]

    /// The position of a mistake is inside the file. A setting that is set has its value, and all others keep theirs.
    static let toml = FuzzTarget(
        name: "toml",
        seeds: [
            "a = 1\nb.c = [1, 'x', { d = true }]\n[t]\ne = 1979-05-27T07:32:00.5-07:00\n[[u]]\nf = \"\\u00e9\\n\"\n[[u]]\n",
            "x = \"\"\"\na\\\n  b\"\"\" # c\n'q u' = '''\nz'''\nn = [0x_F, 1_000, -inf, 6.6e-34, 0b1]\r\n",
        ].map { Array($0.utf8) }, words: words
    ) { input in
        do throws(TOMLError) { _ = try TOMLTable.read(input.bytes) } catch {
            return try require(isPlace(error.line, in: input.bytes) && error.column > 0, "\(error)")
        }
        guard var editor = try? ConfigEditor(input.bytes, path: "c.toml") else { return }
        let before = try TOMLTable.read(editor.bytes)
        // If the editor cannot make a change, it throws an error and changes nothing.
        guard (try? editor.set("theme", to: .text("ink"))) != nil else { return }
        let after = try TOMLTable.read(editor.bytes)
        let others = before.keys.filter { $0 != "theme" }
        try requireEqual(after.keys.filter { $0 != "theme" }, others, "the other settings")
        try editor.remove("theme")
        try requireEqual(try TOMLTable.read(editor.bytes).keys, others, "the other settings, after it is removed")
    }

    private static func isPlace(_ line: Int?, in bytes: [UInt8]) -> Bool {
        line.map { (1...(1 + bytes.count { $0 == UInt8(ascii: "\n") })).contains($0) } ?? false
    }

    private static func requirePositions(_ mistakes: [ConfigError], in input: FuzzInput) throws {
        for mistake in mistakes { try require(isPlace(mistake.line, in: input.bytes), "\(mistake)") }
    }

    /// The position of a mistake is inside the file.
    static let config = FuzzTarget(
        name: "config", seeds: [Samples.config, Samples.keymap].map { Array($0.utf8) },
        words: words + [
            "server = ", "[containers.", "[screens.", "[filters]\n", "[[network.policy]]\n", "kind = ",
            "quiet_hours = ",
        ]
    ) { input in
        var config = Config()
        try requirePositions(ConfigLoader(path: "config.toml").merge(file: input.bytes, into: &config), in: input)
    }

    /// The position of a mistake is inside the file.
    static let keymap = FuzzTarget(
        name: "keymap", seeds: [Array(Samples.keymap.utf8)],
        words: words + ["\"ctrl-", "\" = \"quit\"\n", "alt-", "[stream]\n", "\"\""]
    ) { input in
        do throws(ConfigError) { _ = try KeymapFile(path: "keys.toml").merge(input.bytes) } catch {
            try requirePositions([error], in: input)
        }
    }

    /// The position of a mistake, if there is one, is inside the file.
    static let serverKeys = FuzzTarget(
        name: "server-keys", seeds: [Array(Samples.serverKeys.utf8)],
        words: words + ["[[environment.viewer]]\n", "publisher_keys = ", "hs256_secret = ", "id = "]
    ) { input in
        do throws(ConfigError) { _ = try ServerKeys.parse(input.bytes, path: "keys.toml") } catch {
            try require(error.line == nil || isPlace(error.line, in: input.bytes), "\(error)")
        }
    }

    /// The position of a problem is inside the file.
    static let theme = FuzzTarget(
        name: "theme",
        seeds: EmbeddedThemes.names.compactMap(EmbeddedThemes.text).map { Array($0.utf8) }
            + [Array("[shape]\nborder = \"double\"\npadding = 2\n".utf8)],
        words: words + [
            "[palette]\n", "[shape]\n", "\"card.title\" = ", "{ fg = \"red\", modifiers = [\"bold\"] }", "inherits = ",
        ]
    ) { input in
        let file: ThemeFile
        do throws(ThemeError) { file = try ThemeFile(source: "mine.toml", text: input.text) } catch {
            guard case .malformed(_, let line, let column, _) = error else {
                throw PropertyViolation(description: "\(error)")
            }
            return try require(isPlace(line, in: input.bytes) && column > 0, "\(error)")
        }
        var resolver = ThemeResolver(files: [file], depth: .direct)
        _ = resolver.theme(name: "mine")
        for problem in file.problems + resolver.problems {
            try require(isPlace(problem.line, in: input.bytes), "\(problem)")
        }
        try checkPublished(input)
    }

    /// A theme that a publisher may set for a stream is readable. The problem of any other theme has a position.
    private static func checkPublished(_ input: FuzzInput) throws {
        do throws(ThemeProblem) {
            let theme = try PublishedTheme(input.text)
            for appearance in Appearance.allCases {
                let look = theme.theme(named: "ops", appearance: appearance, depth: .direct)
                guard look.faintScopes.isEmpty else { throw ThemeProblem(file: "", line: -1, message: "faint") }
            }
        } catch {
            try require(error.line == 0 || isPlace(error.line, in: input.bytes), "\(error)")
        }
    }

    /// A colour scheme that is accepted becomes a theme without problems.
    static let scheme = FuzzTarget(
        name: "colour-scheme",
        seeds: [
            Samples.scheme, Samples.scheme.replacing("  base", with: "base"),
            "a: &a [x, x]\nb: &b [*a, *a]\n? *b\n: 1\n",
        ].map {
            Array($0.utf8)
        },
        words: [
            "- ", "? ", ": ", "&a ", "*a", "!!str ", "!<", "|\n", ">\n", "%YAML 1.1\n", "---\n", "...\n", "\u{85}",
            "<<: ", "~", "\\x",
            "base0F", "#2b303b",
        ]
    ) { input in
        let theme: String
        do throws(ThemeError) { theme = try Base16Scheme(file: "mine.yaml", text: input.text).themeText } catch {
            guard case .badScheme = error else { throw PropertyViolation(description: "\(error)") }
            return
        }
        try requireEqual(try ThemeFile(source: "mine.toml", text: theme).problems.count, 0, "problems of the theme")
    }
}
