import CardStreamPublishing
import Foundation
import Testing

/// Compiles and runs the examples of the article.
@Suite struct ExampleTests {
    @Test func `the examples of the article do what they say`() async throws {
        let rig = try await PublishingServer()
        let publisher = rig.publisher
        let card = CardBody(components: [
            .headline(Card.Headline(text: "Invoice 4711 is due")),
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Pay", action: .submit(.init(buttonName: "pay")))])),
        ])
        let receipt = try await publisher.publish(card, to: ["ana"], in: "billing", key: "invoice-4711")
        #expect(receipt.cards.count == 1)
        let sizes = Card.Carousel(items: [
            Card.Carousel.Item(
                url: "https://shop.example/blue.jpg", caption: "Blue",
                button: Card.Button(text: "Take it", action: .submit(.init(buttonName: "blue")))),
            Card.Carousel.Item(
                url: "https://shop.example/red.jpg", caption: "Red",
                button: Card.Button(text: "Take it", action: .submit(.init(buttonName: "red")))),
        ])
        let choice = CardBody(components: [.headline(Card.Headline(text: "Which one?")), .carousel(sizes)])
        #expect(try await publisher.publish(choice, to: ["ana"], in: "shop").cards.count == 1)
        let release = CardBody(components: [
            .headline(Card.Headline(text: "Release 4.12.7?")),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes"))),
                    Card.Button(text: "No", action: .submit(.init(buttonName: "no"))),
                ])),
        ])
        let ask = try await publisher.ask(release, to: ["ana", "bo"], in: "ops", timeout: .seconds(1800))
        try await rig.answer(ask.cards[0].id, "yes")
        let answer = try await publisher.answer(to: ask.id)
        #expect(answer.settlement?.outcome == .accept && answer.settlement?.vote?.user == "ana")
        await rig.stop()
    }

    /// Checks that the article has no Swift code that this file does not contain.
    @Test func `the article has no code that is not tested`() throws {
        let here = URL(filePath: #filePath)
        let article = here.appending(
            path: "../../../Sources/CardStreamPublishing/Documentation.docc/PublishFromSwift.md"
        ).standardizedFileURL
        let text = try String(contentsOf: article, encoding: .utf8)
        let source = try String(contentsOf: here, encoding: .utf8)
        let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        let others = [
            "import CardStreamPublishing", "let publisher = CardPublisher(",
            #"baseURL: "https://cards.example", environmentID: "production", publisherKey: key)"#,
            #"if answer.settlement?.outcome == .accept { print("released by", answer.settlement?.vote?.user ?? "a user") }"#,
            "let verifier = WebhookVerifier(secret: secret)",
            "guard verifier.accepts(body, headers: headers) else { return false }",
        ]
        for block in text.matches(of: /```swift\n((?s).*?)```/) {
            for line in block.1.split(separator: "\n") {
                let line = line.trimmingCharacters(in: .whitespaces)
                #expect(known.contains(line) || others.contains(line), "\(line)")
            }
        }
    }
}
