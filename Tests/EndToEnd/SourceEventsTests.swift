import Basics
import ComapiEmulator
import Foundation
import Support
import Testing

/// `events --source` and `watch` with a conversation service.
@Suite struct SourceEventsTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ test: @escaping @Sendable (ConversationService) throws -> Void) async throws {
        try await ConversationService.run(in: directory.url) { service in
            for user in ["ana", "ben"] { try service.configure(user) }
            // On another thread, because the service needs the threads of this process.
            try await Blocking.run {
                Result {
                    try command(service, "ben", "profile")
                    try command(
                        service, "ana", "conversation", "create", "Release", "--id", "release", "--with", "ben")
                    try command(service, "ben", "say", "release", "Zero")
                    try test(service)
                }
            }.get()
        }
    }

    @discardableResult
    private func command(_ service: ConversationService, _ user: String, _ words: String...) throws -> String {
        try Command.run(Command.cardstream, words, environment: service.environment(of: user))
    }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = Date.now.addingTimeInterval(20)
        while try !condition() {
            try #require(Date.now < deadline, "waited for \(what)")
            usleep(20_000)
        }
    }

    /// Starts a command that runs until it is terminated, and returns a closure that reads its output.
    private func start(
        _ service: ConversationService, _ user: String, _ words: String...
    ) throws -> (process: Process, text: () -> String) {
        let output = directory.url.appending(path: "output-\(UUID())")
        let process = try Command.start(words, output: output, environment: service.environment(of: user))
        return (process, { (try? String(contentsOf: output, encoding: .utf8)) ?? "" })
    }

    private func end(_ process: Process) {
        process.terminate()
        process.waitUntilExit()
    }

    @Test func `events since the last run are printed, each once`() async throws {
        try await run { service in
            let environment = service.environment(of: "ana")
            func events() throws -> Command.Result {
                try Command.finish(
                    Command.cardstream, ["events", "--source", "team", "--json"], environment: environment)
            }
            let first = try events()
            #expect(first.status == 3 && first.error.contains("this run sets the starting point"), "\(first)")
            #expect(try events().status == 3)
            try command(service, "ben", "say", "release", "One")
            try command(service, "ben", "conversation", "create", "Next", "--id", "next", "--with", "ana")
            let news = try events()
            #expect(news.status == 0)
            let schema = try JSONSchema(of: "source-event")
            for line in news.output.split(separator: "\n") {
                #expect(try schema.problems(of: String(line)) == [], "\(line)")
            }
            #expect(news.output.contains(#""text":"One""#) && !news.output.contains("Zero"), "\(news.output)")
            #expect(news.output.contains(#""name":"Next""#) || news.output.contains(#""conversation":"next""#))
            #expect(try events().status == 3)
        }
    }

    @Test func `events are followed, and missed ones are delivered in order after a gap`() async throws {
        try await run { service in
            let (process, text) = try start(service, "ana", "events", "--source", "team", "--follow", "--json")
            defer { end(process) }
            func texts() -> [String] { text().matches(of: /"text":"([^"]+)"/).map { String($0.1) } }
            // The first line shows that the command is following. Earlier messages are not printed.
            var count = 0
            try wait("a line") {
                count += 1
                try command(service, "ben", "say", "release", "Early \(count)")
                return !texts().isEmpty
            }
            try wait("all early ones") { texts().last == "Early \(count)" }
            let known = texts()
            service.setAway(true, from: "ana")
            for number in 1...3 { try command(service, "ben", "say", "release", "Missed \(number)") }
            service.setAway(false, from: "ana")
            try command(service, "ben", "say", "release", "Late")
            try wait("what was missed") { texts().contains("Late") }
            #expect(texts() == known + ["Missed 1", "Missed 2", "Missed 3", "Late"])
        }
    }

    @Test func `watch follows the feed and the sources, or what is chosen`() async throws {
        try await run { service in
            let (process, text) = try start(service, "ana", "watch", "--no-notify", "--json")
            defer { end(process) }
            var number = 0
            try wait("a message") {
                number += 1
                try command(service, "ben", "say", "release", "News \(number)")
                return text().contains(#""event":"updated""#)
            }
            try wait("a card of the feed") {
                try command(service, "ana", "publish", "Lunch")
                return text().contains(#""stream":"inbox""#)
            }
            let schema = try JSONSchema(of: "watch")
            for line in text().split(separator: "\n") {
                #expect(try schema.problems(of: String(line)) == [], "\(line)")
            }
            #expect(text().contains(#""stream":"conversations""#) && text().contains(#""from":"ben""#))
            // The user's own messages are not reported. Each line contains the card with its messages.
            func conversations() -> [Substring] {
                text().split(separator: "\n").filter { $0.contains(#""stream":"conversations""#) }
            }
            try command(service, "ben", "say", "release", "Marker")
            try wait("the marker") { conversations().last?.contains("Marker") == true }
            let count = conversations().count
            try command(service, "ana", "say", "release", "Mine")
            try command(service, "ben", "say", "release", "The last")
            try wait("the last") { conversations().last?.contains("The last") == true }
            #expect(conversations().count == count + 1)
            end(process)

            let (chosen, chosenText) = try start(
                service, "ana", "watch", "--no-notify", "--json", "--source", "team")
            defer { end(chosen) }
            try command(service, "ana", "publish", "Dinner")
            try wait("a message") {
                number += 1
                try command(service, "ben", "say", "release", "News \(number)")
                return chosenText().contains(#""event":"updated""#)
            }
            #expect(!chosenText().contains("inbox"))
            let unknown = try Command.finish(
                Command.cardstream, ["watch", "--source", "crew"], environment: service.environment(of: "ana"))
            #expect(unknown.status == 2 && unknown.error.contains("known: team"), "\(unknown)")
        }
    }
}
