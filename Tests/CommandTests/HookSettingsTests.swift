import Cards
import Foundation
import Support
import Testing

@testable import cardstream

/// Settings files of agents, as written by people and by programs.
struct HookSettingsTests {
    private static let entry = HookEntry(
        event: "PermissionRequest", matcher: nil, command: "cardstream hook claude", timeout: 3600)

    private static func installed(
        _ text: String, _ entries: [HookEntry] = [entry], host: HookHost = .claude
    ) throws -> String {
        var settings = try HookSettings(Array(text.utf8))
        try settings.install(entries, host: host)
        return String(decoding: settings.bytes, as: UTF8.self)
    }

    private static func uninstalled(_ text: String, host: HookHost = .claude) throws -> String {
        var settings = try HookSettings(Array(text.utf8))
        try settings.uninstall(host)
        return String(decoding: settings.bytes, as: UTF8.self)
    }

    @Test(arguments: ["", "  \n", "{}\n"])
    func `a file without content gets the entry, with its timeout`(text: String) throws {
        #expect(
            try Self.installed(text) == """
                {
                  "hooks": {
                    "PermissionRequest": [
                      {
                        "hooks": [
                          {
                            "type": "command",
                            "command": "cardstream hook claude",
                            "timeout": 3600
                          }
                        ]
                      }
                    ]
                  }
                }

                """)
    }

    @Test func `a file that the hook has created is empty without it, and a user's file is not`() throws {
        for (text, isEmpty) in [("", true), ("{ }", false), ("{\"model\": \"opus\"}\n", false)] {
            var settings = try HookSettings(Array(text.utf8))
            try settings.install([Self.entry], host: .claude)
            #expect(!settings.isEmpty)
            try settings.uninstall(.claude)
            #expect(settings.isEmpty == isEmpty, "\(text)")
        }
    }

    private static let others = """
        {
        \t"model": "opus",   "env": { "A":"1" },
        \t"hooks": {
        \t\t"PermissionRequest": [
        \t\t\t{ "matcher": "Bash", "hooks": [ { "type": "command", "command": "other.sh" } ] }
        \t\t],
        \t\t"Stop": []
        \t}
        }
        """

    @Test func `other hooks and the layout stay`() throws {
        let new = try Self.installed(Self.others)
        #expect(
            new == """
                {
                \t"model": "opus",   "env": { "A":"1" },
                \t"hooks": {
                \t\t"PermissionRequest": [
                \t\t\t{ "matcher": "Bash", "hooks": [ { "type": "command", "command": "other.sh" } ] },
                \t\t\t{
                \t\t\t\t"hooks": [
                \t\t\t\t\t{
                \t\t\t\t\t\t"type": "command",
                \t\t\t\t\t\t"command": "cardstream hook claude",
                \t\t\t\t\t\t"timeout": 3600
                \t\t\t\t\t}
                \t\t\t\t]
                \t\t\t}
                \t\t],
                \t\t"Stop": []
                \t}
                }
                """)
        #expect(try Self.uninstalled(new) == Self.others)
    }

    private static let texts = [
        others, others.replacing("\n", with: "\r\n"), "{\"a\":1}", "{ \"a\": 1 }\n", "{\n    \"a\": [1,2 , 3]\n}\n",
        "\n{\"a\":{\"b\":[]}\n}",
        "{\n  \"permissions\": {\"allow\": [\"Bash(ls:*)\"]},\n  \"hooks\": {\"Stop\": [{\"hooks\": []}]}\n}",
        "{\"hooks\":{\"PermissionRequest\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]}}",
        "{\n\"a\": \"}\\\"\",\n\"u\": \"\\u00e9\", \"é\": 1e5\n}", "{\r\n  \"a\": 1\r\n}\r\n",
    ]

    @Test(arguments: texts)
    func `an installed hook can be removed without a trace`(text: String) throws {
        let two = [
            Self.entry, HookEntry(event: "Elicitation", matcher: "a|b", command: "cardstream hook claude", timeout: 9),
        ]
        let new = try Self.installed(text, two)
        #expect(new != text)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(new.utf8)) as? [String: Any])
        let hooks = try #require(json["hooks"] as? [String: Any])
        #expect(
            (hooks["PermissionRequest"] as? [Any])?.isEmpty == false && (hooks["Elicitation"] as? [Any])?.count == 1)
        #expect(try Self.installed(new, two) == new, "again nothing changes")
        #expect(try Self.uninstalled(new) == text)
        #expect(new.contains("\r\n") == text.contains("\r\n"))
        #expect(!text.contains("\r\n") || !new.replacing("\r\n", with: "").contains("\n"))
    }

    @Test func `an entry of an earlier installation is replaced`() throws {
        let old = try Self.installed(
            "{}",
            [
                HookEntry(
                    event: "PreToolUse", matcher: "Bash", command: "/opt/bin/cardstream hook claude --to bo",
                    timeout: 60)
            ])
        #expect(try Self.installed(old) == Self.installed("{}"))
        let args =
            #"{"hooks":{"PermissionRequest":[{"hooks":[{"type":"command","command":"cardstream","args":["hook","claude"]}]}]}}"#
        #expect(try Self.uninstalled(args) == "{}")
    }

    @Test func `removing the hook keeps another one of the same group`() throws {
        let text =
            #"{"hooks":{"Stop":[{"hooks":[{"command":"a"}, {"command":"cardstream hook claude"}, {"command":"b"}]}]}}"#
        #expect(try Self.uninstalled(text) == #"{"hooks":{"Stop":[{"hooks":[{"command":"a"}, {"command":"b"}]}]}}"#)
        let first = #"{"hooks":{"Stop":[{"hooks":[ {"command":"'/a b/cardstream' hook claude"} , {"command":"b"}]}]}}"#
        #expect(try Self.uninstalled(first, host: .codex) == first)
    }

    @Test(arguments: [
        ("cardstream hook claude", true), ("/usr/bin/cardstream hook claude --to ana", true),
        ("cardstream hook codex", false),
        ("cardstream publish x", false), ("mycardstream hook claude", false), ("env X=1 cardstream hook claude", true),
    ])
    func `our hooks are known by their command`(command: String, isOurs: Bool) {
        #expect(HookEntry.isOurs(["type": "command", "command": .string(command)], .claude) == isOurs)
    }

    @Test(arguments: [
        ("{\n  \"a\": 1,\n}", 3, 1), ("// note\n{}", 1, 1), ("[]", 1, 1), ("{\"hooks\": []}", 1, 11),
        ("{\n\"hooks\": {\"Stop\": {}}}", 2, 19), ("{\"hooks\": null}", 1, 11), ("{\"a\":1,\"a\":2}", 1, 8),
        ("{\"hooks\": {\"Stop\": [1]}}", 1, 21),
    ])
    func `a file that is not as expected is refused with its place`(text: String, line: Int, column: Int) {
        do throws(HookSettings.Refusal) {
            _ = try HookSettings(Array(text.utf8))
            Issue.record("not refused")
        } catch {
            #expect(error.line == line && error.column == column, "\(error)")
        }
    }

    @Test func `a change is shown with the lines around it`() {
        #expect(LineDiff.text(from: "a\nb\nc\nd\n", to: "a\nb\nx\ny\nd\n") == " a\n b\n-c\n+x\n+y\n d")
        #expect(LineDiff.text(from: "", to: "{\n}\n") == "+{\n+}")
    }
}
