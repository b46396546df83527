import Canvas
import Testing
import ViewModels

@testable import AppRuntime

struct KeymapFileTests {
    private let file = KeymapFile(path: "keys.toml")

    @Test func `the user's keys come over the standard ones`() throws {
        let keymap = try file.merge("[stream]\n\"x\" = \"dismiss\"\n\"d\" = \"\"\n")
        #expect(keymap.resolve([KeyChord(.character("x"))], in: .stream) == .command(.dismiss))
        #expect(keymap.resolve([KeyChord(.character("d"))], in: .stream) == .unbound)
        #expect(keymap.resolve([KeyChord(.character("j"))], in: .stream) == .command(.nextCard))
    }

    @Test(arguments: [
        ("[stream]\n\"x\" = \"dismis\"", 2, "did you mean \"dismiss\"?"),
        ("\n[steam]\n\"x\" = \"quit\"", 2, "[stream]"),
        ("[stream]\n\"ctrl-nokey\" = \"quit\"", 2, "is no key"), ("[stream]\n\"x\" = 3", 2, "in quotes"),
    ])
    func `a mistake names its line`(text: String, line: Int, part: String) throws {
        let error = try #require(throws: ConfigError.self) { try file.merge(text) }
        #expect(error.origin == .file(path: "keys.toml", line: line))
        #expect(error.message.contains(part), "\(error)")
    }
}
