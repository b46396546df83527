import Foundation
import Support
import Testing

/// `cards`, `show`, `count`, `act` and `status` against a real server, alone and alongside a viewer of the same
/// profile.
@Suite(.serialized)
struct CardsTests {
    let directory: TemporaryDirectory
    let server: Server
    let home: URL

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
        home = directory.url.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    private var environment: [String: String] {
        server.environment().merging([
            "PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8", "TZ": "UTC",
            "XDG_DATA_HOME": home.appending(path: "data").path, "XDG_STATE_HOME": home.appending(path: "state").path,
        ]) { $1 }
    }

    private func run(_ words: String..., settings: [String: String] = [:]) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, environment: environment.merging(settings) { $1 })
    }

    private func outcome(_ id: String) throws -> String { try run("outcome", id).output }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(20_000)
        }
    }

    private func viewer() throws -> Tmux {
        let tmux = try Tmux(directory: home, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("the viewer") { $0.contains("live") || $0.contains("Cards") }
        return tmux
    }

    /// Symbols: count-observe
    @Test func `cards are listed, shown and counted, for people and by their schemas`() throws {
        #expect(try run("cards").status == 3)
        let first = try server.publish(card: #"{"priority":1,"content":[{"type":"headline","text":"Disk full"}]}"#)
        let second = try server.publish("Lunch")
        let list = try run("cards").output.split(separator: "\n")
        #expect(
            list.count == 2 && list[0].hasPrefix("\(first.prefix(8))  P1") && list[0].hasSuffix("Disk full"), "\(list)")
        #expect(list[1].hasPrefix("\(second.prefix(8)) "))
        let schema = try JSONSchema(of: "cards")
        for line in try run("cards", "--json").output.split(separator: "\n") {
            #expect(try schema.problems(of: String(line)) == [])
        }
        #expect(try run("cards", "--filter", "priority:1", "--filter", "disk").output.hasPrefix(first.prefix(8) + " "))
        #expect(try run("cards", "--filter", "-disk").output.hasPrefix(second.prefix(8) + " "))
        let wrong = try run("cards", "--filter", "is:new")
        #expect(wrong.status == 2 && wrong.output.isEmpty && wrong.error.contains("expected one of unseen"))

        let shown = try run("show", second)
        #expect(shown.status == 0 && shown.output.hasPrefix("Lunch\n") && shown.output.contains("submit --button yes"))
        #expect(try schema.problems(of: try run("show", second, "--json").output) == [])
        let unknown = try run("show", "nobody")
        #expect(unknown.status == 3 && unknown.error.contains("no open card \"nobody\" in inbox"))

        #expect(try run("count").output == "inbox  2 cards\n")
        let count = try run("count", "--json", "--filter", "lunch").output
        #expect(count == "{\"stream\":\"inbox\",\"visible\":1,\"total\":2}\n")
        #expect(try JSONSchema(of: "count").problems(of: count) == [])
        #expect(try run("count", "--stream", "other").output == "other  0 cards\n")
    }

    /// Symbols: act-dismiss, act-submit, act-snooze
    @Test func `each action reaches the server, and a refused one has no effect`() throws {
        let card = try server.publish(
            card: """
                {"actions":{"voteUp":{"enabled":true},"voteDown":{"enabled":true}},"content":[
                {"type":"headline","text":"Expense"},
                {"type":"numberInput","name":"amount","validation":[{"rule":"required"}]},
                {"type":"buttons","buttons":[{"text":"Pay","action":{"type":"submit","name":"pay"}}]}]}
                """)
        let schema = try JSONSchema(of: "act")
        for words in [["vote", card, "up", "--message", "good"], ["vote", card, "down", "--reason", "too-often"]] {
            let done = try Command.finish(
                Command.cardstream, ["act"] + words + ["--json"], environment: environment)
            #expect(try done.status == 0 && schema.problems(of: done.output) == [], "\(done)")
        }
        #expect(try run("act", "vote", card, "down").status == 2)
        let missing = try run("act", "submit", card)
        #expect(missing.status == 2 && missing.error.contains("amount is required"))
        let negative = try run("act", "snooze", card, "-5")
        #expect(negative.status == 2 && negative.error.contains("expected a future time"), "\(negative)")
        let paid = try run("act", "submit", card, "amount=42.50", "source:=7", "--json")
        #expect(
            paid.output == "{\"id\":\"\(card)\",\"stream\":\"inbox\",\"action\":\"submit\",\"outcome\":\"delivered\"}\n"
        )
        let told = try outcome(card)
        #expect(told.contains(#""status":"completed""#) && told.contains(#""amount":42.50"#))
        #expect(told.contains(#""source":7"#) && told.contains(#""reason":"too-often""#) && told.contains("good"))
        // The analytics event is sent before the command ends, because no later command may follow.
        let events = try run("admin", "analytics", "--json").output.split(separator: "\n")
        #expect(events.contains { $0.contains("card-completed") && $0.contains(card) }, "\(events)")
        #expect(try run("act", "dismiss", card).status == 3)

        let stubborn = try server.publish(
            card: """
                {"actions":{"dismiss":{"swipe":false,"overflow":false}},"content":[{"type":"headline","text":"Stays"}]}
                """)
        let refused = try run("act", "dismiss", stubborn)
        #expect(refused.status == 1 && refused.error.contains("does not offer dismissing"), "\(refused)")
        #expect(try run("cards", "--filter", "is:refused").status == 3)
        let snoozed = try run("act", "snooze", stubborn, "2h", "--json")
        #expect(try snoozed.status == 0 && schema.problems(of: snoozed.output) == [])
        #expect(try outcome(stubborn).contains(#""status":"snoozed""#))
        #expect(try run("cards", "--filter", "is:snoozed").output.hasPrefix(stubborn.prefix(8) + " "))
        let late = try run("act", "dismiss", stubborn)
        #expect(late.status == 1 && late.error.contains("the card is snoozed until"))
        #expect(late.error.contains("cardstream act wake \(stubborn)"))
        let woken = try run("act", "wake", stubborn, "--json")
        #expect(try woken.status == 0 && schema.problems(of: woken.output) == [])
        #expect(try outcome(stubborn).contains(#""status":"active""#))
        let awake = try run("act", "wake", stubborn)
        #expect(awake.status == 1 && awake.error.contains("is not snoozed"), "\(awake)")
    }

    @Test func `an action that does not wait is stored, and the next command sends it`() throws {
        let card = try server.publish("Later")
        let other = try server.publish("Now")
        // From here on, the cards are in the card store.
        #expect(try run("act", "dismiss", try server.publish("First")).status == 0)
        let queued = try run("act", "dismiss", card, "--no-wait")
        #expect(
            queued.status == 0 && queued.output == "dismissed \(card); stored and waiting to be sent\n", "\(queued)")
        #expect(try outcome(card).contains(#""status":"active""#))
        #expect(try run("status", "--timeout", "60", "--format", "{total} {waiting}").output == "1 1\n")
        // Commands that only read do not send the waiting action.
        #expect(try run("cards").output.hasPrefix(other.prefix(8) + " "))
        #expect(try run("act", "dismiss", other).status == 0)
        try wait("the one before") { try outcome(card).contains(#""status":"dismissed""#) }
    }

    @Test func `a repetition of a stored action sends it, and says that the card is answered`() throws {
        let card = try server.publish("Never stored")
        let queued = try run("act", "dismiss", String(card.prefix(8)), "--no-wait")
        #expect(queued.output == "dismissed \(card); stored and waiting to be sent\n", "\(queued)")
        // The command asked the server for the card, but does not send the action to it.
        #expect(try outcome(card).contains(#""status":"active""#))
        #expect(try run("status", "--timeout", "60", "--format", "{waiting}").output == "1\n")
        let again = try run("act", "dismiss", card)
        #expect(again.status == 3 && again.error.contains("already answered (dismissed"), "\(again)")
        #expect(try outcome(card).contains(#""status":"dismissed""#))
        #expect(try run("status", "--timeout", "60", "--format", "{waiting}").output.isEmpty)
    }

    @Test func `an id prefix of a stored card is enough to store an action without a server`() throws {
        let card = try server.publish("Stored")
        #expect(try run("act", "dismiss", try server.publish("First")).status == 0)
        server.stop()
        let queued = try run("act", "dismiss", String(card.prefix(8)), "--no-wait", "--timeout", "3")
        #expect(queued.status == 0 && queued.output.hasPrefix("dismissed \(card);"), "\(queued)")
    }

    @Test func `a command whose action fails sends earlier unsent actions`() throws {
        let cards = try (0..<6).map { try server.publish("Later \($0)") }
        let snoozed = try server.publish("Asleep")
        #expect(try run("act", "snooze", snoozed, "2h").status == 0)
        func leave(_ cards: ArraySlice<String>) throws {
            for card in cards { #expect(try run("act", "dismiss", card, "--no-wait").status == 0) }
        }
        try leave(cards[..<4])
        let failed = try run("act", "dismiss", "nobody")
        #expect(failed.status == 3 && failed.error.contains("no open card \"nobody\""), "\(failed)")
        for card in cards[..<4] { #expect(try outcome(card).contains(#""status":"dismissed""#)) }
        #expect(try run("status", "--timeout", "60", "--format", "{waiting}").output == "0\n")
        let events = try run("admin", "analytics", "--json").output.split(separator: "\n")
        #expect(
            cards[..<4].allSatisfy { card in events.contains { $0.contains("card-dismissed") && $0.contains(card) } })

        try leave(cards[4..<5])
        let late = try run("act", "dismiss", snoozed)
        #expect(late.status == 1 && late.error.contains("the card is snoozed until"), "\(late)")
        #expect(try outcome(cards[4]).contains(#""status":"dismissed""#))

        // Without a connection, the command fails as fast as without waiting actions.
        try leave(cards[5...])
        server.stop()
        let away = try run("act", "dismiss", "nobody", "--timeout", "20")
        #expect(away.status == 5, "\(away)")
        let status = try run("status", "--timeout", "60", "--json")
        #expect(status.output.contains(#""waiting":1"#), "\(status)")
    }

    @Test func `a stored answer has its own exit code`() throws {
        let card = try server.publish("Kept")
        let other = try server.publish("Other")
        #expect(try run("act", "dismiss", try server.publish("First")).status == 0)
        #expect(try run("act", "dismiss", card, "--no-wait").status == 0)
        server.stop()
        let again = try run("act", "dismiss", card, "--timeout", "3")
        #expect(again.status == 7 && again.error.contains("an earlier answer to the card is stored"), "\(again)")
        let none = try run("act", "dismiss", other, "--timeout", "3")
        #expect(none.status == 5 && none.error.contains("the action is not stored"), "\(none)")
        #expect(try run("status", "--timeout", "60", "--format", "{waiting}").output == "1\n")
    }

    @Test func `a viewer that finds a command at work shows what is stored, and is live once that has ended`() throws {
        let card = try server.publish("Waits for both")
        #expect(try run("act", "dismiss", try server.publish("First")).status == 0)
        server.pause()
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = ["act", "dismiss", "nobody", "--timeout", "60"]
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        let lock = home.appending(path: "data/cardstream/default/cards.sqlite.lock")
        try wait("the command has the store") {
            try String(contentsOf: lock, encoding: .utf8).hasPrefix("\(process.processIdentifier)\ncommand\n")
        }
        let tmux = try Tmux(directory: home, columns: 60, rows: 20, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("what is stored") { $0.contains("Waits for both") && !$0.contains("● live") }
        server.resume()
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        try tmux.wait("the store") { $0.contains("● live") }
        try tmux.wait("the card") { $0.contains("Waits for both") }
        #expect(try run("act", "dismiss", card).status == 0)
        try tmux.wait("the card goes") { !$0.contains("Waits for both") }
        try tmux.press("q")
    }

    @Test func `with reporting turned off, an answer is still sent`() throws {
        let card = try server.publish("Quiet")
        let done = try run("act", "dismiss", card, settings: ["CARDSTREAM_ANALYTICS": "false"])
        #expect(done.status == 0, "\(done)")
        #expect(try outcome(card).contains(#""status":"dismissed""#))
        #expect(try run("admin", "analytics", "--json").status == 3)
    }

    @Test func `without the server, actions fail, and stored cards can be listed`() throws {
        let card = try server.publish("Known")
        #expect(try run("act", "vote", card, "up").status == 1)
        server.stop()
        let listed = try run("cards", "--timeout", "5")
        #expect(listed.status == 5 && listed.output.isEmpty && listed.error.hasPrefix("cardstream: "), "\(listed)")
        #expect(try run("cards", "--offline").output.hasPrefix(card.prefix(8) + " "))
        #expect(try run("show", card, "--offline").output.hasPrefix("Known\n"))
        #expect(try run("count", "--offline").output == "inbox  1 card\n")
        let failed = try run("act", "dismiss", card, "--timeout", "3")
        #expect(failed.status == 5, "\(failed)")
        #expect(try run("cards", "--offline").output.hasPrefix(card.prefix(8) + " "))
        let status = try run("status", "--timeout", "60", "--json")
        #expect(try status.status == 0 && JSONSchema(of: "status").problems(of: status.output) == [], "\(status)")
        #expect(status.output.contains(#""old":true"#))
        #expect(try run("status", "--timeout", "60", "--format", "{total}").output == "~1\n")
        for (name, words, output) in [
            ("count", ["count", "--timeout", "5"], "inbox  ~1 card\n"),
            ("metrics", ["metrics", "--stream", "inbox"], "~1 card, ~1 unseen\n"),
        ] {
            let known = try Command.finish(Command.cardstream, words, environment: environment)
            #expect(known.status == 0 && known.output == output, "\(known)")
            #expect(known.error.contains("these are the last known numbers"), "\(known)")
            let json = try Command.finish(Command.cardstream, words + ["--json"], environment: environment)
            #expect(try json.status == 0 && JSONSchema(of: name).problems(of: json.output) == [], "\(json)")
            #expect(json.output.contains(#""old":true"#))
        }
        let old = try run("metrics", "--json")
        #expect(try JSONSchema(of: "metrics").problems(of: old.output) == [], "\(old)")
        #expect(old.output.contains(#""old":true"#))
    }

    @Test(arguments: [["status", "--timeout", "60"], ["status", "--json"], ["count", "--timeout", "5"], ["metrics"]])
    func `an unknown count is not a number`(words: [String]) throws {
        server.stop()
        let result = try Command.finish(Command.cardstream, words, environment: environment)
        #expect(result.status == 5 && result.output.isEmpty && result.error.hasPrefix("cardstream: "), "\(result)")
    }

    @Test func `a stream that was never loaded has no last known count`() throws {
        try server.publish("Known")
        #expect(try run("cards").status == 0)
        #expect(try run("act", "vote", "none", "up").status == 3)
        server.stop()
        #expect(try run("status", "--timeout", "60").status == 0)
        let other = try run("status", "--timeout", "60", "--stream", "other")
        #expect(other.status == 5 && other.output.isEmpty, "\(other)")
    }

    @Test func `all commands work beside a viewer, which shows their effects`() throws {
        let card = try server.publish("Seen by both")
        try server.publish("Stays")
        let tmux = try viewer()
        try tmux.wait("the cards") { $0.contains("Seen by both") && $0.contains("Stays") }
        #expect(try run("cards").output.split(separator: "\n").count == 2)
        #expect(try run("status", "--timeout", "60").status == 0)
        let queued = try run("act", "dismiss", card, "--no-wait")
        #expect(queued.status == 0 && queued.output.hasSuffix("; stored and waiting to be sent\n"), "\(queued)")
        try tmux.wait("the card goes") { !$0.contains("Seen by both") && $0.contains("Stays") }
        // The viewer sends the action that the command has stored.
        try wait("the outcome") { try outcome(card).contains(#""status":"dismissed""#) }
        let new = try server.publish("Just published")
        #expect(try run("act", "dismiss", new).output == "dismissed \(new)\n")
        #expect(try outcome(new).contains(#""status":"dismissed""#))
        #expect(try run("act", "dismiss", new).status == 3)
        // The viewer's history contains the command's actions.
        try tmux.press("H")
        try tmux.wait("the history") { $0.contains("Just published") && $0.contains("dismissed") }
        try tmux.press("Escape")
        try wait("the status") { try run("status", "--timeout", "60", "--format", "{total}").output == "1\n" }
        try tmux.press("q")
    }

    @Test
    func `a command with another account keeps the profile's data, and a viewer with another account reports the loss`()
        throws
    {
        let card = try server.publish("Kept")
        #expect(try run("act", "dismiss", try server.publish("First")).status == 0)
        // The same server under another name counts as another server.
        let other = "http://localhost:\(server.port)"
        let refused = try run("act", "dismiss", card, "--server", other)
        #expect(refused.status == 1 && refused.error.contains("This store holds the cards of"), "\(refused)")
        #expect(refused.error.contains("--profile NAME") && refused.error.contains("ana at 127.0.0.1"), "\(refused)")
        #expect(try outcome(card).contains(#""status":"active""#))
        #expect(try run("cards", "--offline").output.hasPrefix(card.prefix(8) + " "))
        #expect(try run("act", "dismiss", card, "--server", other, "--profile", "other").status == 0)
        #expect(try run("cards", "--offline").output.hasPrefix(card.prefix(8) + " "))

        let tmux = try Tmux(
            directory: home, environment: server.environment().merging(["CARDSTREAM_SERVER": other]) { $1 })
        try tmux.run(Command.cardstream)
        try tmux.wait("the viewer tells") { $0.contains("Now showing the cards at localhost") }
        try tmux.press("q")
    }

    @Test func `an action waits for the previous command up to its limit, and names the process that has the queue`()
        throws
    {
        let cards = try (0..<3).map { try server.publish("Card \($0)") }
        #expect(try run("act", "dismiss", try server.publish("First")).status == 0)
        let gate = directory.url.appending(path: "gate")
        let token = try #require(environment["CARDSTREAM_TOKEN_FILE"])
        var slow = environment
        slow["CARDSTREAM_TOKEN_FILE"] = nil
        slow["CARDSTREAM_TOKEN_COMMAND"] = "while [ ! -e '\(gate.path)' ]; do sleep 0.05; done; cat '\(token)'"
        func start(_ words: [String], _ environment: [String: String]) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: Command.cardstream)
            process.arguments = words
            process.environment = environment
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return process
        }
        let first = try start(["act", "dismiss", cards[0]], slow)
        let lock = home.appending(path: "data/cardstream/default/cards.sqlite.lock")
        try wait("the first has the queue") {
            try String(contentsOf: lock, encoding: .utf8).hasPrefix("\(first.processIdentifier)\ncommand\n")
        }
        let hasty = try run("act", "dismiss", cards[1], "--timeout", "0.3")
        #expect(hasty.status == 1 && hasty.error.contains("(process \(first.processIdentifier))"), "\(hasty)")
        #expect(hasty.error.contains("--timeout") && !hasty.error.contains("viewer"), "\(hasty)")
        let others = try [
            start(["act", "dismiss", cards[1]], environment),
            start(["act", "dismiss", cards[2], "--no-wait"], environment),
        ]
        try Data().write(to: gate)
        for process in [first] + others {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        #expect(try outcome(cards[0]).contains(#""status":"dismissed""#))
        #expect(try outcome(cards[1]).contains(#""status":"dismissed""#))
    }

    /// Starts `count --watch` and returns the process, and a closure that reads the printed lines.
    private func watch(_ filter: String) throws -> (process: Process, lines: () throws -> [String]) {
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = ["count", "--watch", "--json", "--filter", filter]
        process.environment = environment
        let output = directory.url.appending(path: UUID().uuidString)
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, { try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init) })
    }

    @Test func `count --watch follows changes while a viewer has the store`() throws {
        let (process, lines) = try watch("lunch")
        defer { if process.isRunning { process.terminate() } }
        try wait("the first count") { try lines().last?.contains(#""visible":0,"total":0"#) == true }
        let tmux = try viewer()
        let card = try server.publish("Lunch")
        try server.publish("Other")
        try wait("both") { try lines().last?.contains(#""visible":1,"total":2"#) == true }
        try tmux.wait("the viewer's cards") { $0.contains("Lunch") && !$0.contains("in memory only") }
        try Command.run(Command.cardstream, ["cancel", card], environment: environment)
        try wait("one less") { try lines().last?.contains(#""visible":0,"total":1"#) == true }
        let schema = try JSONSchema(of: "count")
        #expect(try lines().allSatisfy { try schema.problems(of: $0) == [] })
        // A watch that starts now knows which cards were seen before.
        try wait("that it was seen") { try run("status", "--timeout", "60", "--format", "{unseen}").output == "0\n" }
        let (unseen, counts) = try watch("is:unseen")
        defer { unseen.terminate() }
        try wait("the count of the unseen") { try !counts().isEmpty }
        try server.publish("News")
        try wait("one more") { try counts().last?.contains(#""visible":1,"total":2"#) == true }
        #expect(try counts().first?.contains(#""visible":0,"total":1"#) == true)
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        try tmux.press("q")
    }

    @Test func `without unsent actions, status prints nothing, and its exit code says so`() throws {
        let nothing = try run("status", "--timeout", "60")
        #expect(nothing.status == 3 && nothing.output.isEmpty && nothing.error.isEmpty)
        let empty = try run("status", "--timeout", "60", "--json")
        #expect(try empty.status == 3 && JSONSchema(of: "status").problems(of: empty.output) == [], "\(empty)")
        #expect(!FileManager.default.fileExists(atPath: home.appending(path: "data").path))
        #expect(try run("status", "--timeout", "60", "--format", "{x}").status == 2)
    }
}
