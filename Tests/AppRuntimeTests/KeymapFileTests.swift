import AppCore
import Canvas
import Testing

@testable import AppRuntime

struct KeymapFileTests {
    private let file = KeymapFile(path: "keys.toml")

    @Test func `the user's keys override the standard ones`() throws {
        let keymap = try file.merge("[stream]\n\"x\" = \"dismiss\"\n\"d\" = \"\"\n")
        #expect(keymap.resolve([KeyChord(.character("x"))], in: .stream) == .command(.dismiss))
        #expect(keymap.resolve([KeyChord(.character("d"))], in: .stream) == .unbound)
        #expect(keymap.resolve([KeyChord(.character("j"))], in: .stream) == .command(.nextCard))
    }

    @Test func `ctrl-z may be disabled or bound by name`() throws {
        let keymap = try file.merge("[stream]\n\"ctrl-z\" = \"suspend\"\n[global]\n\"ctrl-i\" = \"\"\n")
        #expect(keymap.resolve([.control("z")], in: .stream) == .command(.suspend))
    }

    @Test func `sequences are bound where their first key is free`() throws {
        let keymap = try file.merge("[stream]\n\"g\" = \"\"\n\"g g\" = \"first-card\"\n\", s\" = \"snooze\"\n")
        let keys = { try #require(KeySequence.parse($0)) }
        #expect(keymap.resolve(try keys("g"), in: .stream) == .prefix)
        #expect(keymap.resolve(try keys("g g"), in: .stream) == .command(.firstCard))
        #expect(keymap.resolve(try keys(", s"), in: .stream) == .command(.snooze))
        #expect(keymap.continuations(of: try keys(","), in: .stream).map(\.command) == [.snooze])
    }

    @Test func `every command can be bound by its name in every layer`() throws {
        for entry in Command.table {
            for layer in KeyLayer.allCases {
                let keymap = try file.merge("[\(layer.rawValue)]\n\"f9\" = \"\(entry.name)\"\n")
                #expect(keymap.resolve(try #require(KeySequence.parse("f9")), in: layer) == .command(entry.command))
            }
        }
    }

    @Test(arguments: [
        ("[stream]\n\"g g\" = \"first-card\"", 2, "because \"g\" already runs \"first-card\"; to free \"g\", write"),
        ("[stream]\n\"x y\" = \"quit\"\n\"x\" = \"help\"", 2, "because \"x\" already runs \"help\" on line 3"),
        ("[stream]\n\"esc\" = \"quit\"\n\"escape\" = \"help\"", 3, "is the same key as \"esc\" on line 2"),
        ("[form]\n\"a\" = \"quit\"", 2, "\"a\" types text in [form]"),
        ("[global]\n\"a b\" = \"quit\"", 2, "\"a b\" types text in [global]"),
        ("[files]\n\n\"alt-.\" = \"nothing\"", 3, "unknown command \"nothing\""),
        ("[stream]\n\"=\" = \"nothing\"", 2, "unknown command \"nothing\""),
    ])
    func `a conflict is reported with its line`(text: String, line: Int, part: String) throws {
        let error = try #require(throws: ConfigError.self) { try file.merge(text) }
        #expect(error.line == line)
        #expect(error.message.contains(part), "\(error)")
    }

    @Test func `all mistakes of a keymap are reported together, in order`() throws {
        let text = """
            [stream]
            "x" = "dismis"
            "esc" = "quit"
            "escape" = "help"
            [form]
            "a" = "quit"
            [steam]
            """
        let error = try #require(throws: ConfigError.self) { try file.merge(text) }
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 4, "\(error)")
        for (line, part) in zip(
            lines, [":2: unknown command", ":4: \"escape\" is", ":6: \"a\" types text", ":7: expected"])
        {
            #expect(line.contains(part), "\(line)")
        }
    }

    @Test(arguments: [
        ("[stream]\n\"x\" = \"dismis\"", 2, "did you mean \"dismiss\"?"),
        ("\n[steam]\n\"x\" = \"quit\"", 2, "[stream]"),
        ("[stream]\n\"ctrl-nokey\" = \"quit\"", 2, "is not a key"),
        ("[form]\n\"control-pgup\" = \"quit\"", 2, "did you mean \"ctrl-pageup\"?"),
        (
            "[form]\n\"x\" = 1\n[stream]\n# keys\n\"x\" = \"help\"\n\"x\" = \"quit\"", 6,
            "\"x\" is set twice; line 5 already has it"
        ),
        ("[form]\n\"f9\" = \"quit\"\n[form]\n", 3, "the table [form] is set twice; line 1"),
        ("[stream]\n\"x\" = 3", 2, "in quotes"),
        ("[stream]\n\"z\" = \"nope\"\n\"a\" = \"nope2\"", 2, "unknown command \"nope\""),
        ("[stream]\n\"x\" = \"nope\"\n[a]\n\"a\" = \"quit\"", 2, "unknown command \"nope\""),
        ("[stream]\n\" \" = \"dismiss\"", 2, "did you mean \"space\"?"),
        ("[stream]\n\"ctrl-z\" = \"dismiss\"", 2, "\"ctrl-z\" suspends the program"),
        ("[form]\n\n\"g ctrl-z\" = \"undo\"", 3, "\"ctrl-z\" suspends the program"),
        ("[stream]\n\"ctrl-i\" = \"dismiss\"", 2, "a terminal sends \"ctrl-i\" as \"tab\""),
        ("[stream]\n\"ctrl-m\" = \"dismiss\"", 2, "as \"enter\""),
        ("[stream]\n\"ctrl-[\" = \"dismiss\"", 2, "as \"esc\""),
    ])
    func `a mistake names its line`(text: String, line: Int, part: String) throws {
        let error = try #require(throws: ConfigError.self) { try file.merge(text) }
        #expect(error.line == line)
        #expect(error.message.contains(part), "\(error)")
    }
}
