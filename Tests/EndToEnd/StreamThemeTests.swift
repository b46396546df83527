import Foundation
import Support
import Testing

/// A stream's theme, from the publisher's command to the viewer's first frame.
@Suite(.serialized)
struct StreamThemeTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    private func admin(_ arguments: String...) throws -> Command.Result {
        try Command.finish(
            Command.cardstream, ["admin", "themes"] + arguments,
            environment: server.environment().merging(Server.bare) { $1 })
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let file = directory.url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test func `a publisher gives a stream a theme, and a viewer has it from its first frame on`() throws {
        #expect(try admin("show", "inbox").status == 3)
        let brand = try file("brand.toml", "inherits = \"ink\"\n[shape]\nborder = \"double\"\n")
        #expect(try admin("set", "inbox", brand).status == 0)
        #expect(try admin("show", "inbox").output == "inherits = \"ink\"\n[shape]\nborder = \"double\"\n")
        try server.publish("Branded")
        let shared = ["XDG_DATA_HOME": directory.url.appending(path: "data").path]
        func viewer(_ name: String, _ more: [String: String] = [:]) throws -> Tmux {
            let folder = directory.url.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let environment = server.environment().merging(shared) { $1 }.merging(more) { $1 }
            let tmux = try Tmux(directory: folder, columns: 80, rows: 24, environment: environment)
            try tmux.run(Command.cardstream)
            return tmux
        }
        func quit(_ tmux: Tmux) throws {
            try tmux.press("q")
            try tmux.wait("the end") { $0.contains("READY$") && !$0.contains("Branded") }
        }
        let first = try viewer("first")
        try first.wait("the publisher's frames") { $0.contains("Branded") && $0.contains("╔") }
        try quit(first)
        let second = try viewer("second", ["CARDSTREAM_PUBLISHER_THEMES": "false"])
        try second.wait("the user's frames") { $0.contains("Branded") && $0.contains("live") && !$0.contains("╔") }
        try quit(second)
        // The server does not respond, so the viewer shows what the store has.
        server.stop()
        let third = try viewer("third")
        try third.wait("the frames of the store") { $0.contains("Branded") && $0.contains("╔") }
        try quit(third)
    }

    @Test
    func `a built-in theme is set by name, an invalid one is refused with its line, and a theme can be removed`()
        throws
    {
        let none = try admin("list")
        #expect(none.status == 3 && none.error.contains("no stream has a theme"), "\(none)")
        #expect(try admin("set", "inbox", "harbour").status == 0)
        #expect(try admin().output == "STREAM  INHERITS  BYTES\ninbox   harbour   21\n")
        let listed = try admin("list", "--json").output
        #expect(listed == "{\"stream\":\"inbox\",\"inherits\":\"harbour\",\"bytes\":21}\n")
        #expect(try JSONSchema(of: "admin-themes").problems(of: listed) == [])
        #expect(try admin("show", "inbox").output == "inherits = \"harbour\"\n")
        let faint = try file("faint.toml", "inherits = \"ink\"\n\"card.title\" = { fg = \"#303030\" }\n")
        let refused = try admin("set", "inbox", faint)
        #expect(refused.status == 1)
        #expect(refused.error.contains("faint.toml:2: card.title is hard to read"), "\(refused)")
        #expect(try admin("set", "inbox", "no-such-theme").status == 1)
        #expect(try admin("show", "inbox").output == "inherits = \"harbour\"\n")
        #expect(try admin("remove", "inbox").status == 0)
        let gone = try admin("remove", "inbox")
        #expect(gone.status == 3 && gone.error.contains("has no theme"), "\(gone)")
    }
}
