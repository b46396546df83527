import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// What a host program sees of a session, regardless of how its cards arrive: with push or polling, in process or over
/// a port.
@Suite(.timeLimit(.minutes(1))) struct SessionContractTests {
    /// Every combination of transport and delivery.
    static let transports: [(ClientTransport, CardSession.Connection.Delivery)] = ClientTransport.allCases.flatMap {
        transport in
        [(transport, .push(fallbackInterval: .seconds(1))), (transport, .polling(interval: .seconds(1)))]
    }

    private func observed(
        _ session: CardSession, _ stream: StreamID, _ configuration: StreamObserverConfiguration = .init(),
        until holds: ([Card]) -> Bool
    ) async throws -> [Card] {
        for await update in try session.observeStream(id: stream, configuration: configuration) {
            let cards = try update.get()
            if holds(cards) { return cards }
        }
        throw TimedOut(what: "cards as expected")
    }

    @Test(arguments: transports) func `cards are added and removed`(
        transport: ClientTransport, delivery: CardSession.Connection.Delivery
    )
        async throws
    {
        try await transport.run { source in
            let first = try await source.feed.publish(makeBody(title: "One"))
            let session = try await source.session(delivery: delivery)
            _ = try await observed(session, source.stream) { $0.map(\.id) == first }
            let second = try await source.feed.publish(makeBody(title: "Two", priority: 1))
            _ = try await observed(session, source.stream) { $0.map(\.id) == second + first }
            _ = try await source.client().act(
                ActionRequest(
                    key: ActionKey("k"), streamID: source.stream, cardID: first[0], response: .dismiss,
                    at: .fixed))
            _ = try await observed(session, source.stream) { $0.map(\.id) == second }
            #expect(try await session.cardCount(in: source.stream) == 1)
            await session.close()
        }
    }

    @Test(arguments: transports) func `an action is performed once, and its result is known locally`(
        transport: ClientTransport, delivery: CardSession.Connection.Delivery
    ) async throws {
        try await transport.run { source in
            let cards = try await source.feed.publish(makeBody(), makeBody(), makeBody(), makeBody())
            let session = try await source.session(delivery: delivery)
            let stream = source.stream
            _ = try await observed(session, stream) { $0.count == 4 }
            let submit = CardAction.submit(
                cards[0], in: stream, buttonName: "approve", values: ["a": "b", "n": 2, "sure": true])
            #expect(try await session.perform(submit) == .delivered)
            #expect(try await session.perform(.dismiss(cards[1], in: stream)) == .delivered)
            #expect(try await session.perform(.snooze(cards[2], in: stream, for: .seconds(3600))) == .delivered)
            #expect(try await session.perform(.voteUp(cards[3], in: stream, message: "Good")) == .delivered)
            #expect(
                try await source.feed.outcome(cards[0]).responses.map(\.response) == [
                    .submit(buttonName: "approve", values: ["a": "b", "n": 2, "sure": true])
                ])
            #expect(try await source.feed.outcome(cards[1]).status == .dismissed)
            #expect(try await source.feed.outcome(cards[2]).status == .snoozed)
            #expect(try await source.feed.outcome(cards[3]).responses.map(\.response) == [.voteUp(message: "Good")])
            _ = try await observed(session, stream) { $0.map(\.id) == [cards[3]] }
            await session.close()
        }
    }

    @Test(arguments: transports) func `a refusal of the server is reported, and the card stays`(
        transport: ClientTransport, delivery: CardSession.Connection.Delivery
    ) async throws {
        try await transport.run { source in
            let card = try await source.feed.publish(makeBody(actions: ActionProperties()))[0]
            let session = try await source.session(delivery: delivery)
            _ = try await observed(session, source.stream) { $0.count == 1 }
            await #expect(throws: RequestError.self) {
                try await session.perform(.voteUp(card, in: source.stream))
            }
            await #expect(throws: RequestError.self) {
                try await session.perform(.submit(card, in: source.stream, buttonName: "no-such-button"))
            }
            #expect(try await source.feed.outcome(card).responses.isEmpty)
            _ = try await observed(session, source.stream) { $0.map(\.id) == [card] }
            await session.close()
        }
    }

    @Test(arguments: transports) func `filters and variables are the same everywhere`(
        transport: ClientTransport, delivery: CardSession.Connection.Delivery
    ) async throws {
        try await transport.run { source in
            let body = makeBody(
                title: "You have {{amount}}", priority: 2,
                variables: [RuntimeVariable(name: "amount", defaultValue: "nothing")])
            let card = try await source.feed.publish(body)[0]
            _ = try await source.feed.publish(makeBody(priority: 7))
            let session = try await source.session(delivery: delivery)
            let configuration = StreamObserverConfiguration(
                filters: [try .lessThanOrEqualTo(.priority(2))],
                onRuntimeVariablesRequested: { cards in
                    cards.map { card in
                        var card = card
                        card.resolveRuntimeVariable(name: "amount", value: "42 EUR")
                        return card
                    }
                })
            let cards = try await observed(session, source.stream, configuration) { cards in
                cards.first?.components.first == .headline(Card.Headline(text: "You have 42 EUR"))
            }
            #expect(cards.map(\.id) == [card])
            await session.close()
        }
    }
}
