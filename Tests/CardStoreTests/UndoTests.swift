import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct UndoTests {
    let database: CardDatabase
    init() async throws {
        database = try CardDatabase.inMemory()
        try await database.apply(makeDelta(["a", "b"].map { makeEntry($0) }), at: .fixed)
    }

    private func respond(
        _ response: CardResponse = .dismiss, to id: String = "a", key: String = "k", hold: Double = 5
    ) async throws {
        try await database.respond(
            response, to: CardID(id), in: ops, key: ActionKey(key), at: .fixed, hold: hold)
    }
    private func due(at seconds: Double) async throws -> [String] {
        try await database.outboxWork(at: .fixed(seconds), limit: 10).due.map(\.key.rawValue)
    }

    @Test func `a held action is shown immediately and is due after its undo window`() async throws {
        try await respond()
        #expect(try database.ids() == ["b"])
        #expect(try await due(at: 4.999) == [])
        #expect(try await database.outboxWork(at: .fixed, limit: 10).nextAttempt == .fixed(5))
        #expect(try await due(at: 5) == ["k"])
    }

    @Test(arguments: [(3.0, 2.0), (60, 5), (0.5, 0)])
    func `a held action is due before its card expires`(expires: Double, leaves: Double) async throws {
        try await database.apply(makeDelta([makeEntry("short", expiresAt: .fixed(expires))]), at: .fixed)
        let leaving = try await database.respond(
            .dismiss, to: "short", in: ops, key: ActionKey("k"), at: .fixed, hold: 5)
        #expect(leaving == .fixed(leaves))
        #expect(try await due(at: leaves) == ["k"])
        #expect(try await due(at: leaves - 0.001) == [])
    }

    @Test func `a held action counts as waiting only when it is due`() async throws {
        try await respond()
        try await respond(to: "b", key: "k2", hold: 0)
        #expect(try await database.outboxCounts(at: .fixed(1)) == OutboxCounts(waiting: 1, heldUntil: .fixed(5)))
        #expect(try await database.outboxCounts(at: .fixed(5)) == OutboxCounts(waiting: 2))
        // A delivery that is retried later is not held back.
        #expect(try await database.beginAttempt(ActionKey("k")))
        #expect(try await database.outboxCounts(at: .fixed(1)) == OutboxCounts(waiting: 2))
    }

    @Test func `the newest action is undone first, and its card is restored`() async throws {
        try await respond(.voteUp(message: nil))
        try await respond(to: "b", key: "k2")
        try await respond(to: "a", key: "k3")
        #expect(try await database.undo(at: .fixed) == .undone(CardID("a"), .dismiss))
        #expect(try database.ids() == ["a"])
        #expect(try await database.undo(at: .fixed) == .undone(CardID("b"), .dismiss))
        #expect(try await database.undo(at: .fixed) == .undone(CardID("a"), .voteUp(message: nil)))
        #expect(try await database.undo(at: .fixed) == .nothing)
        #expect(try database.ids() == ["a", "b"])
        #expect(try await database.outboxCounts() == OutboxCounts())
    }

    @Test func `neither sent nor refused actions are undone`() async throws {
        try await respond(hold: 0)
        #expect(try await database.beginAttempt(ActionKey("k")))
        #expect(try await database.undo(at: .fixed) == .underWay)
        // Of two actions, the one that has not been sent is undone.
        try await respond(to: "b", key: "k2")
        #expect(try await database.undo(at: .fixed) == .undone(CardID("b"), .dismiss))
        try await database.settle(ActionKey("k"), .refused(reason: "no"), at: .fixed)
        #expect(try await database.undo(at: .fixed) == .nothing)
    }

    @Test func `when the program ends, all held actions become due`() async throws {
        #expect(try await database.release(at: .fixed) == false)
        try await respond()
        #expect(try await database.release(at: .fixed(1)))
        #expect(try await due(at: 1) == ["k"])
        #expect(try await database.isSending(dueAt: .fixed(1)))
        #expect(try await database.beginAttempt(ActionKey("k")))
        #expect(try await database.isSending(dueAt: .fixed(1)))
        try await database.settle(ActionKey("k"), .retry(at: .fixed(9)), at: .fixed(2))
        #expect(try await database.isSending(dueAt: .fixed(1)) == false)
        #expect(try await database.release(at: .fixed(3)) == false)
    }

    // MARK: Cards that allow no undo

    private static var waitedFor: CardBody {
        var body = makeBody()
        body.allowsUndo = false
        return body
    }

    @Test func `an answer to an ask is due immediately, and a dismissal is not`() async throws {
        try await database.apply(makeDelta([makeEntry("w", body: Self.waitedFor)]), at: .fixed)
        let answer = CardResponse.submit(buttonName: "yes", values: [:])
        let leaving = try await database.respond(
            answer, to: "w", in: ops, key: ActionKey("k"), at: .fixed, hold: 5)
        #expect(leaving == .fixed)
        #expect(try await due(at: 0) == ["k"])
        try await database.apply(makeDelta([makeEntry("v", body: Self.waitedFor)], cursor: 2), at: .fixed)
        try await respond(to: "v", key: "k2")
        #expect(try await due(at: 0) == ["k"])
    }

    @Test func `undoing one of several answers given together undoes all`() async throws {
        try await database.apply(makeDelta([makeEntry("w", body: Self.waitedFor)]), at: .fixed)
        let answer = CardResponse.submit(buttonName: "yes", values: [:])
        func leaving(_ cards: [CardID]) async throws -> Date {
            try await database.respond(
                answer, toAll: cards, in: ops, hold: 5, clock: { .fixed }, makeKey: { ActionKey(UUID()) }
            ).leaving
        }
        #expect(try await leaving(["a", "w"]) == .fixed)
        #expect(try await leaving(["b"]) == .fixed(5))
    }
}
