import Canvas
import Foundation
import Testing

@testable import Theming

/// Colour schemes of other programs as themes.
struct Base16Tests {
    private static func digits(_ number: Int) -> String {
        let (red, green, blue) = (number * 10, number * 10 + 1, number * 10 + 2)
        return String(format: "%02x%02x%02x", red, green, blue)
    }
    private static func key(_ number: Int) -> String { String(format: "base%02X", number) }
    private static func color(_ number: Int) -> Color {
        .rgb(UInt8(number * 10), UInt8(number * 10 + 1), UInt8(number * 10 + 2))
    }

    /// The old format: flat, and without a hash.
    private static let flat: String = {
        var lines: [String] = ["scheme: \"Sample\"", "author: 'Ana'"]
        for number in 0...15 { lines.append(key(number) + ": \"" + digits(number) + "\"") }
        return lines.joined(separator: "\n") + "\n"
    }()

    /// The format of the builder's specification, with the additions of Base24.
    private static let nested: String = {
        var lines: [String] = ["# A comment", "system: \"base24\"", "name: \"Sample\"", "author: \"Ana\"", "palette:"]
        for number in 0...23 {
            lines.append("  " + key(number) + ": \"#" + digits(number).uppercased() + "\" # colour")
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private func load(_ text: String, depth: ColorDepth = .direct) throws -> (Theme, [ThemeProblem]) {
        let folder = try ThemeFolder([:])
        try text.write(toFile: "\(folder.path)/sample.yaml", atomically: true, encoding: .utf8)
        return try ThemeLoader.load("sample", searchPaths: [folder.path], depth: depth)
    }

    @Test(arguments: [flat, nested]) func `both forms of a scheme are read`(text: String) throws {
        let (theme, problems) = try load(text)
        #expect(problems == [])
        #expect(theme[.base] == Style(foreground: Self.color(5), background: Self.color(0)))
        #expect(theme[.textSecondary].foreground == Self.color(4))
        #expect(theme[.cardBorder].foreground == Self.color(2))
        #expect(theme[.inputBorder].foreground == Self.color(3))
        #expect(theme[.cardBorderSelected].foreground == Self.color(13))
        #expect(theme[.cardCategory].foreground == Self.color(12))
        #expect(theme[.cardTimeSoon].foreground == Self.color(10))
        #expect(theme[.statusLive].foreground == Self.color(11))
        #expect(theme[.inputError].foreground == Self.color(8))
        #expect(!theme.isLight)
    }

    @Test func `on a light background, orange marks what needs attention`() throws {
        let (theme, _) = try load(Self.flat.replacing("base00: \"000102\"", with: "base00: \"fafafa\""))
        #expect(theme.isLight)
        #expect(theme[.cardTimeSoon].foreground == Self.color(9))
    }

    @Test func `with sixteen colours, those of the terminal are used`() throws {
        let (theme, _) = try load(Self.flat, depth: .ansi16)
        #expect(theme[.base] == Style())
    }

    @Test func `a theme may inherit a scheme and name its colours`() throws {
        let folder = try ThemeFolder(["mine": "inherits = \"sample\"\ntoast = \"base17\"\n"])
        try Self.nested.write(toFile: "\(folder.path)/sample.yml", atomically: true, encoding: .utf8)
        let (theme, problems) = try ThemeLoader.load("mine", searchPaths: [folder.path], depth: .direct)
        #expect(problems == [])
        #expect(theme[.toast].foreground == Self.color(23))
    }

    @Test func `a scheme is listed with its name, and shown as a theme`() throws {
        let folder = try ThemeFolder([:])
        let path = "\(folder.path)/sample.yaml"
        try Self.flat.write(toFile: path, atomically: true, encoding: .utf8)
        let entry = try #require(ThemeLoader.entries(searchPaths: [folder.path]).first)
        #expect(entry == ThemeEntry(name: "sample", path: path, summary: "Sample, a Base16 scheme by Ana."))
        let shown = try ThemeLoader.text(of: "sample", searchPaths: [folder.path])
        #expect(shown.contains("accent = \"#828384\""))
        let again = try ThemeFolder(["copy": shown])
        let copy = try ThemeLoader.load("copy", searchPaths: [again.path], depth: .direct).0
        #expect(copy[.cardBorderSelected].foreground == Self.color(13))
    }

    @Test(arguments: [
        ("base0A: \"646566\"", "base0A: #646566", ":13: not a Base16 scheme: base0A is not a colour"),
        ("base0A: \"646566\"", "base0A: \"6465\"", ":13: not a Base16 scheme: base0A is not a colour"),
        ("base0A: \"646566\"\n", "", ": not a Base16 scheme: base0A is missing"),
        ("base0A: \"646566\"", "base0A: \"646566", "not YAML"),
        ("scheme: \"Sample\"", "system: \"tinted8\"", ":1: not a Base16 scheme: its system is \"tinted8\""),
        (flat, "- a\n- b\n", ":1: not a Base16 scheme: expected lines like"),
        (flat, "", ":1: not a Base16 scheme: expected lines like"),
    ]) func `a mistake is told with its line`(part: String, mistake: String, message: String) throws {
        let error = try #require(throws: ThemeError.self) { try load(Self.flat.replacing(part, with: mistake)) }
        #expect(error.description.contains("sample.yaml") && error.description.contains(message), "\(error)")
    }

    @Test func `nested YAML aliases in a scheme are refused before they are expanded`() {
        // The key would contain two to the power of sixty texts.
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
