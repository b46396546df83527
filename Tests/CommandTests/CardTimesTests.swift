import ArgumentParser
import Basics
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import cardstream

/// Times in card files.
struct CardTimesTests {
    /// The current time of the tests, on a Wednesday.
    private static let now = Date(rfc3339: "2026-07-01T12:00:00Z") ?? Date()
    private static let reader = TimeArgument(now: now, zone: LocalZone(firstOffset: 7200))

    private func file(_ members: String) -> CardFile {
        CardFile(
            Array(#"{"content":[{"type":"headline","text":"A"}],\#(members)}"#.utf8), isLines: false, times: Self.reader
        )
    }

    private func member(_ name: String, _ value: String) throws -> JSONValue? {
        try #require(file(#""\#(name)":\#(value)"#).cards.first).card[name]
    }

    @Test(
        arguments: ["publishAt", "expiresAt"],
        [
            ("fri 14:00", "2026-07-03T12:00:00.000Z"), ("tomorrow 9", "2026-07-02T07:00:00.000Z"),
            // Timestamps are not changed, even if they are in the past.
            ("2026-07-31T09:00:00+02:00", "2026-07-31T09:00:00+02:00"),
            ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
        ])
    func `--expires accepts times in the machine's time zone`(name: String, time: (text: String, read: String)) throws {
        #expect(try member(name, "\"\(time.text)\"") == .string(time.read))
    }

    @Test(arguments: [
        ("2h", "2026-07-01T14:00:00.000Z", "2h"), ("PT2H", "2026-07-01T14:00:00.000Z", "PT2H"),
        ("60", "2026-07-01T12:01:00.000Z", "60s"), ("in 1 hour", "2026-07-01T13:00:00.000Z", "3600s"),
    ])
    func `a duration is a time, and an expiry stays a duration`(text: String, time: String, duration: String) throws {
        #expect(try member("publishAt", "\"\(text)\"") == .string(time))
        #expect(try member("expiresAt", "\"\(text)\"") == nil)
        let card = try #require(file(#""expiresAt":"\#(text)""#).cards.first).card
        #expect(card["expiresIn"] == .string(duration))
    }

    @Test(arguments: [
        (#""expiresIn":"1h","expiresAt":"2h""#, "1h"), (#""expiresIn":"PT3H","expiresAt":"2h""#, "2h"),
        (#""expiresAt":"2h","publishAt":"1h""#, "2h"),
    ])
    func `the earlier of two durations counts`(members: String, end: JSONValue) throws {
        let card = try #require(file(members).cards.first).card
        #expect(card["expiresIn"] == end && card["expiresAt"] == nil)
    }

    @Test func `an expiry before the card is active is refused, and a warning has the name that was written`() throws {
        let problems = CardInput.problems(of: file(#""expiresAt":"1h","publishAt":"2h""#))
        #expect(problems.map(\.text).first?.hasPrefix("/expiresAt: expected a time after publishAt") == true)
        var report = LintReport()
        let snooze = #"{"type":"buttons","buttons":[{"text":"b","action":{"type":"snooze","for":"3h"}}]}"#
        let text =
            #"{"content":[{"type":"headline","text":"A"},\#(snooze)],"expiresAt":"2h","actions":{"dismiss":false}}"#
        report.check(CardFile(Array(text.utf8), isLines: false, times: Self.reader), name: "c", now: Self.now)
        #expect(!report.lines.isEmpty && !report.lines.contains { $0.contains("/expiresIn") }, "\(report.lines)")
    }

    /// A minute passes between the two runs of a command.
    @Test(arguments: ["2h", "PT2H", "90", "in 3 months", "fri 14:00", "tomorrow"])
    func `a repeated command sends the same card`(text: String) throws {
        let requests = try [0.0, 60].map { seconds in
            let reader = TimeArgument(now: Self.now + seconds, zone: Self.reader.zone)
            let input = CardInput(name: "-", streamID: "ops", users: [], fallbackUser: "me", key: "k")
            let flags = try CardFlags.parse(["--expires", text])
            let card = try flags.card(titled: "A", now: reader.now, zone: reader.zone)
            let json = #"{"content":[{"type":"headline","text":"A"}],"expiresAt":"\#(text)"}"#
            return try [card.encoded(), Array(json.utf8)].flatMap {
                try input.requests(CardFile($0, isLines: false, times: reader))
            }
        }
        #expect(requests[0].count == 2 && requests[0] == requests[1], "\(requests)")
    }

    @Test func `a time that only this machine can tell is named if a repeated command is refused`() throws {
        let file = file(#""publishAt":"2h""#)
        let words = try #require(Publish.words(ofMovingTimesIn: file))
        #expect(words.hasPrefix("/publishAt is \"2h\", which is another time in each run: write a timestamp"))
        #expect(Publish.words(ofMovingTimesIn: self.file(#""publishAt":"fri 14:00","expiresAt":"6d""#)) == nil)
        let requests = [PublishRequest(streamID: "ops", users: ["me"], key: "k", body: [])]
        func message(_ type: ProblemType) -> String {
            let error = FeedError.server(Problem(type), retryAfter: nil)
            let failure = CardSender.Failure(error: error, request: 0..<1, isUnknown: false)
            return Publish.failure(failure, of: requests, again: "", moving: words).message
        }
        #expect(message(.keyReused).contains(words) && !message(.badCard).contains(words))
    }

    @Test(
        arguments: [
            ("expiresIn", "60", "60s"), ("expiresIn", "\"60\"", "60s"), ("expiresIn", "\"PT60S\"", "PT60S"),
            ("autoDismiss", "15", 15), ("autoDismiss", "\"15s\"", 15), ("autoDismiss", "\"1m30s\"", 90),
        ] as [(String, String, JSONValue)])
    func `durations are converted to seconds that all servers read`(name: String, value: String, read: JSONValue) throws
    {
        #expect(try member(name, value) == read)
    }

    @Test func `times of snooze buttons are converted, and other members stay`() throws {
        let json = try JSONParser.parse(
            #"""
            {"metadata":{"type":"snooze","until":"fri"},
             "content":[{"type":"buttons","buttons":[
               {"text":"a","action":{"type":"snooze","until":"fri 14:00"}},
               {"text":"b","action":{"type":"snooze","for":90}},
               {"text":"c","action":{"type":"submit","name":"c","values":{"type":"snooze","until":"fri"}}}]}]}
            """#)
        let read = CardTimes(of: json, Self.reader)
        let buttons = read.card["content"]?.array?[0]["buttons"]?.array ?? []
        #expect(buttons[0]["action"]?["until"] == "2026-07-03T12:00:00.000Z")
        #expect(buttons[1]["action"]?["for"] == "90s")
        #expect(buttons[2] == json["content"]?.array?[0]["buttons"]?.array?[2])
        #expect(read.card["metadata"] == json["metadata"] && read.mistakes.isEmpty)
    }

    @Test(arguments: [
        (
            #""expiresAt":"frii""#,
            #"/expiresAt: "frii" is not a time; expected a future time, such as "90" (seconds), "2h" or "fri 14:00""#
        ),
        (#""expiresAt":"yesterday""#, #""yesterday" is in the past; expected "#),
        (
            #""expiresAt":60"#,
            #"/expiresAt: expected a future time, such as "90" (seconds), "2h" or "fri 14:00", found 60"#
        ),
        (#""expiresIn":"soon""#, "/expiresIn: expected seconds, or a duration with units"),
        (#""autoDismiss":"2h""#, "/autoDismiss: expected whole seconds from 1 to 3600, or a duration such as 15s"),
    ])
    func `text that is not a time is refused with valid examples`(members: String, words: String) {
        let problems = CardInput.problems(of: file(members))
        #expect(problems.count == 1 && problems[0].text.contains(words), "\(problems)")
        var report = LintReport()
        report.check(file(members), name: "c.json", now: Self.now)
        #expect(report.lines.contains { $0.contains(words) }, "\(report.lines)")
    }

    @Test func `times in a card of a request are converted as well`() throws {
        let text = #"{"users":["ana"],"card":{"content":[],"expiresAt":"2h"}}"#
        let entry = try #require(CardFile(Array(text.utf8), isLines: false, times: Self.reader).cards.first)
        #expect(entry.card["expiresIn"] == "2h" && entry.json["users"] == ["ana"])
    }

    @Test func `the printed schema describes times`() {
        let about = SchemaCommand.Subject.card.schema["properties"]?["expiresAt"]?["description"]?.string
        #expect(about?.contains("fri 14:00") == true)
    }
}
