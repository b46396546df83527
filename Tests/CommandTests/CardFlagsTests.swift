import AppCore
import AppRuntime
import ArgumentParser
import Basics
import Cards
import Foundation
import Testing

@testable import cardstream

struct CardFlagsTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func card(_ title: String, _ arguments: String...) throws -> JSONValue {
        try CardFlags.parse(arguments).card(titled: title, now: now, zone: .utc)
    }

    @Test func `a card is built from flags`() throws {
        let made = try card(
            "Release 4.12?", "--text", "All **fine**", "--category", "Deployments", "--button", "Approve",
            "--button", "Not today!", "--priority", "2", "--expires", "90")
        let expected = """
            {"content":[{"type":"category","text":"Deployments"},{"type":"headline","text":"Release 4.12?"},\
            {"type":"text","text":"All **fine**"},{"type":"buttons","buttons":[\
            {"text":"Approve","action":{"type":"submit","name":"approve"}},\
            {"text":"Not today!","style":"secondary","action":{"type":"submit","name":"not-today"}}]}],\
            "priority":2,"expiresIn":"90s"}
            """
        #expect(String(decoding: made.encoded(), as: UTF8.self) == expected)
        let request = try CardInput(
            name: "-", streamID: StreamID("ops"), users: [], fallbackUser: "me", key: nil
        ).requests(made.encoded(), isLines: false)
        #expect(request.count == 1)
    }

    @Test func `an expiry with a dot is a time of day`() throws {
        #expect(try card("a", "--expires", "14.30")["expiresAt"] == card("a", "--expires", "14:30")["expiresAt"])
    }

    @Test(arguments: ["90", "90s", "1m30s", "PT1M30S", "in 90 seconds"])
    func `an expiry can be a duration`(text: String) throws {
        let made = try card("a", "--expires", text)
        let duration = try #require(made["expiresIn"]?.string.flatMap { CardDuration($0) })
        #expect(duration.added(to: now) == now + 90 && made["expiresAt"] == nil)
    }

    @Test func `an expiry in the past is refused with what is expected`() throws {
        for text in ["-1h", "0", "yesterday"] {
            let failure = try #require(throws: CommandFailure.self) { try card("x", "--expires", text) }
            #expect(failure.status == .usage)
            #expect(failure.message == "--expires: \"\(text)\" is in the past; expected \(TimeArgument.expected)")
        }
    }

    @Test func `a title alone is a card`() throws {
        #expect(try card("Done")["content"]?.array?.count == 1)
    }

    @Test(arguments: [
        (["--title", " "], "--title is empty"), (["--title", "a", "--priority", "11"], "from 1 to 10"),
        (
            ["--title", "a", "--button", "Yes", "--button", "yes!"],
            "--button \"Yes\" and --button \"yes!\" have the same letters and digits; expected different labels."
        ),
        (["--title", "a", "--button", "…"], "--button \"…\" has no letter or digit; expected at least one."),
        (["--title", "a", "--text", ""], "--text is empty: write a text, or leave out --text."),
        (["--title", "a", "--category", ""], "--category is empty: write a text, or leave out --category."),
    ]) func `what makes no card is refused with the flag's name`(arguments: [String], words: String) {
        #expect { try CardFlags.parse(arguments) } throws: { CardFlags.message(for: $0).contains(words) }
    }

    @Test(arguments: ["", " "]) func `an empty expiry is refused with what is expected`(text: String) throws {
        let flags = try CardFlags.parse(["--expires", text])
        let words = "--expires: \"\(text)\" is not a time; expected \(TimeArgument.expected)"
        #expect(throws: CommandFailure(.usage, words)) { try flags.card(titled: "a", now: now, zone: .utc) }
    }

    @Test(arguments: ["yesterday", "soonish", "-5", "400 days ago", "1e300"])
    func `a time that cannot be an expiry is refused`(text: String) throws {
        let flags = try CardFlags.parse(["--expires=\(text)"])
        #expect { try flags.card(titled: "a", now: now, zone: .utc) } throws: { error in
            (error as? CommandFailure)?.message.hasPrefix("--expires: ") == true
        }
    }
}
