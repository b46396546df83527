import CardStreamPublishing
import FeedServer
import Foundation
import Testing

/// The publisher of a host program, with a server on a port.
@Suite struct PublisherTests {
    private static let question = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes"))),
                Card.Button(text: "No", action: .submit(.init(buttonName: "no"))),
            ])),
    ])

    @Test func `a card is published once for a key, answered, and its outcome read`() async throws {
        let rig = try await PublishingServer()
        let receipt = try await rig.publisher.publish(Self.question, to: ["ana", "bo"], in: "ops", key: "k")
        #expect(receipt.cards.map(\.user) == ["ana", "bo"])
        let again = try await rig.publisher.publish(Self.question, to: ["ana", "bo"], in: "ops", key: "k")
        #expect(again.cards.map(\.id) == receipt.cards.map(\.id))
        try await rig.answer(receipt.cards[0].id, "yes")
        let outcome = try await rig.publisher.outcome(of: receipt.cards[0].id)
        #expect(outcome.status == .completed && outcome.responses.count == 1)
        try await rig.publisher.cancel(receipt.cards[1].id)
        #expect(try await rig.publisher.outcome(of: receipt.cards[1].id).status == .cancelled)
        await rig.stop()
    }

    @Test func `a program waits for the end of a card`() async throws {
        let rig = try await PublishingServer()
        let card = try await rig.publisher.publish(Self.question, to: ["ana"], in: "ops").cards[0].id
        #expect(try await rig.publisher.end(of: card, within: .zero).status == .active)
        async let waiting = rig.publisher.end(of: card)
        while await rig.server.waitingOutcomes == 0 { await Task.yield() }
        try await rig.answer(card, "no")
        let outcome = try await waiting
        #expect(outcome.status == .completed && outcome.meaning == .negative)
        await rig.stop()
    }

    @Test func `many cards are one transaction, and a mistake names its line`() async throws {
        let rig = try await PublishingServer()
        let good = PublishRequest(streamID: "ops", users: ["ana"], body: Self.question.encoded())
        #expect(try await rig.publisher.publish([good, good]).cards.count == 2)
        #expect(try await rig.publisher.publish([PublishRequest]()).cards.isEmpty)
        var bad = good
        bad.body = Array(#"{"content":[{"type":"headline"}]}"#.utf8)
        let error = await #expect(throws: PublishingError.self) { try await rig.publisher.publish([good, bad]) }
        guard case .refused(let problem)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.type == .badCard && problem.line == 2)
        await rig.stop()
    }

    @Test func `an ask waits for the first answer`() async throws {
        let rig = try await PublishingServer()
        let ask = try await rig.publisher.ask(Self.question, to: ["ana", "bo"], in: "ops", timeout: .seconds(600))
        #expect(ask.cards.map(\.user) == ["ana", "bo"])
        async let waiting = rig.publisher.answer(to: ask.id)
        while await rig.server.waitingAsks == 0 { await Task.yield() }
        try await rig.answer(ask.cards[1].id, "no", user: "bo")
        let settled = try await waiting
        #expect(settled.settlement?.outcome == .decline && settled.settlement?.vote?.user == "bo")
        #expect(try await rig.publisher.ask(ask.id) == settled)
        await rig.stop()
    }

    @Test func `an ask can be withdrawn, and a cancelled task ends its wait`() async throws {
        let rig = try await PublishingServer()
        let ask = try await rig.publisher.ask(Self.question, to: ["ana"], in: "ops")
        let waiting = Task { try await rig.publisher.answer(to: ask.id) }
        while await rig.server.waitingAsks == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let withdrawn = try await rig.publisher.withdraw(ask.id)
        #expect(withdrawn.settlement?.reason == .withdrawn)
        await rig.stop()
    }

    @Test func `a refusal says what is wrong, and an unreachable server is distinguished`() async throws {
        let rig = try await PublishingServer()
        await #expect(throws: PublishingError.self) { try await rig.publisher.ask("unknown") }
        let unknown = await #expect(throws: PublishingError.self) { try await rig.publisher.outcome(of: "unknown") }
        guard case .refused(let problem)? = unknown else {
            Issue.record("\(String(describing: unknown))")
            return
        }
        #expect(problem.type == .unknownCard && unknown?.localizedDescription.hasPrefix("Card not found") == true)
        #expect(unknown?.isRetryable == false)
        await rig.stop()
        let away = await #expect(throws: PublishingError.self) { try await rig.publisher.outcome(of: "c") }
        guard case .network? = away else {
            Issue.record("\(String(describing: away))")
            return
        }
        #expect(away?.isRetryable == true)
        let nowhere = CardPublisher(baseURL: "ftp://x", environmentID: "e", publisherKey: "secret-key")
        let error = await #expect(throws: PublishingError.self) { try await nowhere.outcome(of: "c") }
        #expect(!"\(String(describing: error))".contains("secret-key"))
    }
}
