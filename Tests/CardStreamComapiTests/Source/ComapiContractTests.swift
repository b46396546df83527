import Basics
import CardSourceTesting
import CardSources
import Cards
import ComapiSupport
import Support
import Testing

@testable import CardStreamComapi

/// The rules for all sources, checked with conversations.
@Suite(.timeLimit(.minutes(1))) struct ComapiContractTests {
    @Test(arguments: SourceContract.rules) func `the conversations fulfil the contract of a source`(
        rule: SourceContract.Rule
    ) async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let fixture = Conversations(space)
            try await rule.check(fixture)
            try await fixture.ana.sessions.end()
        }
    }
}

/// Cards are conversations that Ben creates, with a message for Ana.
private struct Conversations: SourceFixture {
    let ana: ComapiClient
    let ben: ComapiClient
    let comapi: ComapiSource
    let stream = ComapiSource.defaultStream
    var source: any CardSource { comapi }
    /// Pages are older messages, so they cannot be published.
    let publishesPages = false

    init(_ space: EmulatedSpace) {
        ana = space.client("ana")
        ben = space.client("ben")
        // Uses the real clock, because changes are combined for a moment.
        comapi = ComapiSource(
            ana, stream: stream, storage: MemoryConversationStorage(), clock: .live, zone: .utc)
    }

    func publish(_ body: CardBody) async throws -> CardID {
        let id = "conversation-\(try await ben.conversations.list().count)"
        try await ben.conversations.create(
            NewConversation(id: id, name: body.title ?? "", participants: [Participant("ana")]))
        try await ben.conversations.send(SendableMessage("Hello"), to: id)
        return try #require(CardID(rawValue: id))
    }

    func withdraw(_ card: CardID) async throws { try await ben.conversations.delete(card.rawValue) }

    func reply(_ text: String) -> CardResponse { .reply(buttonName: "send", values: ["reply": .string(text)]) }
}
