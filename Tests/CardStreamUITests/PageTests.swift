import Cards
import FeedAPI
import FeedServer
import Testing

@testable import CardStreamUI

/// Content that loads more, in a container of a host program.
@Suite(.timeLimit(.minutes(1))) struct PageTests {
    @Test(arguments: [CardContainer.Kind.vertical, .horizontal, .single])
    func `enter loads a page in its place`(kind: CardContainer.Kind) async throws {
        let host = try await Host(kind)
        let body = CardBody(
            components: [
                .headline(Card.Headline(text: "Lunch?")), .loadMore(Card.LoadMore(text: "Older", page: "p1")),
                .text(Card.TextBlock(text: "Noon is fine.")),
            ], pages: ["p1": [.text(Card.TextBlock(text: "Shall we meet?"))]])
        let request = PublishRequest(streamID: "inbox", users: ["ana"], body: body.encoded())
        _ = try await host.server.publish([request], environment: host.keys.environment)
        try host.run("the card") { $0.container.picture.text.contains("Noon is fine.") }
        #expect(!host.container.picture.text.contains("Shall we meet?"))
        host.container.press(try #require(ContainerKey("tab")))
        host.container.press(try #require(ContainerKey("enter")))
        try host.run("the page") { $0.container.picture.text.contains("Shall we meet?") }
        #expect(!host.container.picture.text.contains("Older"))
        await host.end()
    }
}
