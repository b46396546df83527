import CardSourceTesting
import Cards
import FeedAPI
import FeedServer
import Support
import Testing

/// Our own server as a source of cards: in process and over a port, with polling and with push.
@Suite(.timeLimit(.minutes(2))) struct SourceContractTests {
    @Test(arguments: SourceContract.rules, ClientTransport.allCases) func `the server fulfils the contract of a source`(
        rule: SourceContract.Rule, transport: ClientTransport
    ) async throws {
        let test = try await TestServer()
        try await transport.with(test) { client in
            #expect(rule.concerns(FeedSource(client)), "a rule that our server is not held to")
            try await rule.check(Fixture(test: test, source: FeedSource(client)))
        }
    }

    private struct Fixture: SourceFixture {
        let test: TestServer
        let source: any CardSource
        var stream: StreamID { "ops" }

        func publish(_ body: CardBody) async throws -> CardID { try await test.publish(body) }

        func withdraw(_ card: CardID) async throws {
            _ = try await test.server.cancel(card, environment: test.keys.environment)
        }
    }
}
