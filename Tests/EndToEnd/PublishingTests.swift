import Foundation
import Support
import Testing

/// `publish` reports what it did, which users it does not know, and what is missing in its cards.
@Suite(.serialized)
struct PublishingTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    private func finish(
        _ arguments: [String], input: String? = nil, proxy: FaultProxy? = nil, settings: [String: String?] = [:]
    ) throws -> Command.Result {
        var environment = server.environment(through: proxy?.port).merging(Server.bare) { $1 }
        for (name, value) in settings { environment[name] = value }
        return try Command.finish(Command.cardstream, arguments, input: input, environment: environment)
    }

    private func card(_ text: String) -> String { #"{"content":[{"type":"headline","text":"\#(text)"}]}"# }

    /// The number of cards on the server.
    private func stored() throws -> Int {
        try finish(["admin", "cards", "--json"]).output.split(separator: "\n").count
    }

    // MARK: Lost answers

    @Test(arguments: [1, 3]) func `a publication whose response is lost is repeated, and creates one card`(count: Int)
        throws
    {
        let proxy = try FaultProxy(to: server.port)
        defer { proxy.stop() }
        proxy.lose(responses: 2)
        let lines = (1...count).map { card("Card \($0)") }.joined(separator: "\n")
        let result = try finish(["publish", "--jsonl"], input: lines, proxy: proxy)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.split(separator: "\n").count == count)
        #expect(result.error.contains("the response was lost"))
        #expect(try stored() == count)
    }

    @Test func `without a response, the result is unknown, and the same key creates no second card`() throws {
        let proxy = try FaultProxy(to: server.port)
        defer { proxy.stop() }
        proxy.lose(responses: .max)
        let lines = "\(card("One"))\n\(card("Two"))\n"
        let lost = try finish(["publish", "--jsonl", "--timeout", "2"], input: lines, proxy: proxy)
        #expect(lost.status == 6, "\(lost)")
        #expect(lost.output.isEmpty)
        #expect(lost.error.contains("it is not known whether cards 1 to 2 were published. To be sure"))
        let key = try #require(lost.error.firstMatch(of: /repeat the command with --key ([\w-]+)/)).1
        let again = try finish(["publish", "--jsonl", "--key", String(key)], input: lines)
        #expect(again.status == 0 && again.output.split(separator: "\n").count == 2, "\(again)")
        #expect(try stored() == 2)
    }

    @Test func `a given key prevents a second card, also with another command`() throws {
        for _ in 1...2 { #expect(try finish(["publish", "--key", "k"], input: card("A")).status == 0) }
        #expect(try finish(["publish", "--idempotency-key", "k"], input: card("A")).status == 0)
        #expect(try stored() == 1)
        let other = try finish(["publish", "--key", "k"], input: card("B"))
        #expect(
            other.status == 1 && other.error.contains("The idempotency key was already used for other cards"),
            "\(other)")
    }

    @Test func `a card with a relative expiry, and a batch with a new line, are repeated with the same key`() throws {
        for _ in 1...2 {
            #expect(try finish(["publish", "A", "--expires", "2h", "--key", "k"], input: "").status == 0)
        }
        #expect(try stored() == 1)
        let ask = #"{"content":[{"type":"buttons","buttons":[{"text":"Y","action":{"type":"submit","name":"y"}}]}],"#
        for _ in 1...2 {
            let asked = try finish(["ask", "-", "--key", "q", "--detach"], input: ask + #""expiresAt":"2h"}"#)
            #expect(asked.status == 0, "\(asked)")
        }
        #expect(try stored() == 2)
        let lines = ["One", "Two"].map { card($0) }
        #expect(try finish(["publish", "--jsonl", "--key", "z"], input: lines[0]).status == 0)
        #expect(try finish(["publish", "--jsonl", "--key", "z"], input: lines.joined(separator: "\n")).status == 0)
        #expect(try stored() == 4)
    }

    @Test func `a key of a variable may end with a line break, and one with a line break inside is named`() throws {
        let file = server.directory.appending(path: "publisher.key")
        let key = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)[0]
        func publish(_ key: String, _ words: [String]) throws -> Command.Result {
            try finish(
                words, input: "",
                settings: ["CARDSTREAM_PUBLISHER_KEY": key, "CARDSTREAM_PUBLISHER_KEY_FILE": String?.none])
        }
        #expect(try publish("\(key)\r\n", ["publish", "A"]).status == 0)
        for words in [["publish", "A"], ["ask", "A?", "--detach"]] {
            let refused = try publish("\(key)\n\(key)", words)
            #expect(
                refused.status == 4 && refused.error.contains("CARDSTREAM_PUBLISHER_KEY has a line break"), "\(refused)"
            )
        }
        #expect(try stored() == 1)
    }

    @Test func `a server that is not there has published nothing`() throws {
        server.stop()
        let result = try finish(["publish", "--jsonl"], input: "\(card("A"))\n\(card("B"))")
        #expect(result.status == 5)
        #expect(result.error.contains("(0 of 2 cards were published)"), "\(result.error)")
    }

    // MARK: Signals

    /// The users of the server are asked for first.
    @Test(arguments: [(1, SIGINT, false), (2, SIGINT, true), (2, SIGTERM, true)])
    func `a signal ends publish --wait before the server responds`(
        connections: Int, signal: Int32, isUnknown: Bool
    ) throws {
        let silent = try SilentServer()
        let output = directory.url.appending(path: "output")
        let publish = try Command.start(
            ["publish", "Release?", "--button", "Yes", "--wait"], output: output,
            environment: server.environment().merging(Server.bare) { $1 }
                .merging(["CARDSTREAM_SERVER": silent.address]) { $1 })
        for _ in 0..<connections { silent.waitForConnection() }
        kill(publish.processIdentifier, signal)
        publish.waitUntilExit()
        #expect(publish.terminationStatus == 130)
        let error = try String(contentsOf: output.appendingPathExtension("error"), encoding: .utf8)
        let words =
            /^cardstream: it is not known whether the card was published. To be sure, repeat the command with --key publish-/
        #expect(error.contains(words) == isUnknown, "\(error)")
    }

    @Test(arguments: [["outcome", "--wait"], ["ask", "wait"]])
    func `a signal ends a wait before the server responds`(command: [String]) throws {
        let silent = try SilentServer()
        let waiting = try Command.start(
            command + ["1234567"], output: directory.url.appending(path: "output"),
            environment: server.environment().merging(Server.bare) { $1 }
                .merging(["CARDSTREAM_SERVER": silent.address]) { $1 })
        silent.waitForConnection()
        kill(waiting.processIdentifier, SIGINT)
        waiting.waitUntilExit()
        #expect(waiting.terminationStatus == 130)
    }

    // MARK: Lost output

    /// Publishes with a standard output that cannot be written.
    ///
    /// - Parameter output: Redirections of a shell, for which `$1` is a pipe.
    private func publish(_ count: Int, to output: String) throws -> Command.Result {
        try Command.finish(
            "/bin/sh",
            [
                "-c", "mkfifo \"$1\"; exec \"$0\" publish --jsonl --json --key k \(output)", Command.cardstream,
                directory.url.appending(path: "pipe").path,
            ],
            input: (1...count).map { card("Card \($0)") }.joined(separator: "\n"),
            environment: server.environment().merging(Server.bare) { $1 })
    }

    @Test(arguments: [">/dev/full", ">&-", #"3<>"$1" 4>"$1" 3<&- >&4"#])
    func `a card whose id cannot be printed is named`(output: String) throws {
        let lost = try publish(1, to: output)
        #expect(lost.status == 1 && lost.error.contains("cardstream: standard output: "), "\(lost)")
        let id = try #require(lost.error.firstMatch(of: /the card was published: ([\w-]+)\n/), "\(lost)").1
        #expect(try finish(["outcome", String(id)]).status == 0)
    }

    @Test func `the first of many cards are listed, with the way to get all ids`() throws {
        let lost = try publish(7, to: ">/dev/full")
        #expect(lost.status == 1, "\(lost)")
        #expect(lost.error.contains(/7 cards were published: ([\w-]+, ){5}…/), "\(lost)")
        #expect(lost.error.contains("repeat the same command: nothing is published twice"), "\(lost)")
    }

    // MARK: Warnings

    private let misspelt =
        #"{"content":[{"type":"headlin","text":"x"},{"type":"text","text":"y"}],"expires":"2030-01-01"}"#

    @Test func `warnings have lint's messages, and the output stays JSON`() throws {
        let advice = try finish(["lint", "-"], input: misspelt).output
        let result = try finish(["publish"], input: misspelt)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix(#"{"id":"#) && result.output.split(separator: "\n").count == 1)
        for line in advice.split(separator: "\n") { #expect(result.error.contains(line), "\(result.error)") }
        #expect(result.error.contains(#"unknown component "headlin". Did you mean "headline"?"#))
        #expect(result.error.contains(#"unknown member "expires". Did you mean "expiresAt"?"#))
    }

    @Test(arguments: ["publish", "ask"]) func `a file with Markdown is no card, and it says what to write`(
        command: String
    ) throws {
        let note = directory.url.appending(path: "my note.md")
        try Data("1. Read\n2. Write\n".utf8).write(to: note)
        let refused = try finish([command, note.path])
        #expect([1, 2].contains(refused.status), "\(refused)")
        #expect(
            refused.error.contains(
                "cardstream \(command) \"TITLE\" --text \"$(cat '\(note.path)')\""), "\(refused)")
        #expect(!refused.error.contains("not JSON: "), "\(refused)")
        try Data(card("Read").utf8).write(to: note)
        #expect(try finish(["publish", note.path]).status == 0)
    }

    @Test func `with --strict, a warning prevents the publication`() throws {
        let result = try finish(["publish", "--strict"], input: "\(card("Fine"))\n\(misspelt)")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.error.contains("nothing was published: 2 warnings, and --strict allows none"), "\(result.error)")
        #expect(try stored() == 0)
        #expect(try finish(["publish", "--strict", "--dry-run"], input: misspelt).status == 1)
        #expect(try finish(["publish", "--strict"], input: card("Fine")).status == 0)
    }

    // MARK: Users

    @Test func `publish reports whose cards --user removes`() throws {
        let card = #"{"users":["ana","ben"],"card":\#(card("A"))}"#
        let result = try finish(["publish", "--user", "ana"], input: card)
        #expect(result.status == 0, "\(result)")
        #expect(
            result.error.contains("--user replaces the users in standard input: no card for ben\n"), "\(result)")
        #expect(try !finish(["publish"], input: card).error.contains("--user replaces"))
    }

    @Test func `publish reports the default recipients, and users that the server does not know`() throws {
        let unnamed = try finish(["publish"], input: card("A"), settings: ["CARDSTREAM_USER": nil])
        #expect(unnamed.status == 0)
        #expect(unnamed.error.contains("no user is named, so the recipient is user ana; to name a user, use --user"))
        #expect(unnamed.error.contains("user ana is new to this server, which has no users yet"))
        // The user logs in. Users are known once they have read their cards; publishing a card does not make a name
        // known.
        #expect(try finish(["cards"]).status == 0)
        for _ in 0..<2 {
            let misspelt = try finish(["publish", "--user", "anna"], input: card("A"))
            #expect(misspelt.status == 0)
            #expect(misspelt.error == "cardstream: user anna is new to this server; did you mean \"ana\"?\n")
        }
        // The warning is printed before the card is sent, while Ctrl-C can still prevent it.
        let inOrder = try Command.finish(
            "/bin/sh", ["-c", "exec \"$0\" publish --user anna 2>&1", Command.cardstream], input: card("A"),
            environment: server.environment(through: nil).merging(Server.bare) { $1 })
        #expect(inOrder.output.hasPrefix("cardstream: user anna is new to this server; "), "\(inOrder)")
        let strict = try finish(["publish", "--strict", "--user", "anna"], input: card("A"))
        #expect(strict.status == 1 && strict.output.isEmpty, "\(strict)")
        #expect(strict.error.contains("did you mean \"ana\"?"))
        for arguments in [["publish"], ["publish", "--strict", "--user", "ana"]] {
            #expect(try finish(arguments, input: card("A")).error == "")
        }
    }
}
