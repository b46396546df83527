import AppRuntime
import CursesTerminal
import Foundation
import Testing

@testable import cardstream

/// Settings that name a theme or a screen, whose existence is checked later.
struct NamedSettingTests {
    private func withSetup(_ text: String, flags: [String: String] = [:], _ body: (Setup, String) throws -> Void) throws
    {
        let path = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString).toml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(try ConfigOptions.load(file: path, flags: flags, reading: Set(ConfigArea.allCases)), path)
    }

    @Test func `an unknown screen is reported with file and line`() throws {
        try withSetup("# mine\nscreen = \"desk\"\n[containers.a]\n") { setup, path in
            let failure = try #require(throws: CommandFailure.self) { try setup.requireScreen() }
            #expect(failure.message.hasSuffix(":2: unknown screen \"desk\"; known: a"), "\(failure.message)")
            #expect(failure.message.contains((path as NSString).lastPathComponent))
        }
    }

    @Test func `an unknown theme is reported with file and line, or with its flag`() throws {
        try withSetup("\n\ntheme = \"nope\"\n") { setup, _ in
            let (_, problems) = try ThemeChoice(setup, colors: .none).controller()
            #expect(problems.count == 1 && problems[0].contains(".toml:3: Unknown theme \"nope\""), "\(problems)")
        }
        try withSetup("theme = \"nope\"\n", flags: ["theme": "other"]) { setup, _ in
            let failure = try #require(throws: CommandFailure.self) { try ThemeChoice(setup, colors: .none).load() }
            #expect(failure.message.hasPrefix("--theme: Unknown theme \"other\""), "\(failure.message)")
        }
    }
}
