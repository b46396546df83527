import Support
import Testing

@testable import Theming

/// Whatever is in a theme's file, it is read or refused.
struct ThemeFuzzTests {
    @Test func `no theme ends the program`() throws {
        let samples = EmbeddedThemes.names.compactMap(EmbeddedThemes.text)
        var mutator = Mutator(
            samples: samples + ["[shape]\nborder = \"double\"\npadding = 2\n"],
            tokens: Mutator.tomlTokens + [
                "[palette]\n", "[shape]\n", "\"card.title\" = ", "{ fg = \"red\", modifiers = [\"bold\"] }",
            ])
        for _ in 0..<Mutator.count(600) {
            let text = mutator.nextText()
            let lines = 1 + text.utf8.count { $0 == UInt8(ascii: "\n") }
            do throws(ThemeError) {
                let file = try ThemeFile(source: "mine.toml", text: text)
                var resolver = ThemeResolver(files: [file], depth: .direct)
                _ = resolver.theme(name: "mine")
                let problems = file.problems + resolver.problems
                #expect(problems.allSatisfy { (1...lines).contains($0.line) }, "\(problems)")
            } catch {
                guard case .malformed(_, let line, let column, _) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect((1...lines).contains(line) && column > 0)
            }
        }
    }

    private static let scheme =
        "system: \"base16\"\nname: \"Sample\"\nauthor: 'Ana' # me\npalette:\n"
        + (0...15).map { "  base0\(String($0, radix: 16, uppercase: true)): \"#2b303b\"\n" }.joined()

    @Test func `no colour scheme ends the program`() {
        var mutator = Mutator(
            samples: [
                Self.scheme, Self.scheme.replacing("  base", with: "base"), "a: &a [x, x]\nb: &b [*a, *a]\n? *b\n: 1\n",
            ],
            tokens: [
                "- ", "? ", ": ", "{", "}", "[", "]", ",", "&a ", "*a ", "*a", "!!str ", "!<", "|\n", ">\n", "\n ",
                "\n", "\t", "\"", "'",
                "%YAML 1.1\n", "---\n", "...\n", "#", "\u{0}", "\u{85}", "\u{2028}", "<<: ", "~", "é", "\\", "\\x", "@",
                "`", "a",
            ])
        for _ in 0..<Mutator.count(500) {
            let text = mutator.nextText()
            do throws(ThemeError) {
                let theme = try Base16Scheme(file: "mine.yaml", text: text).themeText
                _ = try ThemeFile(source: "mine.yaml", text: theme)
            } catch {
                guard case .badScheme = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test func `a scheme's aliases of aliases are refused before they are read`() {
        // Two to the power of sixty texts in one key.
        let lines = ["a0: &a0 x"] + (1...60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" } + ["? *a60\n: 1"]
        let error = #expect(throws: ThemeError.self) {
            try Base16Scheme(file: "bomb.yaml", text: lines.joined(separator: "\n"))
        }
        #expect(error?.description.hasPrefix("bomb.yaml:10: ") == true, "\(error?.description ?? "")")
        let nested = #expect(throws: ThemeError.self) {
            try Base16Scheme(file: "deep.yaml", text: String(repeating: "[", count: 60_000))
        }
        #expect(nested?.description.hasPrefix("deep.yaml:") == true)
        #expect(throws: ThemeError.badScheme(file: "long.yaml", line: 0, reason: "it is larger than 65 kB")) {
            try Base16Scheme(file: "long.yaml", text: String(repeating: "a", count: 65_537))
        }
    }
}
