import CardStreamPublishing
import Testing

/// A publisher that was written for an earlier version still compiles and does the same.
@Suite struct DeprecatedNamesTests {
    @Test func `a publisher with the old names asks and waits`() async throws {
        let rig = try await PublishingServer()
        let publisher: any DeprecatedCalls = Publisher()
        try await publisher.run(rig.publisher)
        await rig.stop()
    }
}

/// The old names are used through this protocol, so that only they are marked as deprecated.
private protocol DeprecatedCalls {
    func run(_ publisher: CardPublisher) async throws
}

private struct Publisher: DeprecatedCalls {
    @available(*, deprecated)
    func run(_ publisher: CardPublisher) async throws {
        let yes = Button(text: "Yes", action: .submit(.init(buttonName: "yes")))
        let question = CardBody(components: [
            .headline(Headline(text: "Release?")), .buttons(ButtonContainer(buttons: [yes])),
        ])
        let card = try await publisher.publish(question, to: ["ana"], in: "ops").cards[0].id
        #expect(try await publisher.end(of: card, within: 0).status == .active)
        let ask = try await publisher.ask(question, to: ["ana"], in: "ops", timeout: 600)
        #expect(ask.settlement == nil)
        let headers = [(name: "webhook-id", value: "m")]
        #expect(!WebhookVerifier(secret: "whsec_").accepts([], headers: headers, tolerance: 300))
    }
}
