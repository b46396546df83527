import Foundation
import Support
import Testing

/// Checks the output of commands against `cardstream schema`, with a real server. The schemas of cards are tested in
/// ``CardsTests``.
@Suite struct SchemaTests {
    let directory: TemporaryDirectory
    let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"), flags: ["--private-webhooks"])
    }

    private var environment: [String: String] {
        server.environment().merging([
            "PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TZ": "Pacific/Auckland",
        ]) { $1 }
    }

    private func run(_ words: [String], input: String? = nil) throws -> Command.Result {
        try Command.finish(Command.cardstream, words, input: input, environment: environment)
    }

    /// Checks each line of a command's output against a schema.
    private func check(
        _ output: String, by subject: String, count: Int? = nil, location: SourceLocation = #_sourceLocation
    ) throws {
        let schema = try JSONSchema(of: subject)
        let lines = output.split(separator: "\n").map(String.init)
        if let count {
            #expect(lines.count == count, "\(subject): \(lines)", sourceLocation: location)
        } else {
            #expect(!lines.isEmpty, "\(subject)", sourceLocation: location)
        }
        for line in lines {
            #expect(try schema.problems(of: line) == [], "\(subject): \(line)", sourceLocation: location)
        }
    }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw EndToEndError.timedOut(what) }
            usleep(20_000)
        }
    }

    private static let card = """
        {"priority":2,"expiresIn":"PT2H","metadata":{"notificationDetail":{"room":7},"account":"1"},
        "actions":{"voteUp":{"enabled":true},"voteDown":{"enabled":true}},"content":[
        {"type":"headline","text":"Expense"},{"type":"textInput","name":"note"},
        {"type":"buttons","buttons":[{"text":"Pay","action":{"type":"submit","name":"pay"}}]}]}
        """

    @Test func `the life cycle of a card matches the schemas for publisher and user`() throws {
        // Events are reported from here on.
        _ = try run(["events", "--json"])
        let published = try run(["publish", "--jsonl", "-"], input: String(Self.card.filter { $0 != "\n" }))
        try check(published.output, by: "publish", count: 1)
        let card = try #require(published.output.firstMatch(of: /"id":"([^"]+)"/)).1.description
        try check(try run(["metrics", "--json"]).output, by: "metrics", count: 1)
        try check(try run(["metrics", "--stream", "inbox", "--json"]).output, by: "metrics", count: 1)
        try check(try run(["events", "--json"]).output, by: "events", count: 1)
        for words in [
            ["vote", card, "up", "--message", "good"], ["vote", card, "down", "--reason", "too-often"],
            ["snooze", card, "1"],
        ] {
            #expect(try run(["act"] + words).status == 0)
        }
        try wait("its return") { try run(["outcome", card]).output.contains(#""status":"active""#) }
        #expect(try run(["act", "submit", card, "note=fine"]).status == 0)
        let outcome = try run(["outcome", card]).output
        #expect(outcome.contains("vote-down") && outcome.contains(#""values":{"note":"fine"}"#))
        try check(outcome, by: "outcome", count: 1)
        try check(try run(["events", "--json"]).output, by: "events", count: 1)

        try check(try run(["admin", "cards", "--json"]).output, by: "admin-cards", count: 1)
        try check(try run(["admin", "streams", "--json"]).output, by: "admin-streams", count: 1)
        #expect(try run(["send-event", "signed-up", "seats:=3"]).status == 0)
        try check(try run(["admin", "analytics", "--custom", "--json"]).output, by: "admin-custom", count: 1)
        try check(try run(["admin", "analytics", "--json"]).output, by: "admin-analytics")
    }

    @Test func `the output of watch and the input of its command match their schemas`() throws {
        let lines = directory.url.appending(path: "lines")
        let read = directory.url.appending(path: "read")
        let process = try Command.start(
            ["watch", "--json", "--exec", "cat >> '\(read.path)'"], output: lines, environment: environment)
        defer { process.terminate() }
        func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
        let state = directory.url.appending(path: ".local/state/cardstream/default/watch/state.json")
        try wait("the first look") { FileManager.default.fileExists(atPath: state.path) }
        let card = try server.publish(card: Self.card)
        try wait("the card") { text(read).contains("published") }
        #expect(try run(["act", "snooze", card, "1"]).status == 0)
        try wait("its return") { text(read).contains("unsnoozed") }
        #expect(try run(["cancel", card]).status == 0)
        try wait("its end") { text(read).contains("cancelled") }
        try check(text(lines), by: "watch", count: 4)
        try check(text(read), by: "watch", count: 4)
        // The device is registered by now.
        try check(try run(["admin", "users", "--json"]).output, by: "admin-users", count: 1)
        try check(try run(["admin", "analytics", "--json"]).output, by: "admin-analytics")
    }

    @Test func `the output for a complete profile matches its schema`() throws {
        let words = [
            "name=Ana", "externalId=7", "email=ana@example.com", "phone=1", "city=Porto", "country=PT", "region=Norte",
            "timezone=Europe/Lisbon", "custom.tier=gold", "custom.since=2026-11-21", "notifications=on",
            "times.default=08:00-12:00,13:00-17:30", "times.sun=none",
        ]
        func document(_ words: [String]) throws -> String {
            try run(words).output.replacing("\n", with: " ")
        }
        try check(try document(["user"]), by: "user", count: 1)
        try check(try document(["user", "set"] + words), by: "user", count: 1)
        #expect(try document(["user"]).contains("Europe/Lisbon"))
        try check(try document(["user"]), by: "user", count: 1)
        try check(try run(["admin", "users", "--json"]).output, by: "admin-users", count: 1)
    }

    @Test func `the output for webhooks and dead deliveries matches its schema`() throws {
        // The host responds that the resource is permanently gone.
        let host = try FileHost([:], otherwise: "410 Gone")
        defer { host.stop() }
        let made = try run([
            "admin", "webhooks", "add", host.address("/"), "--event", "card.published", "--for", "inbox", "--json",
        ])
        try check(made.output, by: "admin-webhooks", count: 1)
        let id = try #require(made.output.firstMatch(of: /"id":"([^"]+)"/)).1.description
        try server.publish("Told to nobody")
        var dead = ""
        try wait("the dead letter") {
            dead = try run(["admin", "webhooks", "dead", id, "--json"]).output
            return !dead.isEmpty
        }
        try check(dead, by: "admin-dead", count: 1)
        let short = id.prefix(8).description
        #expect(try run(["admin", "webhooks"]).output.contains("\n\(short) "))
        #expect(try run(["admin", "webhooks", "dead", short, "--json"]).output == dead)
        try check(try run(["admin", "webhooks", "--json"]).output, by: "admin-webhooks", count: 1)
    }

    @Test func `the output of local commands matches its schema`() throws {
        func document(_ words: [String], input: String? = nil) throws -> String {
            try run(words, input: input).output.replacing("\n", with: " ")
        }
        let wrong = #"{"content":[{"type":"headlin","text":""},{"type":"image","url":"x"}],"priority":99}"#
        let found = try document(["lint", "--json", "-"], input: wrong)
        #expect(found.contains("pointer"))
        try check(found, by: "lint", count: 1)
        try check(try document(["doctor", "--json"]), by: "doctor", count: 1)
        try check(try document(["themes", "list", "--json"]), by: "themes", count: 1)
    }
}
