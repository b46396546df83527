import Foundation
import Support
import Testing

/// A script asks, and people answer in viewers.
@Suite(.serialized)
struct AskTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    /// The variables of a user, with the user's own token and directories.
    private func environment(of user: String) throws -> [String: String] {
        let home = directory.url.appending(path: user)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let token = home.appending(path: "token")
        let data = server.directory.appending(path: "data").path
        let secret = try Command.run(Command.cardstream, ["token", "--data", data, "--user", user])
        try Data(secret.utf8).write(to: token)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
        return server.environment().merging(["CARDSTREAM_USER": user, "CARDSTREAM_TOKEN_FILE": token.path]) { $1 }
    }

    /// - Parameter undoWindow: The value of the setting, in seconds in which an answer can be undone.
    private func viewer(of user: String, undoWindow: String = "0", _ more: [String: String] = [:]) throws -> Tmux {
        let variables = try environment(of: user).merging(["CARDSTREAM_UNDO_WINDOW": undoWindow]) { $1 }
            .merging(more) { $1 }
        let tmux = try Tmux(
            directory: directory.url.appending(path: user), columns: 80, rows: 24, environment: variables)
        try tmux.run(Command.cardstream)
        try tmux.wait("\(user)'s cards") { $0.contains("live") }
        return tmux
    }

    /// The asker has its own directories, because it has no viewer profile.
    private var publisher: [String: String] {
        server.environment().merging(Server.bare) { $1 }.merging(["HOME": directory.url.path]) { $1 }
    }

    private func run(_ words: String...) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, environment: publisher)
    }

    /// Starts `ask` with its output in files.
    private func ask(_ words: String...) throws -> (process: Process, output: URL) {
        let output = directory.url.appending(path: "output-\(UUID().uuidString)")
        return (try Command.start(["ask"] + words, output: output, environment: publisher), output)
    }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(20_000)
        }
    }

    /// The id of the only ask.
    private func theAsk() throws -> String {
        let listed = try run("ask", "list", "--all", "--json")
        return try #require(listed.output.firstMatch(of: /"id":"([^"]+)"/), "\(listed)").1.description
    }

    @Test func `the first of two people settles a question, and the other sees it`() throws {
        let (ana, bo) = (try viewer(of: "ana"), try viewer(of: "bo"))
        let asked = try ask("Release 4.12.7?", "--to", "ana,bo", "--json")
        for viewer in [ana, bo] { try viewer.wait("the question") { $0.contains("Release 4.12.7?") } }
        try bo.press("1")
        asked.process.waitUntilExit()
        #expect(asked.process.terminationStatus == 0)
        let answer = try String(contentsOf: asked.output, encoding: .utf8)
        let line = try #require(answer.split(separator: "\n").first { $0.hasPrefix("{") })
        #expect(line.contains(#""outcome":"accept","button":"yes""#) && line.contains(#""by":"bo""#), "\(answer)")
        #expect(try JSONSchema(of: "ask").problems(of: String(line)) == [])
        #expect(line.matches(of: /"status":"[a-z]+","told":true/).count == 2, "both viewers have the card: \(line)")
        let digests = line.matches(of: /"digest":"(sha256:[0-9a-f]{64})"/).map { $0.1 }
        #expect(digests.count == 2 && Set(digests).count == 1, "of the card, and of what bo saw: \(line)")
        try ana.wait("who answered") { $0.contains("Answered by bo") && $0.contains(": Yes") }
        #expect(try !ana.screen().contains("[ No"))
        try ana.press("d")
        try ana.wait("no cards") { !$0.contains("Release 4.12.7?") }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ssh-keygen"), "needs ssh-keygen"))
    func `a viewer signs with the user's key, and without one the card stays`() throws {
        let key = directory.url.appending(path: "key").path
        try Command.run("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key])
        let signers = directory.url.appending(path: "signers")
        let publicKey = try String(contentsOfFile: key + ".pub", encoding: .utf8)
        try Data("ana \(publicKey)bo \(publicKey)".utf8).write(to: signers)
        let (ana, bo) = (try viewer(of: "ana"), try viewer(of: "bo", ["CARDSTREAM_SIGNING_KEY": key]))
        let asked = try ask("Open the vault?", "--to", "ana,bo", "--signed", "--allowed-signers", signers.path)
        for viewer in [ana, bo] { try viewer.wait("the question") { $0.contains("Open the vault?") } }
        try ana.press("1")
        try ana.wait("why nothing was sent") { $0.contains("signing_key") && $0.contains("1 Yes") }
        try bo.press("1")
        asked.process.waitUntilExit()
        #expect(asked.process.terminationStatus == 0)
        #expect(try String(contentsOf: asked.output, encoding: .utf8) == "yes\n")
    }

    @Test func `a script that is killed leaves its question, and another one gets the answer`() throws {
        let ana = try viewer(of: "ana")
        let asked = try ask("Upgrade?", "--to", "ana", "--timeout", "10m")
        try ana.wait("the question") { $0.contains("Upgrade?") }
        kill(asked.process.processIdentifier, SIGKILL)
        asked.process.waitUntilExit()
        try ana.wait("that no asker waits") { $0.contains("No one is waiting") }
        try ana.press("2")
        try wait("the answer") { try run("ask", "list").status == 3 }
        let answer = try run("ask", "wait", theAsk())
        #expect(answer.status == 1 && answer.output == "no\n" && answer.error.contains("ana answered no"), "\(answer)")
        #expect(!answer.error.contains("the deadline is") && !answer.error.contains("Ctrl-C"), "\(answer)")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal withdraws the question`(signal: CInt) throws {
        let ana = try viewer(of: "ana")
        let asked = try ask("Upgrade?", "--to", "ana")
        try ana.wait("the question") { $0.contains("Upgrade?") }
        kill(asked.process.processIdentifier, signal)
        asked.process.waitUntilExit()
        #expect(asked.process.terminationStatus == 130)
        let error = try String(contentsOf: asked.output.appendingPathExtension("error"), encoding: .utf8)
        #expect(error.hasSuffix("the question is withdrawn\n"), "\(error)")
        try ana.wait("no question") { !$0.contains("Upgrade?") }
        let answer = try run("ask", "wait", theAsk(), "--json")
        #expect(answer.status == 6 && answer.output.contains(#""reason":"withdrawn""#), "\(answer)")
    }

    @Test func `a signal ends the wait for a response, and says how to repeat the question`() throws {
        let silent = try SilentServer()
        let output = directory.url.appending(path: "output")
        let asked = try Command.start(
            ["ask", "Upgrade?", "--to", "ana"], output: output,
            environment: publisher.merging(["CARDSTREAM_SERVER": silent.address]) { $1 })
        // The command first requests the users of the server and waits five seconds for them.
        for _ in 0..<2 { silent.waitForConnection() }
        kill(asked.processIdentifier, SIGINT)
        asked.waitUntilExit()
        #expect(asked.terminationStatus == 130)
        let error = try String(contentsOf: output.appendingPathExtension("error"), encoding: .utf8)
        #expect(error.contains("not known whether the question was asked"), "\(error)")
        #expect(error.contains(/repeat the command with --key ask-[a-z0-9]+: nothing is asked twice/), "\(error)")
    }

    @Test func `output that cannot be written is not an answer`() throws {
        let asked = try Command.finish(
            "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" >/dev/full", Command.cardstream, "ask", "--detach", "Upgrade?", "--to", "ana"],
            environment: publisher)
        #expect(asked.status == 70 && asked.error.contains("standard output"), "\(asked)")
        #expect(asked.error.contains(/the question was asked: [\w-]+\n/), "\(asked)")
    }

    @Test func `with nohup, a question survives a hangup`() throws {
        let output = directory.url.appending(path: "output")
        let asked = try Command.start(
            ["ask", "Upgrade?", "--to", "ana", "--timeout", "10m"], through: "/usr/bin/nohup", output: output,
            environment: publisher)
        try wait("the question") { try run("ask", "list").status == 0 }
        kill(asked.processIdentifier, SIGHUP)
        let ana = try viewer(of: "ana")
        try ana.wait("the question") { $0.contains("Upgrade?") }
        try ana.press("1")
        asked.waitUntilExit()
        #expect(asked.terminationStatus == 0)
    }

    @Test func `a question that cannot be withdrawn is named`() throws {
        let flags = ["--server", server.address, "--key-file", server.directory.appending(path: "publisher.key").path]
        let asked = try ask("Upgrade?", "--to", "ana", "--timeout", "10m", flags[0], flags[1], flags[2], flags[3])
        try wait("the question") { try run("ask", "list").status == 0 }
        let id = try theAsk()
        server.stop()
        kill(asked.process.processIdentifier, SIGINT)
        asked.process.waitUntilExit()
        #expect(asked.process.terminationStatus == 130)
        let error = try String(contentsOf: asked.output.appendingPathExtension("error"), encoding: .utf8)
        #expect(error.contains("the question may stay open until"), "\(error)")
        let words = flags.joined(separator: " ")
        #expect(error.contains(#"run "cardstream ask cancel \#(id) \#(words)""#), "\(error)")
    }

    @Test func `a server that is away for a while loses no answer`() throws {
        let asked = try ask("Upgrade?", "--to", "ana", "--timeout", "10m")
        try wait("the question") { try run("ask", "list").status == 0 }
        let errors = asked.output.appendingPathExtension("error")
        server.stop()
        try wait("a word about the server") {
            try String(contentsOf: errors, encoding: .utf8).contains("the connection to the server is lost: ")
        }
        try server.start()
        try wait("a word about its return") {
            try String(contentsOf: errors, encoding: .utf8).contains("the connection to the server is back")
        }
        let ana = try viewer(of: "ana")
        try ana.wait("the question") { $0.contains("Upgrade?") }
        try ana.press("1")
        asked.process.waitUntilExit()
        #expect(asked.process.terminationStatus == 0)
    }

    @Test func `an answer arrives immediately, without an undo window`() throws {
        let ana = try viewer(of: "ana", undoWindow: "30")
        let asked = try ask("Release 4.12.7?", "--to", "ana")
        try ana.wait("the question") { $0.contains("Release 4.12.7?") && $0.contains("sent at once") }
        let start = ContinuousClock.now
        try ana.press("1")
        asked.process.waitUntilExit()
        #expect(start.duration(to: .now) < .seconds(20), "the time to undo is 30 seconds")
        #expect(asked.process.terminationStatus == 0)
        try ana.wait("what became of it") { $0.contains("Sent") || !$0.contains("Release") }
        try ana.press("u")
        try ana.wait("that it is too late") { $0.contains("Too late to undo") }
        let other = try ask("Upgrade?", "--to", "ana", "--undo")
        try ana.wait("the question") { $0.contains("Upgrade?") && !$0.contains("sent at once") }
        // Right after a card has arrived, a key may be ignored because it could be meant for the previous card, so the
        // key is repeated.
        try ana.wait("the countdown") { screen in
            if screen.contains("Upgrade?"), !screen.contains("to undo") { try ana.press("1") }
            return screen.contains("to undo")
        }
        try ana.press("u")
        try ana.wait("the card") { $0.contains("Upgrade?") }
        #expect(other.process.isRunning)
    }

    @Test func `a group is asked with its users at the time of the ask`() throws {
        #expect(try run("ask", "Now?", "--to", "@oncall", "--detach").status == 3)
        #expect(try run("admin", "groups").status == 3)
        #expect(try run("admin", "groups", "set", "oncall", "ana", "bo").status == 0)
        let listed = try run("admin", "groups", "list", "--json")
        #expect(listed.output.contains(#"{"name":"oncall","users":["ana","bo"],"updated":"#), "\(listed)")
        #expect(try JSONSchema(of: "admin-groups").problems(of: listed.output) == [])
        let asked = try run("ask", "Now?", "--to", "@oncall", "--not", "bo", "--detach", "--json")
        #expect(asked.output.contains(#""user":"ana""#) && !asked.output.contains(#""user":"bo""#), "\(asked)")
        let misspelt = try run("ask", "Now?", "--escalate", "5m:@oncal")
        #expect(misspelt.status == 3)
        #expect(
            misspelt.error.contains(#"--escalate: The group "oncal" does not exist. Did you mean "oncall"?"#),
            "\(misspelt)")
        #expect(try run("admin", "groups", "remove", "@oncall").status == 0)
        #expect(try run("admin", "groups", "remove", "oncall").status == 3)
    }

    @Test func `exit codes distinguish answers and failures`() throws {
        #expect(try run("ask", "Now?", "--to", "ana", "--timeout", "1s").status == 124)
        let byTimeout = try run(
            "ask", "Now?", "--to", "ana", "--timeout", "1s", "--on-timeout", "No", "--json")
        #expect(byTimeout.status == 1 && byTimeout.output.contains(#""byTimeout":true"#), "\(byTimeout)")
        let byButton = try run(
            "ask", "Now?", "--to", "ana", "--timeout", "1s", "--on-timeout", "no", "--exit-by-button")
        #expect(byButton.status == 11, "\(byButton)")
        #expect(try run("ask", "wait", "unknown").status == 3)
        #expect(try run("ask", "Now?", "--on-timeout", "maybe").status == 2)
        #expect(try run("ask", "Now?", "--quorum", "most").status == 2)
        #expect(try run("ask", "cancel", theAsk()).status == 3, "it is settled")
        server.stop()
        let away = try run("ask", "Now?", "--to", "ana")
        #expect(away.status == 5 && away.output.isEmpty, "\(away)")
    }

    @Test func `the same key asks once, and a detached question can be withdrawn`() throws {
        let first = try run("ask", "Upgrade?", "--to", "ana", "--key", "k", "--detach")
        #expect(first.status == 0)
        #expect(try run("ask", "Upgrade?", "--to", "ana", "--key", "k", "--detach").output == first.output)
        #expect(try run("ask", "Other?", "--to", "ana", "--key", "k", "--detach").status == 2)
        let id = first.output.trimmingCharacters(in: .newlines)
        #expect(try run("ask", "cancel", String(id.prefix(8))).status == 0)
        let again = try run("ask", "cancel", id)
        #expect(again.status == 3 && again.output.contains(#""reason":"withdrawn""#), "\(again)")
        #expect(again.error.contains("the question is already settled (the question was withdrawn)"), "\(again)")
        #expect(try run("ask", "wait", id).status == 6)
    }

    @Test func `a JSON Schema becomes a form, and its values are the answer`() throws {
        let schema = directory.url.appending(path: "stay.json")
        try Data(
            """
            {"type": "object", "title": "Where to stay?", "required": ["nights"], "properties": {
            "nights": {"type": "integer", "minimum": 1, "maximum": 9},
            "room": {"type": "string", "enum": ["single", "double"]}}}
            """.utf8
        ).write(to: schema)
        let asked = try ask("--schema", schema.path, "--to", "ana", "--json")
        var card = ""
        let own = try environment(of: "ana").merging(Server.bare.merging(["HOME": directory.url.path]) { $1 }) { $1 }
        try wait("the form") {
            let cards = try Command.finish(Command.cardstream, ["cards", "--json"], environment: own)
            card = cards.output.firstMatch(of: /"id":"([^"]+)"/)?.1.description ?? ""
            return !card.isEmpty
        }
        let sent = try Command.finish(
            Command.cardstream, ["act", "submit", card, "--button", "send", "nights=3", "room=double"],
            environment: own)
        #expect(sent.status == 0, "\(sent)")
        asked.process.waitUntilExit()
        #expect(asked.process.terminationStatus == 0)
        let answer = try String(contentsOf: asked.output, encoding: .utf8)
        #expect(answer.contains(#""values":{"nights":3,"room":"double"}"#), "\(answer)")
    }

    @Test func `publish and outcome wait for one card with the same exit codes`() throws {
        let output = directory.url.appending(path: "published")
        let published = try Command.start(
            ["publish", "Take over?", "--button", "Yes", "--button", "No", "--user", "ana", "--wait"], output: output,
            environment: publisher)
        let own = try environment(of: "ana").merging(Server.bare.merging(["HOME": directory.url.path]) { $1 }) { $1 }
        func card() throws -> String {
            var id = ""
            try wait("the card") {
                let cards = try Command.finish(Command.cardstream, ["cards", "--json"], environment: own)
                id = cards.output.firstMatch(of: /"id":"([^"]+)"/)?.1.description ?? ""
                return !id.isEmpty
            }
            return id
        }
        _ = try Command.finish(
            Command.cardstream, ["act", "submit", card(), "--button", "yes"], environment: own)
        published.waitUntilExit()
        #expect(published.terminationStatus == 0)
        #expect(try String(contentsOf: output, encoding: .utf8) == "yes\n")

        #expect(try run("publish", "Again?", "--button", "Yes", "--button", "No", "--user", "ana").status == 0)
        let id = try card()
        let late = try run("outcome", id, "--wait", "--timeout", "1s")
        #expect(late.status == 124 && late.output.contains(#""status":"active""#), "\(late)")
        _ = try Command.finish(Command.cardstream, ["act", "submit", id, "--button", "no"], environment: own)
        let no = try run("outcome", id, "--wait")
        #expect(no.status == 1 && no.output.contains(#""outcome":"negative""#), "\(no)")
        #expect(try JSONSchema(of: "outcome").problems(of: no.output) == [])
        #expect(try run("outcome", "unknown", "--wait").status == 3)
        #expect(try run("publish", "Both?", "--user", "ana", "--user", "bo", "--wait").status == 2)
        let start = ContinuousClock.now
        #expect(try run("publish", "Soon over", "--expires", "1s", "--wait", "--json").status == 124)
        #expect(start.duration(to: .now) < .seconds(30), "the end of the card ends the wait")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
    func `the Python script of the guide asks and gets the answer`() throws {
        let guide = try Command.run(Command.cardstream, ["help", "scripts"])
        #expect(guide.contains("urllib.request"))
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/AppRuntime/Documentation.docc/Guide/scripts.md")
        let text = try String(contentsOf: source, encoding: .utf8)
        let script = try #require(text.firstMatch(of: /```python\n((?s).*?)```/)).1
        let key = try String(contentsOfFile: server.directory.appending(path: "publisher.key").path, encoding: .utf8)
        let ana = try viewer(of: "ana")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", String(script), server.address, "development", "ana"]
        process.environment = [
            "PATH": "/usr/bin:/bin", "CARDSTREAM_PUBLISHER_KEY": key.trimmingCharacters(in: .whitespacesAndNewlines),
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        try ana.wait("the question") { $0.contains("Release 4.12.7?") }
        try ana.press("1")
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(answer == "accept yes ana\n")
    }
}
