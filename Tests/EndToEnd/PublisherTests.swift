import Foundation
import Support
import Testing

/// The events that publishers receive, from whom and with which exit code.
@Suite(.serialized)
struct PublisherTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    private func finish(
        _ arguments: [String], input: String? = nil, settings: [String: String] = [:]
    ) throws -> Command.Result {
        let environment = server.environment().merging(Server.bare) { $1 }.merging(settings) { $1 }
        return try Command.finish(Command.cardstream, arguments, input: input, environment: environment)
    }

    @Test func `cancel prints what became of the card, and its exit code says whether it was cancelled`() throws {
        let open = try server.publish("Goes")
        let cancelled = try finish(["cancel", open])
        #expect(cancelled.status == 0 && cancelled.error.isEmpty, "\(cancelled)")
        #expect(cancelled.output.contains(#""status":"cancelled""#))
        let done = try server.publish("Is answered")
        let steps = "wait-for Is answered\npress d\nwait-gone Is answered\nwait-for live\n"
        #expect(try finish(["view", "--script", "-"], input: steps).status == 0)
        let refused = try finish(["cancel", done])
        #expect(refused.status == 3)
        #expect(refused.output.contains(#""status":"dismissed""#) && refused.output.contains(#""action":"dismiss""#))
        #expect(refused.error == "cardstream: nothing changed: the card is already dismissed\n")
        let again = try finish(["cancel", open])
        #expect(again.status == 3 && again.output == cancelled.output, "\(again)")
        #expect(again.error == "cardstream: nothing changed: the card is already cancelled\n")
        #expect(try finish(["cancel", "no-such-card"]).status == 3)
    }

    /// The lines of help from the first one that contains `start` to the first one that contains `end`.
    private func example(from start: String, to end: String, of command: [String]) throws -> String {
        let lines = try finish(command + ["--help"]).output.split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.contains(start) })
        let last = try #require(lines[first...].firstIndex { $0.contains(end) })
        return lines[first...last].joined(separator: "\n")
    }

    @Test func `the example of outcomes keeps its cursor the first time, with nothing new, and interrupted`() throws {
        let folder = directory.url.appending(path: "outcomes").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lines = try example(from: "[ -s cursor ]", to: "mv cursor.new cursor", of: ["outcomes"])
        let program = URL(filePath: Command.cardstream).deletingLastPathComponent().path
        func run(_ lines: String) throws -> (status: Int32, answers: Int, cursor: String) {
            let environment = server.environment().merging(["PATH": "\(program):/usr/bin:/bin"]) { $1 }
            let result = try Command.finish("/bin/sh", ["-c", "cd '\(folder)'\n" + lines], environment: environment)
            let answers = try? String(contentsOfFile: folder + "/answers.jsonl", encoding: .utf8)
            let cursor = try String(contentsOfFile: folder + "/cursor", encoding: .utf8)
            return (result.status, answers?.split(separator: "\n").count ?? 0, cursor)
        }
        func end(_ title: String) throws { _ = try finish(["cancel", try server.publish(title)]) }

        #expect(try run(lines) == (3, 0, "start\n"), "there is no outcome yet")
        try end("A")
        try end("B")
        let first = try run(lines)
        #expect(first.status == 0 && first.answers == 2 && first.cursor.hasSuffix("-2\n"), "\(first)")
        #expect(try run(lines) == (3, 2, first.cursor), "nothing is new")
        // As if the shell had been killed after it had emptied a file.
        #expect(try run(": > new.jsonl; : > cursor.new; : > cursor; exit 9").status == 9)
        try end("C")
        let second = try run(lines)
        #expect(second.answers == 5 && second.cursor.hasSuffix("-3\n"), "begins again, and misses none: \(second)")
        // The command is killed before it prints.
        try end("D")
        let killed = "cardstream() { kill -9 $$; }\n" + lines
        _ = try run(killed)
        let third = try run(lines)
        #expect(third.status == 0 && third.answers == 6 && third.cursor.hasSuffix("-4\n"), "\(third)")
    }

    private let card = #"{"content":[{"type":"headline","text":"A"}]}"#

    @Test func `a viewer key is distinguished from a publisher key`() throws {
        let key = server.directory.appending(path: "viewer.key").path
        let result = try finish(["publish", "--key-file", key], input: card)
        #expect(result.status == 4)
        #expect(result.error.contains("This is a viewer key"), "\(result)")
        #expect(result.error.contains("cardstream token --publisher-key"), "\(result)")
    }

    @Test func `a key that others may read is refused`() throws {
        let key = server.directory.appending(path: "shared.key").path
        try Data(contentsOf: server.directory.appending(path: "publisher.key")).write(to: URL(filePath: key))
        chmod(key, 0o644)
        let refused = try finish(["publish", "--key-file", key], input: card)
        #expect(refused.status == 4)
        #expect(refused.error.hasSuffix("shared.key: others can read this key; run: chmod 600 \(key)\n"), "\(refused)")
        chmod(key, 0o600)
        #expect(try finish(["publish", "--key-file", key], input: card).status == 0)
    }

    @Test(arguments: ["", "  "]) func `an empty name is reported as a mistake of the flag`(name: String) throws {
        let result = try finish(["publish", "--user", name], input: card)
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("cardstream: --user is empty; expected a name"), "\(result.error)")
    }

    @Test func `lines are shown in their order`() throws {
        let lines = (1...6).map { #"{"content":[{"type":"headline","text":"Line \#($0)"}]}"# }
        #expect(try finish(["publish", "--jsonl"], input: lines.joined(separator: "\n")).status == 0)
        let steps = "wait-for Line 6\nscreen\n"
        let screen = try finish(["view", "--script", "-", "--size", "60x50"], input: steps).output
        let places = (1...6).compactMap { screen.range(of: "Line \($0)")?.lowerBound }
        #expect(places.count == 6 && places == places.sorted(), "\(screen)")
    }

    @Test(arguments: ["-1", "0", "4000"]) func `days that do not exist are refused`(days: String) throws {
        let data = server.directory.appending(path: "data").path
        let result = try finish(["token", "--data", data, "--days", days])
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("cardstream: --days must be more than 0 and at most 3650."), "\(result.error)")
    }
}
