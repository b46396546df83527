import Foundation
import Support
import Synchronization
import Testing

/// The profile's own feed in every situation: with no program running, and while programs start and end.
@Suite(.serialized)
struct OwnFeedTests {
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

    private var feed: String { directory.url.appending(path: "data/cardstream/default/server").path }
    private var addressFile: String { directory.url.appending(path: "state/cardstream/default/server-address").path }

    @discardableResult
    private func run(_ words: String..., input: String? = nil) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, input: input, environment: environment)
    }

    private func card(_ headline: String) -> String { #"{"content":[{"type":"headline","text":"\#(headline)"}]}"# }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(20_000)
        }
    }

    private func id(_ receipt: Command.Result) throws -> String {
        try #require(receipt.output.firstMatch(of: /"id":"([^"]+)"/), "\(receipt)").1.description
    }

    /// Whether the shell of a terminal waits for a command.
    private func hasPrompt(_ screen: String) -> Bool {
        screen.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }?.hasSuffix("READY$") == true
    }

    // MARK: With no program running

    @Test func `a logout without a server says that the feed keeps its cards, and what is not stored is said`() throws {
        #expect(try run("publish", "Stays").status == 0)
        let logout = try run("logout")
        #expect(logout.status == 0 && logout.error.contains("the cards stay in the profile's own feed"), "\(logout)")
        #expect(try run("cards").output.contains("Stays"))
        let stored = try run("cards", "--offline")
        #expect(stored.status == 3 && stored.error.contains("no matching card is stored"), "\(stored)")
    }

    @Test func `a card for another user is warned about every time, and strict refuses it`() throws {
        for _ in 0..<2 {
            let other = try run("publish", "A", "--user", "bob")
            #expect(other.status == 0 && other.error.contains("user bob is new to this feed"), "\(other)")
        }
        let strict = try run("publish", "A", "--user", "bob", "--strict")
        #expect(strict.status == 1 && strict.output.isEmpty, "\(strict)")
        #expect(strict.error.contains("user bob is new to this feed"))
        #expect(try run("publish", "A", "--strict").status == 0)
    }

    @Test func `an unknown id is reported without a running server`() throws {
        #expect(try run("publish", "A").status == 0)
        for (words, other) in [
            (["outcome", "zzzz"], "ask wait"), (["outcome", "zzzz", "--wait"], "ask wait"),
            (["cancel", "zzzz"], "ask cancel"),
        ] {
            let result = try Command.finish(Command.cardstream, words, environment: environment)
            let error = "cardstream: no card has this id; for the id of a question, use `cardstream \(other)`\n"
            #expect(result.status == 3 && result.error == error, "\(words) \(result)")
        }
        for words in [["outcome"], ["outcome", "--wait"], ["cancel"], ["ask", "wait"], ["ask", "cancel"]] {
            let result = try Command.finish(Command.cardstream, words + ["zz"], environment: environment)
            #expect(result.status == 3, "\(words) \(result)")
            #expect(result.error.contains("the beginning of an id needs at least 4 characters"), "\(words) \(result)")
        }
    }

    @Test func `an unknown profile is neither read nor created`() throws {
        #expect(try run("publish", "A", "--profile", "work").status == 0)
        let commands = [
            ["cards"], ["cards", "--offline"], ["show", "abcd"], ["count"], ["status"], ["metrics"], ["events"],
            ["user"], ["outcome", "abcd"], ["outcome", "abcd", "--wait"], ["outcomes"], ["ask", "list"],
            ["ask", "wait", "abcd"], ["ask", "cancel", "abcd"], ["cancel", "abcd"], ["admin", "cards"],
            ["admin", "webhooks"], ["admin", "themes", "show", "ops"],
        ]
        for words in commands {
            let result = try Command.finish(
                Command.cardstream, words + ["--profile", "wrk"], environment: environment)
            #expect(result.status == 2 && result.output.isEmpty, "\(words) \(result)")
            let error = "cardstream: the profile \"wrk\" does not exist; did you mean \"work\"?\n"
            #expect(result.error == error, "\(words) \(result)")
        }
        let profiles = try FileManager.default.contentsOfDirectory(
            atPath: directory.url.appending(path: "data/cardstream").path)
        #expect(profiles == ["work"])
        // A command that publishes makes the profile, with a warning; a script may be the first to use it.
        let strict = try run("publish", "A", "--profile", "wrk", "--strict")
        #expect(strict.status == 1 && strict.output.isEmpty, "\(strict)")
        for words in [["publish", "A"], ["ask", "A", "--detach"]] {
            for (profile, warned) in [("w-\(words[0])", 1), ("w-\(words[0])", 0), ("work", 0)] {
                let made = try Command.finish(
                    Command.cardstream, words + ["--profile", profile], environment: environment)
                let count = made.error.components(separatedBy: "the profile \"\(profile)\" is new; ").count - 1
                #expect(made.status == 0 && count == warned, "\(words) \(profile) \(made)")
            }
        }
        #expect(try run("cards", "--profile", "work").status == 0)
        // One that has settings only.
        let settings = directory.url.appending(path: "config/cardstream/profiles")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try Data().write(to: settings.appending(path: "wrk.toml"))
        #expect(try run("cards", "--profile", "wrk").status == 3)
    }

    @Test func `every command works while nothing runs, and all count the same`() throws {
        #expect(try run("status").status == 3)
        let first = try id(try run("publish", input: card("One")))
        let second = try id(try run("publish", input: card("Two")))
        for words in [["status", "--timeout", "60", "--format", "{total}"], ["metrics"], ["count"], ["cards"]] {
            let result = try Command.finish(Command.cardstream, words, environment: environment)
            #expect(result.status == 0 && result.error.isEmpty, "\(words) \(result)")
        }
        #expect(try run("status", "--timeout", "60").output == "2 unseen of 2\n")
        #expect(try run("count").output == "inbox  2 cards\n")
        #expect(try run("metrics", "--stream", "inbox").output == "2 cards, 2 unseen\n")
        #expect(try run("outcome", first).output.contains(#""status":"active""#))
        #expect(try run("act", "dismiss", first).status == 0)
        #expect(try run("outcome", first).output.contains(#""status":"dismissed""#))
        #expect(try run("status", "--timeout", "60", "--format", "{total}").output == "1\n")
        #expect(try run("cancel", second).status == 0)
        for words in [["status", "--timeout", "60"], ["metrics"], ["count"], ["cards"]] {
            let result = try Command.finish(Command.cardstream, words, environment: environment)
            #expect(result.status == 3, "\(words) \(result)")
        }
        // A card whose action waits to be sent counts as answered everywhere.
        let third = try id(try run("publish", input: card("Three")))
        try run("publish", input: card("Four"))
        #expect(try run("act", "dismiss", third, "--no-wait").status == 0)
        #expect(try run("count").output == "inbox  1 card\n")
        #expect(try run("count", "--filter", "Four").output == "inbox  1 of 1 card\n")
        #expect(try run("metrics", "--stream", "inbox").output == "1 card, 1 unseen\n")
        #expect(try run("metrics", "--json").output.hasPrefix(#"{"total":1,"unseen":1,"#))
        // The action may have been sent before its command ended.
        let status = try run("status", "--timeout", "60").output
        #expect(["1 unseen of 1\n", "1 unseen of 1, 1 unsent\n"].contains(status), "\(status)")
        // No command stays running as a server for others.
        #expect(!FileManager.default.fileExists(atPath: addressFile))
    }

    @Test func `cards that no screen shows are told by every command, and counted by none`() throws {
        let settings = directory.url.appending(path: "config/cardstream")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try Data("[containers.first]\nstream = \"s1\"\n".utf8).write(to: settings.appending(path: "config.toml"))
        for count in 1...2 {
            let lost = try run("publish", "Lost one")
            #expect(lost.status == 0 && lost.error.contains("no screen of this profile shows"), "\(lost)")
            let cards = try run("cards", "--profile", "default")
            let words = "no screen shows the stream \"inbox\", which has \(count == 1 ? "1 card" : "2 cards")"
            #expect(cards.status == 3 && cards.error.contains(words), "\(cards)")
            #expect(try run("doctor").output.contains("warn  streams"))
        }
        #expect(try run("publish", "Lost one", "--strict").status == 1)
        #expect(try run("count").output == "s1  0 cards\n")
        let status = try run("status", "--timeout", "60")
        #expect(status.status == 3 && status.output.isEmpty, "\(status)")

        #expect(try run("publish", "Seen", "--stream", "s1", "--strict").status == 0)
        #expect(try run("cards").output.split(separator: "\n").count == 1)
        #expect(try run("count").output == "s1  1 card\n")
        #expect(try run("status", "--timeout", "60").output == "1 unseen of 1\n")
        let json = try run("status", "--timeout", "60", "--json").output
        #expect(json.contains(#""total":1"#) && !json.contains("inbox"), "\(json)")
        // A stream that is named counts, and `metrics` has all of them.
        #expect(try run("status", "--timeout", "60", "--stream", "inbox").output == "2 unseen of 2\n")
        #expect(try run("metrics", "--json").output.hasPrefix(#"{"total":3,"#))
    }

    @Test func `an empty list says so at a terminal, and prints nothing elsewhere`() throws {
        let silent = try run("cards")
        #expect(silent.status == 3 && silent.output.isEmpty && silent.error.isEmpty)
        let tmux = try Tmux(directory: directory.url)
        try tmux.run("\(Command.cardstream) cards; echo rc-$?")
        try tmux.wait("the words") { $0.contains("cardstream: no cards") && $0.contains("rc-3") }
        try tmux.run("clear; \(Command.cardstream) cards --stream inbx; echo rc-$?")
        try tmux.wait("where cards are") { $0.contains("no cards in inbx; `cardstream metrics` lists") }
        try tmux.run("clear; \(Command.cardstream) cards --filter is:unseen; echo rc-$?")
        try tmux.wait("the other words") { $0.contains("no cards match the filter") && $0.contains("rc-3") }
    }

    @Test func `an action on an answered card reports the answer and its time`() throws {
        let id = try id(try run("publish", "Release?", "--button", "Ship it"))
        #expect(try run("act", "submit", id).status == 0)
        for name in [id, String(id.prefix(8))] {
            let again = try run("act", "submit", name)
            #expect(again.status == 3 && again.output.isEmpty)
            let words = try Regex("card \(id) was already answered \\(ship-it, \\d\\d:\\d\\d\\)")
            #expect(again.error.contains(words), "\(again.error)")
        }
        #expect(try run("act", "dismiss", "0000-none").error.contains("no open card"))
        #expect(try run("show", String(id.prefix(3))).error.contains("at least 4 characters"))
    }

    @Test func `a unique id prefix names a card`() throws {
        let cards = (0..<3).map { card("Card \($0)") }.joined(separator: "\n")
        let receipts = try run("publish", "--jsonl", input: cards).output
        let ids = receipts.matches(of: /"id":"([^"]+)"/).map { String($0.1) }
        try #require(ids.count == 3)
        let first = String(ids[0].prefix(13))
        #expect(try run("show", first).output.hasPrefix("Card 0\n"))
        #expect(try run("outcome", first).output.contains(ids[0]))
        #expect(try run("act", "dismiss", first).output == "dismissed \(ids[0])\n")
        #expect(try run("outcome", first).output.contains(#""status":"dismissed""#))
        #expect(try run("cancel", String(ids[1].prefix(13))).output.contains(ids[1]))
        #expect(try run("outcome", "0000-none").status == 3)
        #expect(try run("show", "0000-none").status == 3)
    }

    @Test func `a card that has expired meanwhile is not counted`() throws {
        let card = #"{"content":[{"type":"headline","text":"Short"}],"expiresIn":"PT1S"}"#
        let published = try id(try run("publish", input: card))
        try wait("its end") { try run("metrics").status == 3 }
        #expect(try run("outcome", published).output.contains(#""status":"expired""#))
    }

    @Test func `watch runs the server itself, and prints what is published then`() throws {
        let lines = directory.url.appending(path: "lines")
        let process = try Command.start(
            ["watch", "--no-notify", "--json"], output: lines, environment: environment)
        defer { process.terminate() }
        try wait("its server") { FileManager.default.fileExists(atPath: addressFile) }
        let state = directory.url.appending(path: "state/cardstream/default/watch/state.json").path
        try wait("the first look") { FileManager.default.fileExists(atPath: state) }
        let published = try id(try run("publish", input: card("For watch")))
        try wait("the card") { try String(contentsOf: lines, encoding: .utf8).contains(published) }
        process.terminate()
        process.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: addressFile))
        #expect(try run("count").output == "inbox  1 card\n")
    }

    @Test(arguments: [
        ("watch --no-notify", "Later"), ("events --follow", "Later"), ("count --watch", "inbox  2 cards"),
    ])
    func `a command that the user stops releases its feed until it continues`(command: String, expected: String) throws
    {
        let terminal = try Tmux(directory: directory.url)
        try terminal.run("\(Command.cardstream) \(command)")
        try wait("its server") { FileManager.default.fileExists(atPath: addressFile) }
        // Events from before the first look are not reported.
        #expect(try run("publish", "First").status == 0)
        try terminal.wait("the first card") { $0.contains("First") || $0.contains("inbox  1 card") }
        try terminal.press("C-z")
        try terminal.wait("the shell") { hasPrompt($0) }
        let publish = try run("publish", "Later")
        #expect(publish.status == 0, "\(publish)")
        try terminal.run("fg")
        try terminal.wait("the card") { $0.contains(expected) }
        try wait("its server again") { FileManager.default.fileExists(atPath: addressFile) }
        #expect(try run("publish", "Last").status == 0)
        try terminal.press("C-c")
        try terminal.wait("its end") { hasPrompt($0) }
        #expect(try run("count").output == "inbox  3 cards\n")
    }

    // MARK: Refusals

    /// The process is stopped, as by a debugger, so it cannot release the feed.
    @Test func `a stopped program that has the feed is named with a remedy`() throws {
        let process = try Command.start(
            ["watch", "--no-notify"], output: directory.url.appending(path: "lines"), environment: environment)
        defer { kill(process.processIdentifier, SIGKILL) }
        try wait("its server") { FileManager.default.fileExists(atPath: addressFile) }
        kill(process.processIdentifier, SIGSTOP)
        let start = ContinuousClock.now
        let publish = try run("publish", "Waits")
        #expect(
            publish.status == 5
                && publish.error.contains("process \(process.processIdentifier) has the feed in")
                && publish.error.contains("is suspended: resume it with fg in its terminal, or stop it"), "\(publish)")
        #expect(ContinuousClock.now - start < .seconds(5))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try run("publish", "Waits").status == 0)
    }

    @Test func `files of a killed server are no obstacle`() throws {
        let server = try #require(try serve())
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        #expect(FileManager.default.fileExists(atPath: addressFile))
        #expect(try run("publish", input: card("After")).status == 0)
        #expect(!FileManager.default.fileExists(atPath: addressFile))
        #expect(try run("count").output == "inbox  1 card\n")
    }

    @Test func `a directory that others can write to is refused, with what to do`() throws {
        #expect(try run("publish", input: card("One")).status == 0)
        chmod(feed, 0o777)
        for words in [["publish"], ["metrics"], ["status", "--timeout", "60"]] {
            let refused = try Command.finish(Command.cardstream, words, input: card("No"), environment: environment)
            #expect(refused.status == 1 && refused.output.isEmpty, "\(words) \(refused)")
            #expect(refused.error.contains("Run: chmod 700 \(feed)"), "\(refused)")
        }
        chmod(feed, 0o700)
        #expect(try run("count").output == "inbox  1 card\n")
    }

    @Test func `a full disk is reported, and no data is lost`() throws {
        #expect(try run("publish", input: card("One")).status == 0)
        let size = try #require(FileManager.default.attributesOfItem(atPath: "\(feed)/feed.sqlite")[.size] as? Int)
        let text = String(repeating: "x", count: 60_000)
        let large = #"{"content":[{"type":"headline","text":"Large"}],"metadata":{"text":"\#(text)"}}"#
        let cards = Array(repeating: large, count: 4).joined(separator: "\n")
        // The limit is the current size of the feed, so the cards do not fit into the write-ahead log.
        let blocks = size / 512
        let line = "ulimit -f \(blocks); exec \"$0\" publish --jsonl"
        let full = try Command.finish(
            "/bin/sh", ["-c", line, Command.cardstream], input: cards, environment: environment)
        #expect(full.status == 1 && full.output.isEmpty, "\(full)")
        #expect(full.error.contains("nothing was stored. Free some space"), "\(full)")
        #expect(try run("publish", "--jsonl", input: cards).status == 0)
        #expect(try run("count").output == "inbox  5 cards\n")
    }

    // MARK: Programs that start and end

    /// Starts the program with its output in files. Programs that start at the same time inherit each other's pipes, so
    /// with pipes the end of one would not be noticed while another runs.
    private func start(_ words: [String], output: URL) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = words
        process.environment = environment
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs the program until it exits, and returns its exit code and output.
    private func finish(_ words: [String], output name: String) throws -> (status: Int32, output: String) {
        let output = directory.url.appending(path: name)
        let process = try start(words, output: output)
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }

    /// Starts a listening server of the profile; nil if another one is running.
    private func serve() throws -> Process? {
        let output = directory.url.appending(path: "serve.log")
        let process = try start(["serve", "--listen", "127.0.0.1:0"], output: output)
        while process.isRunning {
            if try String(contentsOf: output, encoding: .utf8).contains("listening on") { return process }
            usleep(5000)
        }
        return nil
    }

    @Test func `80 cards that are published while programs start and end arrive once each`() throws {
        let count = 80
        let next = Atomic(0)
        let isDone = Atomic(false)
        let receipts = Mutex<[String]>([])
        let problems = Mutex<[String]>([])
        let tmux = try Tmux(directory: directory.url)
        let group = DispatchGroup()
        func start(_ work: @escaping @Sendable () throws -> Void) {
            group.enter()
            Thread.detachNewThread {
                do { try work() } catch { problems.withLock { $0.append("\(error)") } }
                group.leave()
            }
        }
        let publishers = Atomic(3)
        for _ in 0..<3 {
            start {
                defer {
                    if publishers.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 {
                        isDone.store(true, ordering: .sequentiallyConsistent)
                    }
                }
                while true {
                    let number = next.add(1, ordering: .sequentiallyConsistent).oldValue
                    guard number < count else { return }
                    let name = "card-\(number).json"
                    let file = directory.url.appending(path: name)
                    try Data(card("Card \(number).").utf8).write(to: file)
                    let result = try finish(["publish", file.path], output: "\(name).out")
                    guard result.status == 0 else {
                        problems.withLock { $0.append("publish \(number): \(result)") }
                        continue
                    }
                    receipts.withLock { $0.append(result.output) }
                }
            }
        }
        start {
            var round = 0
            while !isDone.load(ordering: .sequentiallyConsistent) {
                guard let server = try serve() else { continue }
                // Every third server is killed instead, even in the middle of a response.
                round += 1
                kill(server.processIdentifier, round % 3 == 0 ? SIGKILL : SIGTERM)
                server.waitUntilExit()
            }
        }
        start {
            while !isDone.load(ordering: .sequentiallyConsistent) {
                let metrics = try finish(["metrics"], output: "metrics.out")
                if ![0, 3].contains(metrics.status) { problems.withLock { $0.append("metrics: \(metrics)") } }
                let cards = try finish(["cards"], output: "cards.out")
                // The server may be killed while it sends the cards.
                if ![0, 3, 5].contains(cards.status) { problems.withLock { $0.append("cards: \(cards)") } }
            }
        }
        var round = 0
        while !isDone.load(ordering: .sequentiallyConsistent) {
            round += 1
            // The typed line must not contain the text that the command prints.
            try tmux.run("clear; \(Command.cardstream); echo ended\"\"-\(round)-$?")
            try tmux.wait("the viewer", seconds: 60) { $0.contains("live") }
            try tmux.press("q")
            try tmux.wait("its end", seconds: 60) { $0.contains("ended-\(round)-0") }
        }
        group.wait()
        #expect(problems.withLock { $0 } == [])
        #expect(receipts.withLock { Set($0) }.count == count)
        let lines = try run("admin", "cards", "--json", "--limit", "1000").output.split(separator: "\n")
        #expect(lines.count == count)
        for number in 0..<count {
            #expect(lines.count { $0.contains("\"Card \(number).\"") } == 1, "card \(number)")
        }
    }
}
