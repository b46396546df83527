import Foundation
import Support
import Testing

/// The first five minutes with the real program: the first screen, the first card, and the result of the answer.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FirstStepsTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The same directories as those of a viewer in ``Tmux``.
    private var environment: [String: String] {
        let places = ["config", "data", "state", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", directory.url.appending(path: $0).path)
        }
        let own = ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TZ": "UTC"]
        return own.merging(places) { $1 }
    }

    private func run(_ words: String...) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, environment: environment)
    }

    private func terminal(_ environment: [String: String] = [:]) throws -> Tmux {
        try Tmux(directory: directory.url, columns: 80, rows: 24, environment: environment)
    }

    @Test func `the first screen leads to the demo and back and to a first card, and never comes again`() throws {
        let tmux = try terminal()
        try tmux.run(Command.cardstream)
        try tmux.wait("the first screen") { $0.contains("1  Watch the demo") && $0.contains("live") }
        try tmux.press("1")
        try tmux.wait("the demo") { !$0.contains("Watch the demo") && $0.contains("dismiss") && $0.contains("live") }
        try tmux.press("q")
        try tmux.wait("the first screen again") { $0.contains("1  Watch the demo") && $0.contains("live") }
        try tmux.press("2")
        try tmux.wait("the title") { $0.contains("New card: title") }
        try tmux.press("-l", "Ship it?")
        try tmux.wait("the keys") { $0.contains("enter publish · tab add text") }
        try tmux.press("Enter")
        try tmux.wait("the card") { $0.contains("Ship it?") && $0.contains("✓") && !$0.contains("Watch the demo") }
        try tmux.press("d")
        try tmux.wait("nothing left") { $0.contains("All caught up") }
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("All caught up") }
        try tmux.run(Command.cardstream)
        try tmux.wait("still nothing left") { $0.contains("All caught up") && !$0.contains("Watch the demo") }
    }

    @Test func `in line mode, first steps have numbers, and a card can be created`() throws {
        let tmux = try terminal()
        try tmux.run("\(Command.cardstream) --linear")
        try tmux.wait("the choices") { $0.contains("1. Watch the demo") && $0.contains("3. Connect to a server") }
        try tmux.run("1")
        try tmux.wait("where to see it") { $0.contains("cardstream demo --linear") }
        try tmux.run("2")
        try tmux.wait("the title") { $0.contains("New card: title") }
        for line in ["Ship it?", "All is fine", "Yes, No"] { try tmux.run(line) }
        try tmux.wait("the card") { $0.contains("card 1 of 1") && $0.contains("Button: No") }
    }

    @Test func `status says how to get a card before the first one, and prints nothing afterwards`() throws {
        let empty = try run("status")
        #expect(empty.status == 3 && empty.output.isEmpty && empty.error.contains("`cardstream publish TITLE`"))
        #expect(try run("status", "--json").error.isEmpty)
        #expect(try run("publish", "Ship it?").status == 0)
        #expect(try run("status", "--timeout", "20").output == "1 unseen of 1\n")
        let id = try String(run("cards").output.prefix { $0 != " " })
        #expect(try run("act", "dismiss", id).status == 0)
        let answered = try run("status", "--timeout", "20")
        #expect(answered.status == 3 && answered.output.isEmpty && answered.error.isEmpty, "\(answered)")
    }

    @Test func `a card with warnings from the editor is published only if the user says so`() throws {
        let editor = directory.url.appending(path: "editor")
        let script =
            "#!/bin/sh\nsed -i 's/\"Title\"/\"Ship it?\"/; s/\"content\"/\"expires\": 1, \"content\"/' \"$1\"\n"
        try script.write(to: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor.path)
        let tmux = try terminal(["EDITOR": editor.path])
        try tmux.run("\(Command.cardstream) publish --edit")
        try tmux.wait("the warning") {
            $0.contains("unknown member \"expires\"") && $0.contains("Publish the card with this warning? [Y/n]")
        }
        try tmux.run("n")
        try tmux.wait("how to go on") { $0.contains("nothing was published") && $0.contains("publish --edit ") }
        #expect(try run("cards").status == 3)
        try tmux.run("clear; \(Command.cardstream) publish --edit")
        try tmux.wait("the question again") { $0.contains("[Y/n]") }
        try tmux.run("")
        try tmux.wait("the card") { $0.contains("\"user\":\"me\"") }
        #expect(try run("cards").output.contains("Ship it?"))
    }

    @Test func `a card from the editor is published, and its outcome is followed`() throws {
        let editor = directory.url.appending(path: "editor")
        let script = "#!/bin/sh\nsed -i 's/\"Title\"/\"Ship it?\"/' \"$1\"\n"
        try script.write(to: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor.path)
        let tmux = try terminal(["EDITOR": editor.path])
        try tmux.run("\(Command.cardstream) publish --edit >/dev/null && printf 'ma%s' de")
        try tmux.wait("the card") { $0.contains("made") }
        let listed = try run("cards", "--json").output
        #expect(listed.contains("Ship it?"))
        let id = try #require(listed.firstMatch(of: /"id":"([^"]+)"/)).1.description
        #expect(try run("outcomes").status == 3)

        try tmux.run("clear; \(Command.cardstream) outcomes --since start --follow")
        #expect(try run("act", "submit", id, "--button", "approve").status == 0)
        try tmux.wait("the outcome") { $0.contains("completed  approve") && $0.contains("Ship it?") }
        try tmux.press("C-c")
        try tmux.wait("the way on") { $0.contains("continue with --since ") }

        let line = try run("outcomes", "--json").output
        let cursor = try #require(line.firstMatch(of: /"cursor":"([^"]+)"/)).1.description
        #expect(line.contains("\"button\":\"approve\""))
        let none = try run("outcomes", "--since", cursor)
        #expect(none.status == 3 && none.error.contains("no cards were closed after this cursor"), "\(none)")
        for other in [
            try run("outcomes", "--since", "other-1"), try run("outcomes", "--since", "other-1", "--follow"),
        ] {
            #expect(other.status == 1 && other.error.contains("another feed"), "\(other)")
            #expect(other.error.contains("continue with --since start, which misses no outcome"), "\(other)")
        }
        let noCursor = try run("outcomes", "--since", "foo")
        #expect(
            noCursor.status == 2 && noCursor.error.contains("--since is \"foo\"; expected \"start\""), "\(noCursor)")
    }
}
