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
