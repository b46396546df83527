import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import cardstream

/// The status line in the terminal while `ask` waits.
@Suite struct AskLineTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func ask(_ users: [UserID], seconds: Double = 151) throws -> Ask {
        Ask(
            id: try #require(AskID(rawValue: "a1")), streamID: StreamID("inbox"), createdAt: now,
            deadline: now + seconds,
            cards: users.map { Ask.Card(id: CardID($0.rawValue), user: $0, status: .active) })
    }

    @Test func `the progress names users who have not answered, and users who have seen the card`() throws {
        var ask = try Self.ask(["ana", "bo", "cy"])
        ask.cards[0].seenAt = Self.now
        ask.cards[2].status = .dismissed
        #expect(AskProgress.line(ask, isServerAway: false, at: Self.now) == "waiting for ana (seen), bo · 2:31 left")
        #expect(AskProgress.line(ask, isServerAway: true, at: Self.now) == "waiting for the server · 2:31 left")
    }

    @Test func `many users are counted`() throws {
        let ask = try Self.ask(["a", "b", "c", "d", "e"], seconds: 3 * 3600 + 299.5)
        #expect(
            AskProgress.line(ask, isServerAway: false, at: Self.now)
                == "waiting for a, b, c and 2 more · 3 h 05 min left")
    }

    @Test func `at the deadline, answers that do not settle the ask are named`() throws {
        var ask = try Self.ask(["ana", "bo"])
        let settlement = Ask.Settlement(.timeout, at: Self.now)
        #expect(AskProgress.message(for: settlement, of: ask) == "the deadline passed without an answer")
        ask.votes = [
            Ask.Vote(user: "bo", cardID: "bo", button: "no", isPositive: false, at: Self.now, receivedAt: Self.now)
        ]
        let words = "the deadline passed without enough answers: bo answered no"
        #expect(AskProgress.message(for: settlement, of: ask) == words)
        #expect(
            AskProgress.message(for: settlement, of: ask, onTimeout: "yes")
                == words
                + #"; the answer "yes" from --on-timeout does not count, because a user gave the opposite answer"#)
    }

    @Test func `the user of the profile's own feed is called "you"`() throws {
        var ask = try Self.ask(["me", "bo"])
        let progress = AskProgress(ask, isWithdrawnAtEnd: true, you: "me")
        #expect(progress.lines(for: ask) == ["asked you, bo as well"])
        ask.cards[0].seenAt = Self.now
        ask.votes = [
            Ask.Vote(user: "me", cardID: "me", button: "no", isPositive: false, at: Self.now, receivedAt: Self.now)
        ]
        #expect(progress.lines(for: ask) == ["you have seen the card", "you answered: no"])
        let settlement = Ask.Settlement(.timeout, at: Self.now)
        #expect(
            AskProgress.message(for: settlement, of: ask, you: "me")
                == "the deadline passed without enough answers: you answered no")
        #expect(
            AskProgress.line(try Self.ask(["me"]), isServerAway: false, at: Self.now, you: "me")
                == "waiting for you · 2:31 left")
    }

    @Test func `after the deadline, the remaining time is zero`() throws {
        #expect(
            AskProgress.line(try Self.ask([], seconds: -1), isServerAway: false, at: Self.now)
                == "waiting for the deadline · 0:00 left")
    }
}
