import Foundation
import Support
import Testing

/// `cardstream watch` and related commands against a real server, alongside a viewer of the same profile.
@Suite(.serialized)
struct WatchTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(20_000)
        }
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: directory.url.appending(path: name), encoding: .utf8)) ?? ""
    }

    /// Symbols: push-background
    @Test func `watch runs a command for each event beside a viewer, and continues where it ended`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let home = directory.url.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let tmux = try Tmux(directory: home, environment: server.environment())
        try tmux.run(Command.cardstream)
        try tmux.wait("the viewer") { $0.contains("live") }

        let environment = server.environment().merging(
            ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"]) { $1 }
        try FileManager.default.createSymbolicLink(
            atPath: home.appending(path: "notify-send").path, withDestinationPath: "/bin/true")
        let events = directory.url.appending(path: "events").path
        func watch() throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: Command.cardstream)
            process.arguments = [
                "watch", "--exec", "echo \"$1 $(tr -d '\\n' | wc -c)$CARDSTREAM_PUBLISHER_KEY\" >> \(events)",
            ]
            // A secret that commands must not receive, and a desktop session.
            process.environment = environment.merging([
                "CARDSTREAM_PUBLISHER_KEY": "secret", "DISPLAY": ":0", "PATH": "\(home.path):/usr/bin:/bin",
            ]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return process
        }
        let first = try watch()
        let state = home.appending(path: ".local/state/cardstream/default/watch")
        try wait("the first look") {
            FileManager.default.fileExists(atPath: state.appending(path: "state.json").path)
        }
        let second = try Command.finish(Command.cardstream, ["watch"], environment: environment)
        #expect(second.status == 1 && second.error.contains("another `cardstream watch`"))
        let card = try server.publish("Watched")
        try wait("published") { text("events").contains("published ") }
        #expect(Int(text("events").split(separator: " ").last?.trimmingCharacters(in: .newlines) ?? "") ?? 0 > 100)
        first.terminate()
        first.waitUntilExit()
        try Command.run(Command.cardstream, ["cancel", card], environment: environment)
        let again = try watch()
        try wait("what came meanwhile") { text("events").contains("cancelled ") }
        again.terminate()
        again.waitUntilExit()
        #expect(text("events").split(separator: "\n").count == 2)
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: state.appending(path: "device-token").path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let told = try Command.run(
            Command.cardstream, ["admin", "analytics", "--json"], environment: environment)
        #expect(told.split(separator: "\n").count { $0.contains("\"notification-received\"") } == 1)
        let users = try Command.run(Command.cardstream, ["admin", "users", "--json"], environment: environment)
        #expect(users.contains(#""environments":["production"]"#) && users.contains(#""streams":["inbox"]"#))
        try tmux.press("q")
    }

    /// Symbols: metrics, update-user, custom-event
    @Test func `profile, custom events and metrics go to the server and back`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        try server.publish("Waiting")
        let environment = server.environment().merging(
            ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]) { $1 }
        func run(_ words: String...) throws -> Command.Result {
            try Command.finish(Command.cardstream, words, environment: environment)
        }
        #expect(
            try run("metrics", "--json").output
                == "{\"total\":1,\"unseen\":1,\"streams\":{\"inbox\":{\"total\":1,\"unseen\":1}}}\n")
        #expect(try run("metrics", "--stream", "none").output == "0 cards, 0 unseen\n")
        #expect(try run("user", "set", "name=Ana", "times.sun=none").output.contains("\"name\": \"Ana\""))
        #expect(try run("user").output.contains("\"sun\": []"))
        let wrong = try run("user", "set", "times.sun=9")
        #expect(wrong.status == 2 && wrong.error.contains("expected \"none\", or times"))
        let nobody = try run("admin", "cards", "--user", "nobody")
        #expect(
            nobody.status == 3 && nobody.output.isEmpty && nobody.error == "cardstream: no matching cards\n",
            "\(nobody)")
        for words in [["cards", "--user", "nobody", "--json"], ["analytics", "--custom"], ["webhooks"]] {
            let nothing = try Command.finish(Command.cardstream, ["admin"] + words, environment: environment)
            #expect(nothing.status == 3 && nothing.output.isEmpty, "\(nothing)")
        }
        let typo = try run("token", "--data", directory.url.appending(path: "typo").path, "--user", "ana")
        #expect(typo.status == 1 && typo.output.isEmpty && typo.error.contains("holds no keys"), "\(typo)")
        #expect(!FileManager.default.fileExists(atPath: directory.url.appending(path: "typo").path))
        #expect(try run("send-event", "signed-up", "seats:=3", "--id", "once").output == "once\n")
        #expect(try run("send-event", "signed-up", "seats:=3", "--id", "once").status == 0)
        let events = try run("admin", "analytics", "--custom", "--json").output.split(separator: "\n")
        #expect(events.count == 1 && events[0].contains(#""properties":{"seats":3}"#))
        #expect(try run("events").status == 3)
        try server.publish("News")
        // Events that could not be written count as not reported, so the next call prints them.
        let full = try Command.finish(
            "/bin/sh", ["-c", "exec '\(Command.cardstream)' events --json >/dev/full"], environment: environment)
        #expect(full.status == 1)
        #expect(full.error == "cardstream: standard output: No space left on device\n", "\(full)")
        // The same is true for output that is not read, where a closed pipe does not end the program.
        let unread = try Command.finish(
            "/bin/bash",
            ["-c", #"trap '' PIPE; exec 3> >(exec true); wait $!; exec "$0" events --json >&3"#, Command.cardstream],
            environment: environment)
        #expect(unread.status == 1)
        #expect(unread.error == "cardstream: standard output: Broken pipe\n", "\(unread)")
        let news = try run("events", "--json")
        #expect(news.status == 0 && news.output.contains(#""event":"published""#))
        let hook = try run("admin", "webhooks", "add", "https://127.0.0.1/hook")
        #expect(hook.status == 1 && hook.error.contains("a public address"))
    }

    /// Starts a command that runs until a signal ends it.
    private func start(_ words: [String], _ environment: [String: String]) throws -> (Process, text: () -> String) {
        let said = directory.url.appending(path: "said-\(UUID())")
        try Data().write(to: said)
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = words
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        // One handle for both, because two handles would have separate positions in the file.
        let file = try FileHandle(forWritingTo: said)
        process.standardOutput = file
        process.standardError = file
        try process.run()
        return (process, { (try? String(contentsOf: said, encoding: .utf8)) ?? "" })
    }

    @Test(arguments: [false, true])
    func `a command that fails is reported with its exit status and its last line, or its whole output`(
        printsOutput: Bool
    ) throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = server.environment().merging(
            ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]) { $1 }
        let command = "echo first; echo last >&2; exit 3"
        let flags = ["watch", "--no-notify", "--exec", command] + (printsOutput ? ["--exec-output"] : [])
        let (process, said) = try start(flags, environment)
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let failure = "--exec '\(command)' failed for \"published\" of card "
        try wait("the failure") {
            if !said().contains("inbox  ") { try server.publish("News") }
            return said().contains(failure)
        }
        let line = try #require(said().split(separator: "\n").first { $0.contains(failure) })
        #expect(line.hasSuffix(printsOutput ? ": exit code 3" : ": exit code 3: last"))
        #expect(said().contains(/published \S{1,8}: first\npublished \S{1,8}: last\n/) == printsOutput)
    }

    @Test(arguments: [["count", "--watch"], ["events", "--follow"], ["watch", "--no-notify"]])
    func `commands that run until a signal exit with 130 after Ctrl-C, and otherwise with 0`(words: [String]) throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = server.environment().merging(
            ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]) { $1 }
        for (signal, status) in [(SIGINT, 130), (SIGTERM, 0)] as [(Int32, Int32)] {
            let (process, text) = try start(words, environment)
            // Events are reported only after the first call has read the current state.
            try wait("a line") {
                if text().isEmpty { try server.publish("News") }
                return !text().isEmpty
            }
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == status, "\(text())")
        }
    }

    @Test func `a running command ends with the program, and its event is repeated`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = server.environment().merging(
            ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]) { $1 }
        let pids = directory.url.appending(path: "pids").path
        let words = ["watch", "--no-notify", "--exec", "echo $$ >> \(pids); exec sleep 1000"]
        func commands() -> [Int32] { text("pids").split(separator: "\n").compactMap { Int32($0) } }
        for run in 1...2 {
            let (process, said) = try start(words, environment)
            try wait("command \(run)") {
                if run == 1, commands().isEmpty { try server.publish("News") }
                return commands().count >= run
            }
            let running = try #require(commands().last)
            // The command has some seconds to end; the second signal ends that wait.
            try wait("the end") {
                kill(process.processIdentifier, SIGTERM)
                return !process.isRunning
            }
            #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(said())")
            #expect(kill(running, 0) == -1 && errno == ESRCH)
        }
    }

    @Test(arguments: [["count", "--watch"], ["events", "--follow"], ["watch", "--no-notify"]])
    func `without a server, watch reports the outage once, and later the recovery`(words: [String]) throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let proxy = try FaultProxy(to: server.port)
        defer { proxy.stop() }
        let environment = server.environment(through: proxy.port).merging(
            ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]) { $1 }
        proxy.set(.down)
        let (ended, told) = try start(words, environment)
        try wait("some tries") { proxy.refusedCount > 3 && told().contains("; trying again\n") }
        kill(ended.processIdentifier, SIGINT)
        ended.waitUntilExit()
        // The first lines say what `watch` follows.
        let lines = told().split(separator: "\n").drop { $0.hasPrefix("cardstream: following ") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix("; trying again") }, "\(told())")
        #expect(ended.terminationStatus == 130)

        let (process, text) = try start(words, environment)
        defer { process.terminate() }
        try wait("it tries again") { text().contains("; trying again\n") }
        proxy.set(.open)
        try wait("a line") {
            if !text().contains("inbox  ") { try server.publish("News") }
            return text().contains("inbox  ")
        }
        #expect(text().components(separatedBy: "connected again").count <= 2, "\(text())")
    }

    @Test func `closing the output of watch ends its commands as well`() throws {
        let server = try Server(directory: directory.url.appending(path: "server"))
        let environment = server.environment().merging(
            ["PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8"]) { $1 }
        let pids = directory.url.appending(path: "pids").path
        let process = Process()
        process.executableURL = URL(filePath: Command.cardstream)
        process.arguments = ["watch", "--no-notify", "--exec", "echo $$ >> \(pids); exec sleep 1000"]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        func commands() -> [Int32] { text("pids").split(separator: "\n").compactMap { Int32($0) } }
        try wait("a command") {
            if commands().isEmpty { try server.publish("News") }
            return !commands().isEmpty
        }
        try output.fileHandleForReading.close()
        try server.publish("More")
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        #expect(commands().allSatisfy { kill($0, 0) == -1 })
    }
}
