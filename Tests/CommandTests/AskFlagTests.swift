import AppRuntime
import ArgumentParser
import Basics
import Cards
import FeedAPI
import Foundation
import Testing

@testable import cardstream

/// How `ask` interprets its flags, and its messages about mistakes in them.
@Suite struct AskFlagTests {
    @Test func `the suggested command repeats the flags of the connection`() throws {
        let options = try StreamOptions.parse([
            "--server", "https://cards.example", "--stream", "ops", "--profile", "w",
        ])
        #expect(
            options.connectionFlags(["publisher_key_file": "my key"])
                == " --profile w --server https://cards.example --key-file 'my key'")
        #expect(try StreamOptions.parse([]).connectionFlags([:]).isEmpty)
    }

    private static let card = Array(
        """
        {"content":[{"type":"buttons","buttons":[
        {"text":"Ship it","action":{"type":"submit","name":"ship"}},
        {"text":"Say","action":{"type":"submit","name":"say","keeps":true}},
        {"text":"Not now","action":{"type":"submit","name":"wait"}}]}]}
        """.utf8)

    private func request(_ arguments: String...) throws -> AskRequest {
        try AskFlags.parse(arguments).request(Self.card, stream: "ops", user: "ana", key: "k")
    }

    private func failure(_ arguments: String...) throws -> CommandFailure {
        let flags = try AskFlags.parse(arguments)
        return try #require(throws: CommandFailure.self) {
            try flags.request(Self.card, stream: "ops", user: "ana", key: "k")
        }
    }

    @Test func `without flags, the user's own profile is asked, and answers are sent immediately`() throws {
        let request = try request()
        #expect(request.users == ["ana"] && request.timeout == 600 && !request.allowsUndo)
        #expect(try self.request("--undo").allowsUndo)
    }

    @Test func `a quorum that cannot be reached is named by its flag`() throws {
        let refused = try failure("--to", "ana,bo", "--quorum", "3")
        #expect(refused.status == .usage)
        #expect(refused.message == "--quorum is 3, but 2 users are asked; name more users with --to, or lower --quorum")
        #expect(try failure("--to", "ana,bo", "--not", "bo", "--quorum", "2").message.contains("1 user is asked"))
        #expect(try request("--to", "ana", "--escalate", "1m:bo,carl", "--quorum", "3").quorum == .count(3))
    }

    @Test func `a button that does not answer the card is named by its flag, with those that do`() throws {
        let refused = try failure("--on-timeout", "say")
        #expect(refused.status == .usage)
        #expect(
            refused.message
                == #"--on-timeout is "say"; expected the name or the label of a button: "ship" (Ship it), "wait" (Not now)"#
        )
        #expect(try request("--on-timeout", "wait").onTimeout == "wait")
    }

    @Test func `a label stands for the name of its button if only one button has it`() throws {
        #expect(try request("--on-timeout", "Not now").onTimeout == "wait")
        let card = #"""
            {"content":[{"type":"buttons","buttons":[
            {"text":"Go","action":{"type":"submit","name":"a"}},{"text":"Go","action":{"type":"submit","name":"b"}},
            {"text":"a","action":{"type":"submit","name":"c"}}]}]}
            """#
        func button(_ text: String) throws -> String? {
            try AskFlags.parse(["--on-timeout", text]).request(Array(card.utf8), stream: "ops", user: "ana", key: "k")
                .onTimeout
        }
        #expect(try button("a") == "a", "a name comes before a label")
        let refused = #expect(throws: CommandFailure.self) { try button("Go") }
        #expect(
            refused?.message
                == #"--on-timeout is "Go"; several buttons have this label; expected a name: "a" (Go), "b" (Go), "c" (a)"#
        )
    }

    @Test func `a value that is too long is quoted as it was written`() throws {
        let question = String(repeating: "long ", count: 101)
        let refused = try #require(throws: CommandFailure.self) { try AskContent.parse([]).card(question) }
        #expect(
            refused
                == CommandFailure(
                    .usage, "the question has 505 characters; the limit is 500; write the rest with --text"))
        let button = try AskContent.parse(["--button", question])
        #expect(try #require(throws: CommandFailure.self) { try button.card("Now?") }.message.hasPrefix("--button has"))
    }

    @Test(arguments: ["--text", "--category"]) func `an empty text is named by its flag`(option: String) {
        #expect {
            try AskContent.parse([option, ""])
        } throws: {
            AskContent.message(for: $0).contains("\(option) is empty: write a text")
        }
    }

    @Test func `a negative timeout is a wrong value and not a missing one`() {
        let refused = #expect(throws: (any Error).self) { try AskFlags.parse(["--timeout", "-5"]) }
        #expect(refused.map { AskFlags.message(for: $0).contains("whole seconds, from 1s to 30d") } == true)
    }

    @Test func `a problem of the server names the flag`() {
        let problem = Problem(.badCard, detail: "…", pointer: "/escalate/0/users", expected: "names")
        let failure = AskExit.failure(FeedError.server(problem, retryAfter: nil))
        #expect(failure == CommandFailure(.usage, "--escalate: expected names"))
        let reused = Problem(.keyReused, detail: "Use a new key.", pointer: "/key")
        #expect(AskExit.failure(FeedError.server(reused, retryAfter: nil)).message == "--key: Use a new key.")
        let card = AskExit.failure(FeedError.server(Problem(.badCard, pointer: "/card/content"), retryAfter: nil))
        #expect(card.status == .usage && card.message.contains("/card/content"))
    }

    @Test func `an unknown id is named`() {
        let unknown = FeedError.server(Problem(.unknownAsk), retryAfter: nil)
        let failure = AskExit.failure(unknown, naming: "nosuch\u{1B}")
        #expect(failure.status == .nothingMatched)
        #expect(
            failure.message
                == #"no question has the id "nosuch\u{1B}"; `cardstream ask list --all` lists all questions"#)
    }

    @Test func `the id of a card is told with the command for cards`() {
        let unknown = FeedError.server(Problem(.unknownAsk), retryAfter: nil)
        let message = AskExit.failure(unknown, naming: "7c1f0a2e", orCardOf: "outcome --wait").message
        #expect(message.hasSuffix("lists all questions; for the id of a card, use `cardstream outcome --wait`"))
    }

    @Test func `a file that is missing is a usage error`() throws {
        let path = NSTemporaryDirectory() + "\(UUID()).json"
        let error = try #require(throws: FileProblem.self) { try CardFile.bytes(path) }
        #expect(AskExit.failure(error).status == .usage)
    }

    @Test(arguments: [
        (45.0, "09:00:45"), (200, "09:03:20"), (600, "09:10:00"), (3600, "10:00"), (86_400, "tomorrow 09:00"),
    ])
    func `a deadline within an hour has seconds`(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_768_467_600)
        #expect(AskProgress.clock(now.addingTimeInterval(seconds), at: now, in: .utc) == text)
    }
}
