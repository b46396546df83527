import Foundation
import Testing

@testable import AppRuntime

/// Settings are changed in place; everything else stays the same, byte for byte.
@Suite struct ConfigEditorTests {
    private func edited(
        _ text: String, _ change: (inout ConfigEditor) throws(ConfigError) -> Void
    ) throws -> String {
        var editor = try ConfigEditor(Array(text.utf8), path: "config.toml")
        try change(&editor)
        return String(decoding: editor.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", "server = \"x\"\n"),
        ("# Mine\n", "server = \"x\"\n\n# Mine\n"),
        ("theme = \"ink\"\n", "theme = \"ink\"\nserver = \"x\"\n"),
        ("theme = \"ink\"", "theme = \"ink\"\nserver = \"x\"\n"),
        ("server = \"old\" # ours\ntheme = \"ink\"\n", "server = \"x\" # ours\ntheme = \"ink\"\n"),
        ("server = \"a#b\"   # why #2\n", "server = \"x\"   # why #2\n"),
        ("  \"server\" = 'old'\n", "server = \"x\"\n"),
        ("server = \"\"\"\nold\n[x]\n\"\"\" # end\nuser = \"me\"\n", "server = \"x\" # end\nuser = \"me\"\n"),
        (
            "# Mine\nuser = \"me\" # I\n\n# The server\n[serve]\nlisten = \"a\"\n",
            "# Mine\nuser = \"me\" # I\nserver = \"x\"\n\n# The server\n[serve]\nlisten = \"a\"\n"
        ),
        ("[serve]\nserver = \"no\"\n", "server = \"x\"\n\n[serve]\nserver = \"no\"\n"),
        ("user = \"me\"\r\n[serve]\r\n", "user = \"me\"\r\nserver = \"x\"\r\n[serve]\r\n"),
        ("notify = \"\"\"\n[a]\n\"\"\"\n[b]\n", "notify = \"\"\"\n[a]\n\"\"\"\nserver = \"x\"\n[b]\n"),
        ("serve.listen = \"a\"\n", "server = \"x\"\n\nserve.listen = \"a\"\n"),
        ("a = [\n  1, # one\n  2,\n]\n[b]\n", "a = [\n  1, # one\n  2,\n]\nserver = \"x\"\n[b]\n"),
    ])
    func `a setting is inserted or replaced, and the rest of the file stays`(before: String, after: String) throws {
        let result = try edited(before) { editor throws(ConfigError) in try editor.set("server", to: .text("x")) }
        #expect(result == after)
        let again = try edited(result) { editor throws(ConfigError) in try editor.set("server", to: .text("x")) }
        #expect(again == after)
    }

    @Test(arguments: [
        "theme = \"ink\"\n", "# Mine\nuser = \"me\" # I\n\n[serve]\nlisten = \"a\"\n", "[serve]\nlisten = \"a\"\n",
        "user = \"me\"\r\n[serve]\r\n", "",
    ])
    func `a setting that is added and removed leaves the file unchanged`(text: String) throws {
        let result = try edited(text) { editor throws(ConfigError) in
            for name in ["server", "token_file"] { try editor.set(name, to: .text("x")) }
            try editor.set("analytics", to: .flag(false))
            for name in ["server", "analytics", "token_file"] { try editor.remove(name) }
        }
        #expect(result == text)
    }

    @Test func `any value round-trips`() throws {
        for text in ["a\"b", "a\\b", "a\nb\u{7F}\u{1}", "C:\\x # y", "é"] {
            var editor = try ConfigEditor([], path: "config.toml")
            try editor.set("server", to: .text(text))
            #expect(try editor.value(of: "server") == .text(text))
        }
        let editor = try ConfigEditor(Array("analytics = false\n[a]\n".utf8), path: "config.toml")
        #expect(try editor.value(of: "analytics") == .flag(false))
        #expect(try editor.value(of: "a") == nil && editor.value(of: "b") == nil)
    }

    @Test func `a file that is not TOML is refused with the line`() {
        let error = #expect(throws: ConfigError.self) {
            try ConfigEditor(Array("user = \"me\"\nserver =\n".utf8), path: "config.toml")
        }
        #expect(error?.line == 2)
    }

    @Test func `a table in place of the setting is refused`() throws {
        var editor = try ConfigEditor(Array("[server]\nx = 1\n".utf8), path: "config.toml")
        #expect(throws: ConfigError.self) { try editor.set("server", to: .text("x")) }
    }

    /// A profile that is selected by a flag or a variable has its own settings.
    @Test func `the profile's file overrides the common one`() throws {
        let folder = NSTemporaryDirectory() + "cardstream-profiles-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let common = """
            server = "https://a"
            token_command = "pass a"
            theme = "ink"
            [screens.home]
            container = "inbox"
            [containers.inbox]
            """
        try Data(common.utf8).write(to: URL(filePath: folder + "/config.toml"))
        try Data("server = \"https://b\"\ntoken_file = \"/b\"\n".utf8).write(to: URL(filePath: folder + "/work.toml"))
        func load(_ environment: [String: String], _ flags: [String: String]) throws -> Config {
            try ConfigLoader(
                path: folder + "/config.toml", environment: environment, flags: flags,
                profileFile: { "\(folder)/\($0).toml" }
            ).load()
        }
        #expect(try load([:], [:]).server == "https://a")
        for (environment, flags) in [([:], ["profile": "work"]), (["CARDSTREAM_PROFILE": "work"], [:])] {
            let config = try load(environment, flags)
            #expect(config.server == "https://b" && config.theme == "ink" && config.profile == "work")
            #expect(config.tokenFile == "/b" && config.tokenCommand == nil)
            #expect(config.screens != nil)
        }
        #expect(try load([:], ["profile": "other"]).server == "https://a")
        #expect(try load(["CARDSTREAM_SERVER": "https://c"], ["profile": "work"]).server == "https://c")
    }
}
