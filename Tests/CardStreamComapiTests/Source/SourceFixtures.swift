import Basics
import CardSources
import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Ana's conversations as a source, and Ben as the other participant.
struct SourceRig: Sendable {
    let space: EmulatedSpace
    let source: ComapiSource
    let ana: ComapiClient
    let ben: ComapiClient
    let stream = ComapiSource.defaultStream

    init(_ space: EmulatedSpace, storage: any ConversationStorage = MemoryConversationStorage()) {
        self.space = space
        ana = space.client("ana")
        ben = space.client("ben")
        source = SourceRig.source(of: ana, space, storage)
    }

    static func run(_ test: (SourceRig) async throws -> Void) async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let rig = SourceRig(space)
            try await test(rig)
            // Open sockets would keep tasks that sleep on the clock.
            try await rig.ana.sessions.end()
            try await rig.ben.sessions.end()
        }
    }

    static func source(
        of client: ComapiClient, _ space: EmulatedSpace, _ storage: any ConversationStorage
    ) -> ComapiSource {
        ComapiSource(
            client, stream: ComapiSource.defaultStream, storage: storage, clock: space.clock.asSyncClock, zone: .utc)
    }

    /// Creates a conversation of Ana and Ben. The default owner is Ben.
    func converse(_ id: String = "release", name: String = "Release 4.12", owner: ComapiClient? = nil) async throws {
        let others = owner === ana ? "ben" : "ana"
        try await (owner ?? ben).conversations.create(
            NewConversation(id: id, name: name, participants: [Participant(others)]))
    }

    func say(_ text: String, in id: String = "release", as client: ComapiClient? = nil) async throws {
        try await (client ?? ben).conversations.send(SendableMessage(text), to: id)
        space.clock.advance(by: 1)
    }

    func snapshot() async throws -> [FeedEntry] {
        try await source.snapshot(of: stream, page: nil).entries
    }

    /// The body of the only card.
    func card() async throws -> CardBody {
        let entries = try await snapshot()
        try #require(entries.count == 1)
        return try CardBody.decode(entries[0].body)
    }

    @discardableResult func perform(
        _ response: CardResponse, on card: CardID = "release", key: String = UUID().uuidString,
        by source: ComapiSource? = nil
    ) async throws -> ActionReceipt {
        try await (source ?? self.source).perform(
            ActionRequest(
                key: try #require(ActionKey(rawValue: key)), streamID: stream, cardID: card, response: response,
                at: space.clock.now))
    }

    @discardableResult func reply(
        _ text: String, key: String = UUID().uuidString, by source: ComapiSource? = nil
    ) async throws -> ActionReceipt {
        try await perform(.reply(buttonName: "send", values: ["reply": .string(text)]), key: key, by: source)
    }

    /// The texts of the conversation at the service, oldest first.
    func texts(_ id: String = "release") async throws -> [String] {
        try await ben.conversations.messages(of: id).messages.map(\.text)
    }

    /// The reason why the source refuses.
    func refusal(_ work: () async throws -> Void) async throws -> SourceRefusal {
        do { try await work() } catch let error as SourceError {
            guard case .refused(let refusal) = error else { throw error }
            return refusal
        }
        throw FixtureError(detail: "nothing was refused")
    }
}

struct FixtureError: Error { var detail: String }

extension TestClock {
    var asSyncClock: SyncClock {
        SyncClock(now: { self.now }, uptime: { self.uptime }, sleep: { await self.sleep(until: $0) })
    }
}

extension CardBody {
    /// The texts of the messages in the main view.
    var messageTexts: [String] {
        components.compactMap { if case .text(let block) = $0 { block.text } else { nil } }
    }
    var category: Card.Category? {
        components.lazy.compactMap { if case .category(let category) = $0 { category } else { nil } }.first
    }
}
