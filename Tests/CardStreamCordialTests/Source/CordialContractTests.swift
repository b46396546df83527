import CardSourceTesting
import CardSources
import Cards
import CordialSupport
import Support
import Testing

@testable import CardStreamCordial
@testable import CordialEmulator

/// The rules for all sources, checked with an inbox.
@Suite(.timeLimit(.minutes(1))) struct CordialContractTests {
    @Test(arguments: SourceContract.rules) func `the inbox fulfils the contract of a source`(
        rule: SourceContract.Rule
    ) async throws {
        // A short poll interval of the real clock.
        let messages = Messages(fixture: try await .joined(pollInterval: 0.02))
        await #expect(throws: Never.self) { try await rule.check(messages) }
    }
}

private struct Messages: SourceFixture {
    let fixture: InboxFixture
    var source: any CardSource { fixture.source }
    var stream: StreamID { fixture.stream }
    /// The page of a card is its content, so it cannot be published.
    let publishesPages = false

    func publish(_ body: CardBody) async throws -> CardID {
        let count = await fixture.emulated.emulator.read { $0.inboxes["ana"]?.count ?? 0 }
        let id = "message-\(count)-\(body.title ?? "")"
        await fixture.deliver(id, ["title": .string(body.title ?? "")])
        return CordialSource.cardID(of: id)
    }

    func withdraw(_ card: CardID) async throws {
        await fixture.emulated.emulator.change { service in
            let id = service.inboxes["ana"]?.first { CordialSource.cardID(of: $0.id) == card }?.id
            if let id { service.withdraw(id, from: "ana") }
        }
    }

    func reply(_ text: String) -> CardResponse { .reply(buttonName: "unread", values: JSONObject()) }
}
