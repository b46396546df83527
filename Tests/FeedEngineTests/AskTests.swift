import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

@Suite struct AskTests {
    /// A question with a form and a link. Its first button is the positive one.
    static let question = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .input(Card.Input(name: "why", kind: .text(defaultValue: "", numberOfLines: 1))),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Ship it", action: .submit(.init(buttonName: "ship"))),
                Card.Button(text: "Not now", style: .secondary, action: .submit(.init(buttonName: "wait"))),
                Card.Button(text: "Log", action: .openLink(url: "https://ci.example/1")),
            ])),
    ])

    static func request(
        _ users: [UserID] = ["ana", "bo"], _ body: CardBody = question, timeout: Int = 600,
        change: (inout AskRequest) -> Void = { _ in }
    ) -> AskRequest {
        var request = AskRequest(streamID: "ops", users: users, body: body.encoded(), timeout: timeout)
        change(&request)
        return request
    }

    /// Feeds with one ask, whose cards have the ids `ana`, `bo`, …
    private static func feeds(_ request: AskRequest = request()) throws -> MemoryFeeds {
        var feeds = MemoryFeeds()
        try feeds.ask(request)
        return feeds
    }

    // MARK: Asking

    @Test func `each user gets the card, which ends with the ask`() throws {
        let feeds = try Self.feeds()
        #expect(feeds.cards.map(\.card.feed.viewer.user) == ["ana", "bo"])
        #expect(feeds.cards.allSatisfy { $0.card.life.status == .active && $0.card.ask == "a" })
        #expect(feeds.cards.allSatisfy { $0.card.life.expiresAt == FeedTime.milliseconds(.fixed(600)) })
        #expect(feeds.asks.map(\.due) == [FeedTime.milliseconds(.fixed(600))])
    }

    @Test func `answers are sent at once, unless the asker or the card allows undo`() throws {
        func allowsUndo(_ request: AskRequest) throws -> Bool {
            let feeds = try Self.feeds(request)
            return try feeds.cards.map { try CardBody.decode($0.body) }.allSatisfy(\.allowsUndo)
        }
        #expect(try !allowsUndo(Self.request()))
        #expect(try allowsUndo(Self.request { $0.allowsUndo = true }))
        var saying = Self.request()
        saying.body = Array(
            #"{"undo":true,"content":\#(JSONValue.array(Self.question.components.map(\.json)).text())}"#.utf8)
        #expect(try allowsUndo(saying))
        #expect(try Self.feeds(Self.request()).asks[0].request.body == Self.question.encoded(), "what was asked stays")
    }

    @Test func `while no asker waits, the cards say so, also those of later steps`() throws {
        var feeds = try Self.feeds(Self.request(["ana"]) { $0.steps = [.init(after: 60, users: ["bo"])] })
        func say() throws -> [Bool] { try feeds.cards.map { try CardBody.decode($0.body).isUnattended } }
        #expect(try feeds.attend(false, at: 20))
        #expect(try say() == [true] && feeds.card("ana")?.sequence == 2)
        #expect(try !feeds.attend(false, at: 21), "it is known already")
        try feeds.passDeadlines(at: 61)
        #expect(try say() == [true, true])
        #expect(try feeds.attend(true, at: 70))
        #expect(try say() == [false, false])
        try feeds.answer("ship", by: "bo", at: 80)
        #expect(try !feeds.attend(false, at: 90), "it is settled")
        #expect(feeds.asks[0].state.settlement?.outcome == .accept)
    }

    @Test func `a detached ask never says that no asker waits, and is the same question`() throws {
        var feeds = try Self.feeds(
            Self.request {
                $0.isDetached = true
                $0.key = "k"
            })
        #expect(try !feeds.attend(false, at: 20))
        let again = try feeds.ask(Self.request { $0.key = "k" }, id: "b", at: 30)
        #expect(again.id == "a" && !again.isNew)
    }

    @Test func `a card that expires earlier ends the ask`() throws {
        var body = Self.question
        body.expiresIn = "5m"
        let feeds = try Self.feeds(Self.request(["ana"], body))
        #expect(feeds.asks[0].deadline == FeedTime.milliseconds(.fixed(300)))
    }

    @Test func `a repeated key finds the same ask, and another question with it is refused`() throws {
        let request = Self.request { $0.key = "k" }
        var feeds = try Self.feeds(request)
        let again = try feeds.ask(request, id: "b", at: 60)
        #expect(again.id == "a" && !again.isNew && feeds.cards.count == 2)
        let other = Self.request(timeout: 60) { $0.key = "k" }
        #expect(problem { () throws(Problem) in try feeds.ask(other, id: "b") }?.type == .keyReused)
    }

    @Test func `a question that cannot be answered is refused`() {
        func pointer(_ change: (inout AskRequest) -> Void) -> String? {
            let request = Self.request(change: change)
            let found = problem { () throws(Problem) in try CheckedAsk(request, now: .fixed) }
            #expect(found?.type == (found?.pointer == "/onTimeout" ? .malformedRequest : .badCard))
            return found?.pointer
        }
        let note = CardBody(components: [.headline(Card.Headline(text: "Hi"))])
        #expect(pointer { $0.body = note.encoded() } == "/card")
        #expect(pointer { $0.onTimeout = "shipp" } == "/onTimeout")
        #expect(pointer { $0.body = makeBody(lifecycleID: "l").encoded() } == "/card/lifecycleId")
        #expect(pointer { $0.body = edition(nil, publishAt: 60).encoded() } == "/card/publishAt")
        #expect(pointer { $0.body = edition(nil, expiresAt: -1).encoded() } == "/card")
        var paged = Self.question
        paged.pages = ["more": [.text(Card.TextBlock(text: "unseen"))]]
        #expect(pointer { $0.body = paged.encoded() } == "/card/pages")
        var other = Self.question
        other.ask = CardAsk(id: "b")
        #expect(pointer { $0.body = other.encoded() } == "/card/ask")
    }

    // MARK: Answering

    @Test func `the first answer settles the ask, and the other users see who gave it`() throws {
        var feeds = try Self.feeds()
        try feeds.answer("ship", by: "bo", at: 10)
        let settlement = try #require(feeds.asks[0].state.settlement)
        #expect(settlement.outcome == .accept && settlement.vote?.user == "bo" && settlement.button == "ship")
        #expect(settlement.vote?.values == ["why": "ok"])
        #expect(feeds.asks[0].due == nil)
        #expect(feeds.status("bo") == .completed && feeds.status("ana") == .active)
        // Ana's card is changed for her viewer: it says who answered, and expires by itself.
        #expect(feeds.card("ana")?.sequence == 2)
        #expect(feeds.card("ana")?.life.expiresAt == FeedTime.milliseconds(.fixed(10 + 3600)))
        let body = try CardBody.decode(try #require(feeds.cards.first { $0.card.id == "ana" }).body)
        #expect(body.answered == Answered(by: "bo", at: .fixed(10), button: "Ship it", outcome: .positive))
        #expect(body.submissions.isEmpty && body.title == "Release?")
        #expect(body.buttonActions == [.openLink(url: "https://ci.example/1")])
        #expect(!body.components.contains { if case .input = $0 { true } else { false } })
    }

    @Test(arguments: [("ship", AskOutcome.accept), ("wait", .decline)])
    func `the first button means yes, and all others no`(button: String, outcome: AskOutcome) throws {
        var feeds = try Self.feeds()
        try feeds.answer(button, by: "ana")
        #expect(feeds.asks[0].state.settlement?.outcome == outcome)
    }

    @Test func `a late answer is refused with the user who answered first`() throws {
        var feeds = try Self.feeds()
        try feeds.answer("ship", by: "bo", at: 10)
        let late = problem { () throws(Problem) in try feeds.answer("wait", by: "ana", at: 11) }
        #expect(late?.type == .cardClosed && late?.detail?.hasPrefix("bo answered first, at ") == true)
        #expect(feeds.asks[0].state.votes.count == 1)
        // The note can be dismissed.
        try feeds.respond(.dismiss, by: "ana", at: 12)
        #expect(feeds.status("ana") == .dismissed)
        #expect(feeds.asks[0].state.settlement?.vote?.user == "bo")
    }

    @Test func `a repeated answer gets the first receipt and counts once`() throws {
        var feeds = try Self.feeds(Self.request { $0.quorum = .count(2) })
        let first = try feeds.answer("ship", by: "ana", at: 10)
        #expect(try feeds.answer("ship", by: "ana", at: 10) == first)
        #expect(feeds.asks[0].state.votes.count == 1 && feeds.asks[0].isOpen)
        try feeds.answer("ship", by: "bo", at: 20)
        #expect(feeds.asks[0].state.settlement?.outcome == .accept)
        #expect(feeds.asks[0].state.settlement?.vote?.user == "bo")
    }

    @Test func `after the deadline, no answer is accepted, even before the timer has fired`() throws {
        var feeds = try Self.feeds()
        let late = problem { () throws(Problem) in try feeds.answer("ship", by: "ana", at: 600) }
        #expect(late?.type == .cardClosed && late?.detail?.hasPrefix("The deadline passed") == true)
        #expect(feeds.asks[0].isOpen)
        try feeds.answer("ship", by: "bo", at: 599.9)
        #expect(feeds.asks[0].state.settlement?.outcome == .accept)
    }

    @Test func `a snooze keeps the ask open, and the snoozed card ends when another user has answered`() throws {
        var feeds = try Self.feeds()
        try feeds.respond(.snooze(until: .fixed(300)), by: "ana", at: 10)
        #expect(feeds.asks[0].isOpen)
        try feeds.answer("wait", by: "bo", at: 20)
        #expect(feeds.status("ana") == .cancelled)
    }

    @Test func `an ask that all users dismiss is cancelled`() throws {
        var feeds = try Self.feeds()
        try feeds.respond(.dismiss, by: "ana")
        #expect(feeds.asks[0].isOpen)
        try feeds.respond(.dismiss, by: "bo")
        #expect(feeds.asks[0].state.settlement?.outcome == .cancel)
        #expect(feeds.asks[0].state.settlement?.reason == .dismissed)
    }

    @Test func `a card that its publisher cancels counts like a dismissal`() throws {
        var feeds = try Self.feeds()
        try feeds.cancel("ana")
        try feeds.cancel("bo")
        #expect(feeds.asks[0].state.settlement?.outcome == .cancel)
    }

    // MARK: Time

    @Test func `the deadline has its own outcome`() throws {
        var feeds = try Self.feeds()
        try feeds.passDeadlines(at: 599)
        #expect(feeds.asks[0].isOpen)
        try feeds.passDeadlines(at: 600)
        let settlement = try #require(feeds.asks[0].state.settlement)
        #expect(settlement.outcome == .timeout && settlement.vote == nil && settlement.button == nil)
        #expect(settlement.at == .fixed(600))
        #expect(feeds.status("ana") == .expired && feeds.status("bo") == .expired)
    }

    @Test(arguments: [("ship", AskOutcome.accept), ("wait", .decline)])
    func `the button that counts at the deadline is marked`(button: String, outcome: AskOutcome) throws {
        var feeds = try Self.feeds(Self.request { $0.onTimeout = button })
        try feeds.passDeadlines(at: 700)
        let settlement = try #require(feeds.asks[0].state.settlement)
        #expect(settlement.outcome == outcome && settlement.timeoutButton == button && settlement.vote == nil)
    }

    @Test(arguments: [("wait", "ship", AskOutcome.timeout), ("ship", "ship", .accept), ("wait", "wait", .decline)])
    func `the default at the deadline does not override a user's answer`(
        answer: String, button: String, outcome: AskOutcome
    ) throws {
        var feeds = try Self.feeds(
            Self.request(["ana", "bo", "carl"]) {
                $0.quorum = .count(2)
                $0.onTimeout = button
            })
        try feeds.answer(answer, by: "ana", at: 10)
        try #require(feeds.asks[0].isOpen)
        try feeds.passDeadlines(at: 700)
        let settlement = try #require(feeds.asks[0].state.settlement)
        #expect(settlement.outcome == outcome)
        #expect(settlement.timeoutButton == (outcome == .timeout ? nil : button))
    }

    @Test func `a card that another user has answered comes after those that wait`() throws {
        var feeds = try Self.feeds()
        try feeds.answer("ship", by: "ana", at: 10)
        let card = try #require(feeds.card("bo"))
        #expect(card.priority == 9)
    }

    @Test func `a step asks further users, and earlier ones can still answer`() throws {
        var feeds = try Self.feeds(
            Self.request(["ana"]) {
                $0.steps = [.init(after: 60, users: ["bo"]), .init(after: 120, users: ["carl", "dana"])]
            })
        #expect(feeds.cards.count == 1 && feeds.asks[0].due == FeedTime.milliseconds(.fixed(60)))
        try feeds.respond(.dismiss, by: "ana", at: 30)
        #expect(feeds.asks[0].isOpen)
        try feeds.passDeadlines(at: 60)
        #expect(feeds.cards.map(\.card.feed.viewer.user) == ["ana", "bo"])
        #expect(feeds.card("bo")?.life.expiresAt == FeedTime.milliseconds(.fixed(600)))
        try feeds.passDeadlines(at: 121)
        #expect(feeds.cards.map(\.card.feed.viewer.user) == ["ana", "bo", "carl", "dana"])
        #expect(feeds.asks[0].due == FeedTime.milliseconds(.fixed(600)))
        try feeds.answer("ship", by: "bo", at: 130)
        #expect(feeds.asks[0].state.settlement?.vote?.user == "bo")
        #expect(feeds.status("carl") == .active)
    }

    @Test func `withdrawing removes the cards and changes no settled ask`() throws {
        var feeds = try Self.feeds()
        try feeds.run(WithdrawAsk("a", in: MemoryFeeds.environment, now: .fixed(5)))
        #expect(feeds.asks[0].state.settlement?.reason == .withdrawn)
        #expect(feeds.status("ana") == .cancelled && feeds.status("bo") == .cancelled)
        let before = feeds.asks
        try feeds.run(WithdrawAsk("a", in: MemoryFeeds.environment, now: .fixed(6)))
        #expect(feeds.asks == before)
        let elsewhere = WithdrawAsk("a", in: "other", now: .fixed(6))
        #expect(problem { () throws(Problem) in try feeds.run(elsewhere) }?.type == .unknownAsk)
    }

    @Test func `withdrawing after the deadline is a timeout`() throws {
        var feeds = try Self.feeds()
        try feeds.run(WithdrawAsk("a", in: MemoryFeeds.environment, now: .fixed(601)))
        #expect(feeds.asks[0].state.settlement?.outcome == .timeout)
    }

    @Test func `webhooks get the settlement of an ask once`() throws {
        var feeds = try Self.feeds()
        try feeds.answer("ship", by: "bo", at: 10)
        try feeds.respond(.dismiss, by: "ana", at: 12)
        try feeds.passDeadlines(at: 700)
        let settled = feeds.events.filter { $0.event == .askSettled }
        #expect(settled.map(\.cardID) == ["bo"])
    }
}

extension MemoryFeeds {
    /// Records whether an asker waits for the ask `a`.
    mutating func attend(_ isAttended: Bool, at seconds: Double) throws(Problem) -> Bool {
        try run(AttendAsk("a", in: Self.environment, isAttended: isAttended, now: .fixed(seconds)))
    }

    /// Creates an ask whose cards have the names of their users as ids.
    @discardableResult
    mutating func ask(
        _ request: AskRequest, id: AskID = "a", at seconds: Double = 0
    ) throws(Problem) -> MakeAsk.Reply {
        let now = Date.fixed(seconds)
        let ids =
            request.namesGroups
            ? (1...9).map { CardID(stored: "c\($0)") }
            : (request.users + request.steps.flatMap(\.users)).map { CardID(stored: $0.rawValue) }
        return try run(
            MakeAsk(try CheckedAsk(request, now: now), id: id, in: Self.environment, ids: ids, now: now))
    }

    @discardableResult
    mutating func answer(
        _ button: String, by user: UserID, at seconds: Double = 0, proof: AnswerProof? = nil,
        signer: (any AskSigner)? = nil
    ) throws(Problem) -> ActionReceipt {
        try respond(
            .submit(buttonName: button, values: ["why": "ok"]), by: user, at: seconds, proof: proof, signer: signer)
    }

    /// Responds to the card with the user's name. The key consists of the user and the time.
    @discardableResult
    mutating func respond(
        _ response: CardResponse, by user: UserID, at seconds: Double = 0, proof: AnswerProof? = nil,
        signer: (any AskSigner)? = nil
    ) throws(Problem) -> ActionReceipt {
        let request = ActionRequest(
            key: ActionKey(stored: "\(user)-\(seconds)"), streamID: "ops", cardID: CardID(stored: user.rawValue),
            response: response, at: .fixed(seconds), proof: proof)
        let viewer = Viewer(environment: Self.environment, user: user)
        return try run(ActOnCard(request, by: viewer, now: .fixed(seconds), signer: signer))
    }
}
