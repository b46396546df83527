import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The pages of a card: stored by the server, sent only on request, and only to the card's user. The contract for
/// sources has the guarantees of all sources.
@Suite struct PageTests {
    private static let body = CardBody(
        components: [.headline(Card.Headline(text: "Talk")), .loadMore(Card.LoadMore(text: "Older", page: "p2"))],
        pages: ["p2": [.text(Card.TextBlock(text: "Earlier"))]])

    @Test func `only the user of a card gets its pages`() async throws {
        let test = try await TestServer()
        let card = try await test.publish(Self.body)
        for (user, stream) in [("bo", "ops"), ("ana", "other")] {
            let refused = await problem { try await test.client(user).page("p2", card, StreamID(stream)) }
            #expect(refused?.type == .unknownCard && refused?.status == 404)
        }
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let route = FeedRoute.page("p2", card: card, stream: "ops")
            let answer = try await client.request(route, try await test.viewer())
            #expect(answer.status == 200)
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"content":[{"type":"text","text":"Earlier"}]}"#)

            let publisher = try await client.request(route, test.keys.publisherCredentials)
            #expect(publisher.status == 403 && publisher.problem?.type == .forbidden)
            let nobody = try await RawClient(port: port).request(route, nil)
            #expect(nobody.status == 401)
        }
    }

    @Test func `pages are not delivered with the card, and stay in its document`() async throws {
        let test = try await TestServer()
        let card = try await test.publish(Self.body)
        let entry = try #require(try await test.entries().first)
        var expected = Self.body
        expected.pages = [:]
        #expect(try CardBody.decode(entry.body) == expected)
        // A snoozed card still has its pages.
        _ = try await test.act(.snooze(until: .fixed(3600)), on: card)
        #expect(try await test.client().page("p2", card, "ops") == [.text(Card.TextBlock(text: "Earlier"))])
    }

    @Test func `an embargoed or ended card has no pages`() async throws {
        let test = try await TestServer()
        var body = Self.body
        body.publishAt = .fixed(60)
        let later = try await test.publish(body)
        let early = await problem { try await test.client().page("p2", later, "ops") }
        #expect(early?.type == .unknownCard && early?.status == 404)
        let card = try await test.publish(Self.body)
        let unknown = await problem { try await test.client().page("p3", card, "ops") }
        #expect(unknown?.type == .unknownPage && unknown?.status == 404)
        _ = try await test.act(.dismiss, on: card)
        #expect(await problem { try await test.client().page("p2", card, "ops") }?.type == .cardClosed)
    }

    @Test func `a card that references a missing page is refused`() async throws {
        let test = try await TestServer()
        var body = Self.body
        body.pages = ["p3": []]
        let problem = await problem { [body] in try await test.publish(body) }
        #expect(problem?.type == .badCard && problem?.pointer == "/card/content/1/page")
    }

    @Test func `a card with pages may be larger than one without, up to a limit`() async throws {
        let test = try await TestServer()
        func publish(_ pages: Int, _ text: Int) async throws {
            var body = CardBody(components: [.headline(Card.Headline(text: "Talk"))])
            for index in 0..<pages {
                body.components.append(.loadMore(Card.LoadMore(text: "More", page: "p\(index)")))
                let part = Card.Component.text(Card.TextBlock(text: String(repeating: "x", count: text)))
                body.pages["p\(index)"] = [part, part, part]
            }
            _ = try await test.publish(body)
        }
        try await publish(8, 20_000)
        #expect(await problem { try await publish(9, 20_000) }?.type == .tooLarge)
    }
}
