import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct ManyTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    private func respond(_ response: CardResponse = .dismiss, to ids: [String], hold: Double = 5) async throws -> Int {
        try await database.respond(
            response, toAll: ids.map { CardID($0) }, in: ops, hold: hold, clock: { .fixed },
            makeKey: { ActionKey(UUID()) }
        ).count
    }

    @Test func `a range contains all cards between its ends, in either direction`() async throws {
        try await database.apply(
            makeDelta((0..<9).map { makeEntry("c\($0)", activeAt: .fixed(-Double($0))) }), at: .fixed)
        #expect(try await database.cards(in: ops, at: .fixed).count == 9)
        let middle: Set<CardID> = ["c2", "c3", "c4"]
        #expect(try await database.cards(in: ops, between: ("c2", "c4"), at: .fixed) == middle)
        #expect(try await database.cards(in: ops, between: ("c4", "c2"), at: .fixed) == middle)
        #expect(try await database.cards(in: "nowhere", at: .fixed) == [])
    }

    @Test func `cards are returned in the order of their stream`() async throws {
        let ids = (0..<40).map { "c\($0)" }
        try await database.apply(
            makeDelta(ids.enumerated().map { makeEntry($1, activeAt: .fixed(-Double($0))) }), at: .fixed)
        let order = try await database.inOrder(Set(ids.map { CardID($0) } + ["gone"]), in: ops)
        #expect(order.map(\.rawValue) == ids)
    }

    @Test func `a filter limits a range to its cards`() async throws {
        let titled = makeBody(components: [.headline(Card.Headline(text: "Rollback of checkout"))], priority: 2)
        try await database.apply(
            makeDelta([makeEntry("a", body: titled), makeEntry("b"), makeEntry("c", status: .snoozed)]), at: .fixed)
        func found(_ search: CardSearch.Condition) async throws -> Set<CardID> {
            var filter = FeedFilter()
            filter.search.terms = [CardSearch.Term(search)]
            return try await database.cards(in: ops, through: filter, at: .fixed)
        }
        #expect(try await found(.text("rollback")) == ["a"])
        #expect(try await found(.priority(.atLeast, 3)) == ["b"])
        #expect(try await found(.state(.snoozed)) == ["c"])
    }

    @Test func `a long stream is read whole, in steps`() async throws {
        let ids = (0..<12_000).map { "c\($0)" }
        try await database.apply(makeDelta(ids.map { makeEntry($0) }), at: .fixed)
        #expect(try await database.cards(in: ops, at: .fixed) == Set(ids.map { CardID($0) }))
    }

    @Test func `answers to cards that expire soon are sent earlier, and the earliest time is reported`() async throws {
        try await database.apply(
            makeDelta([makeEntry("a"), makeEntry("b", expiresAt: .fixed(3)), makeEntry("c", expiresAt: .fixed(4))]),
            at: .fixed)
        let ids: [CardID] = ["a", "b", "c"]
        let (count, leaving) = try await database.respond(
            .dismiss, toAll: ids, in: ops, hold: 5, clock: { .fixed }, makeKey: { ActionKey(UUID()) })
        #expect(count == 3)
        #expect(leaving == .fixed(2))
        func due(at seconds: Double) async throws -> [CardID] {
            try await database.outboxWork(at: .fixed(seconds), limit: 10).due.map(\.cardID)
        }
        #expect(try await due(at: 1.999) == [])
        #expect(try await due(at: 2) == ["b"])
        #expect(try await due(at: 3) == ["b", "c"])
        #expect(try await due(at: 5) == ids)
    }

    @Test func `many are answered, sent each by itself, and undone at once`() async throws {
        let ids = (0..<600).map { "c\($0)" }
        try await database.apply(makeDelta(ids.map { makeEntry($0) }), at: .fixed)
        #expect(try await respond(to: ids) == 600)
        #expect(try database.ids() == [])
        #expect(try await database.outboxCounts(at: .fixed(4)).waiting == 0)
        #expect(try await database.outboxCounts(at: .fixed(5)).waiting == 600)
        #expect(try await database.undo(at: .fixed) == .undone(CardID("c599"), .dismiss, count: 600))
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 600)
        #expect(try await database.outboxCounts() == OutboxCounts())
    }

    @Test func `those that cannot be answered are left out`() async throws {
        try await database.apply(
            makeDelta([makeEntry("a"), makeEntry("b", expiresAt: .fixed(60)), makeEntry("c")]), at: .fixed)
        try await database.respond(.dismiss, to: "c", in: ops, key: ActionKey(UUID()), at: .fixed)
        #expect(try await respond(.snooze(until: .fixed(3600)), to: ["a", "b", "c", "gone"]) == 1)
        #expect(try database.ids() == ["b"])
    }

    @Test func `if some of the answers are already sent, the others are undone`() async throws {
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        #expect(try await respond(to: ["a", "b"]) == 2)
        let first = try #require(try await database.outboxWork(at: .fixed(5), limit: 1).due.first)
        #expect(try await database.beginAttempt(first.key))
        #expect(try await database.undo(at: .fixed) == .undone(CardID("b"), .dismiss, count: 1))
        #expect(try database.ids() == ["b"])
    }

    @Test func `bodies are returned for visible cards`() async throws {
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b")]), at: .fixed)
        try await database.respond(.dismiss, to: "b", in: ops, key: ActionKey(UUID()), at: .fixed)
        let ids: [CardID] = ["a", "b", "x"]
        #expect(try await Set(database.bodies(of: ids[...], in: ops).keys) == ["a"])
    }
}
