import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// Cards that end while an answer to them waits.
@Suite struct EndedCardTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    private func respond(_ response: CardResponse, key: String = "k", hold: Double = 0) async throws {
        try await database.respond(
            response, to: "a", in: ops, key: ActionKey(stored: key), at: .fixed, hold: hold)
    }

    private func end(_ status: CardStatus) async throws -> [EndedAction] {
        try await database.apply(
            makeDelta(removing: [FeedRemoval(id: "a", sequence: 5, status: status)], cursor: 5), at: .fixed)
    }

    private let submit = CardResponse.submit(buttonName: "approve", values: ["amount": 42])

    @Test(arguments: [CardStatus.cancelled, .expired, .completed, .dismissed], [0.0, 5])
    func `an unsent answer is withdrawn immediately`(status: CardStatus, hold: Double) async throws {
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await respond(submit, hold: hold)
        let waiting = database.awaitEnd(of: "k")
        let ended = try await end(status)
        #expect(ended.map(\.action.response) == [submit])
        #expect(ended.map(\.status) == [status])
        #expect(try await database.outboxCounts() == OutboxCounts())
        #expect(try await database.beginAttempt("k") == false)
        #expect(try await database.history().map(\.state) == [.closed])
        #expect(waiting.end == .superseded)
        #expect(waiting.refusal?.reason == .cardClosed)
        #expect(try database.ids() == [])
    }

    @Test func `an answer that is being sent waits for the server's response`() async throws {
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await respond(submit)
        #expect(try await database.beginAttempt("k"))
        #expect(try await end(.completed) == [])
        #expect(try await database.outboxCounts().waiting == 1)
    }

    @Test func `a refused answer is discarded, together with those that wait behind it`() async throws {
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await respond(.voteUp(message: nil))
        try await database.settle("k", .refused(reason: "no"), at: .fixed)
        #expect(try await end(.cancelled).count == 1)
        #expect(try await database.outboxCounts() == OutboxCounts())
        #expect(try await database.history().map(\.state) == [.discarded])
        #expect(try database.ids() == [])
    }

    @Test func `a snooze by another viewer ends no action`() async throws {
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        try await respond(submit)
        #expect(try await end(.snoozed) == [])
        #expect(try await database.outboxCounts().waiting == 1)
    }

    @Test func `an outdated end of a card changes nothing`() async throws {
        try await database.apply(makeDelta([makeEntry("a", sequence: 9)]), at: .fixed)
        try await respond(submit)
        #expect(try await end(.cancelled) == [])
        #expect(try await database.outboxCounts().waiting == 1)
    }
}
