import Basics
import CardSources
import Cards
import CordialEmulator
import CordialSupport
import Foundation
import Support

@testable import CardStreamCordial

/// Cards are messages that an emulator has for Ana.
struct InboxFixture: Sendable {
    let emulated: EmulatedAccount
    let client: CordialClient
    let source: CordialSource
    let stream = CordialSource.defaultStream

    /// - Parameter pollInterval: The interval in seconds, measured by the real clock.
    init(
        _ emulated: EmulatedAccount = EmulatedAccount(), databasePath: String = "", pollInterval: Double = 3600,
        _ configure: (inout CordialAccount) -> Void = { _ in }
    ) throws {
        self.emulated = emulated
        client = try emulated.client(databasePath: databasePath, configure)
        source = CordialSource(client, stream: stream, pollInterval: pollInterval, clock: .live)
    }

    /// An inbox of a contact that the service knows.
    static func joined(
        as key: String? = "ana", _ emulated: EmulatedAccount = EmulatedAccount(), databasePath: String = "",
        pollInterval: Double = 3600, _ configure: (inout CordialAccount) -> Void = { _ in }
    ) async throws -> InboxFixture {
        let fixture = try InboxFixture(emulated, databasePath: databasePath, pollInterval: pollInterval, configure)
        try await fixture.client.contact.set(key)
        await fixture.client.events.flush()
        return fixture
    }

    func deliver(_ id: String, _ metadata: JSONObject = [:], content: String = "<p>Hello</p>") async {
        let now = emulated.clock.now
        await emulated.emulator.change {
            $0.deliver(id, to: "ana", content: content, metadata: metadata, sentAt: now)
        }
    }

    /// The current cards, by id.
    func cards() async throws -> [CardID: CardBody] {
        let entries = try await source.snapshot(of: stream, page: nil).entries
        return Dictionary(uniqueKeysWithValues: try entries.map { ($0.id, try CardBody.decode($0.body)) })
    }

    @discardableResult
    func perform(_ response: CardResponse, on card: CardID, key: String = UUID().uuidString) async throws
        -> ActionReceipt
    {
        try await source.perform(
            ActionRequest(
                key: ActionKey(rawValue: key) ?? "key", streamID: stream, cardID: card, response: response,
                at: emulated.clock.now))
    }

    func open(_ card: CardID) async throws -> [Card.Component] {
        try await source.page(InboxCard.contentPage, of: card, in: stream)
    }

    /// The number of requests for the list of messages.
    var lists: Int {
        get async { await emulated.records.requests.count { $0.hasPrefix("GET /hub/inbox/messages/") } }
    }
}
