import AppCore
import AppRuntime
import Basics
import Canvas
import Cards
import FeedAPI
import Testing

/// Content that loads more, with the real loop and a server. Serialised, because each test blocks its thread as the
/// main thread would.
@Suite(.serialized) struct PageTests {
    private static let talk = CardBody(
        lifecycleID: "talk",
        components: [
            .headline(Card.Headline(text: "Lunch?")), .loadMore(Card.LoadMore(text: "Older", page: "p1")),
            .text(Card.TextBlock(text: "Noon is fine.")),
        ],
        pages: [
            "p1": [.loadMore(Card.LoadMore(text: "Older", page: "p2")), .text(Card.TextBlock(text: "Shall we meet?"))],
            "p2": [.text(Card.TextBlock(text: "The beginning."))],
        ])

    @Test func `older content loads page by page, and stays when the card is published again`() async throws {
        let app = try await HeadlessApp(cards: [Self.talk])
        await app.connect()
        #expect(app.shows("Noon is fine."))
        #expect(!app.screen.contains("Shall we meet?"))
        app.press("tab", "enter")
        #expect(app.shows("Shall we meet?"))
        app.press("enter")
        #expect(app.shows("The beginning.") && app.hides("Older"))
        var next = Self.talk
        next.components.append(.text(Card.TextBlock(text: "See you then.")))
        try await app.publish(next)
        #expect(app.shows("See you then."))
        #expect(app.screen.contains("The beginning.") && app.screen.contains("Shall we meet?"))
        await app.close()
    }

    @Test func `a page that failed to load is loaded by a retry`() async throws {
        let app = try await HeadlessApp(cards: [Self.talk])
        let failures = Lock<[FeedError]>([
            .unreachable("refused"),
            .server(Problem(.unknownPage, detail: "The card does not have this page."), retryAfter: nil),
        ])
        var client = app.client
        let page = client.page
        client.page = { name, card, stream throws(FeedError) in
            if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
            return try await page(name, card, stream)
        }
        await app.connect(client)
        #expect(app.shows("Noon is fine."))
        app.press("tab", "enter")
        #expect(app.shows("Can't load more without a connection") && app.shows("enter tries again"))
        app.press("enter")
        #expect(app.shows("The card does not have this page."))
        app.press("enter")
        #expect(app.shows("Shall we meet?") && app.hides("Can't load more"))
        await app.close()
    }
}
