import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct IngestTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    @Test func `the same delta twice changes nothing`() async throws {
        let delta = makeDelta([makeEntry("a"), makeEntry("b")], cursor: 7)
        try await database.apply(delta, at: .fixed)
        let first = try database.window(FeedQuery(streamID: ops))
        try await database.apply(delta, at: .fixed(60))
        #expect(try database.window(FeedQuery(streamID: ops)) == first)
        #expect(first.totalCount == 2)
    }

    @Test func `an older change never overrides a newer one, in any order of arrival`() async throws {
        let old = makeEntry("a", sequence: 3, body: makeBody(title: "old"))
        let new = makeEntry("a", sequence: 5, body: makeBody(title: "new"))
        let gone = FeedRemoval(id: CardID("b"), sequence: 9, status: .dismissed)
        try await database.apply(makeDelta([new], removing: [gone], cursor: 9), at: .fixed)
        try await database.apply(
            makeDelta([old, makeEntry("b", sequence: 4)], cursor: 5), since: FeedCursor(epoch: "e", sequence: 3),
            at: .fixed)
        #expect(try database.ids() == ["a"])
        guard case .card(let card)? = try database.item("a")?.content else {
            Issue.record("unreadable")
            return
        }
        #expect(card.body == makeBody(title: "new"))
        #expect(try await database.syncRecord(of: ops).cursor == FeedCursor(epoch: "e", sequence: 9))
    }

    @Test func `counters follow every change`() async throws {
        try await database.apply(makeDelta((0..<5).map { makeEntry("c\($0)") }), at: .fixed)
        let removals = [("c0", CardStatus.dismissed), ("c1", .snoozed), ("c2", .expired)].map {
            FeedRemoval(id: CardID($0.0), sequence: 10, status: $0.1)
        }
        try await database.apply(makeDelta(removing: removals, cursor: 10), at: .fixed)
        try await database.respond(.dismiss, to: CardID("c3"), in: ops, key: ActionKey("k"), at: .fixed)
        let window = try database.window(FeedQuery(streamID: ops))
        #expect(window.totalCount == 1)
        #expect(window.hasEverHadCard)
        try await database.apply(makeDelta([makeEntry("c1", sequence: 11)], cursor: 11), at: .fixed)
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 2)
    }

    @Test func `a delta larger than a transaction is stored completely`() async throws {
        let entries = (0..<1234).map { makeEntry("c\($0)", sequence: Int64($0 + 1)) }
        try await database.apply(makeDelta(entries, cursor: 1234), at: .fixed)
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 1234)
        #expect(try await database.syncRecord(of: ops).cursor == FeedCursor(epoch: "e", sequence: 1234))
    }

    @Test func `new and known cards in one delta are distinguished`() async throws {
        try await database.apply(makeDelta((0..<10).map { makeEntry("c\($0)") }), at: .fixed)
        let mixed = (0..<20).map { makeEntry("c\(($0 * 7) % 20)", sequence: 5, body: makeBody(title: "new")) }
        try await database.apply(makeDelta(mixed, cursor: 5), at: .fixed)
        let window = try database.window(FeedQuery(streamID: ops))
        #expect(window.totalCount == 20)
        #expect(Set(window.items.map(\.id.rawValue)) == Set((0..<20).map { "c\($0)" }))
        for item in window.items {
            guard case .card(let card) = item.content else {
                Issue.record("unreadable")
                continue
            }
            #expect(card.body == makeBody(title: "new"))
        }
    }

    @Test func `actions in the middle of an ingest lose no card and no action`() async throws {
        try await database.apply(makeDelta((0..<20).map { makeEntry("mine\($0)") }), at: .fixed)
        let entries = (0..<5000).map { makeEntry("c\($0)", sequence: Int64($0 + 2)) }
        async let ingest = database.apply(
            [makeDelta(Array(entries[..<3000]), cursor: 3001), makeDelta(Array(entries[3000...]), cursor: 5001)],
            at: .fixed)
        for index in 0..<20 {
            try await database.respond(
                .dismiss, to: CardID("mine\(index)"), in: ops, key: ActionKey("k\(index)"), at: .fixed)
        }
        _ = try await ingest
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 5000)
        #expect(try await database.syncRecord(of: ops).cursor == FeedCursor(epoch: "e", sequence: 5001))
        #expect(try await database.outboxCounts().waiting == 20)
    }

    @Test func `an unreadable card does not hide the others`() async throws {
        var bad = makeEntry("bad")
        bad.body = Array("{".utf8)
        try await database.apply(makeDelta([bad, makeEntry("good")]), at: .fixed)
        #expect(try database.ids().sorted() == ["bad", "good"])
        guard case .unreadable? = try database.item("bad")?.content else {
            Issue.record("\(String(describing: try database.item("bad")))")
            return
        }
    }

    @Test func `an interrupted snapshot loses no cards, and a complete one removes stale cards`() async throws {
        try await database.apply(makeDelta((0..<6).map { makeEntry("c\($0)") }), at: .fixed)
        let cursor = FeedCursor(epoch: "e", sequence: 20)
        let first = try await database.beginSnapshot(of: ops, cursor: cursor)
        try await database.apply(
            makePage([makeEntry("c0"), makeEntry("new", sequence: 20)], cursor: cursor, next: "2"),
            of: first, at: .fixed)
        #expect(try database.ids().count == 7)

        let second = try await database.beginSnapshot(of: ops, cursor: cursor)
        try await database.apply(makePage([makeEntry("c0")], cursor: cursor, next: "2"), of: second, at: .fixed)
        try await database.apply(makePage([makeEntry("new", sequence: 20)], cursor: cursor), of: second, at: .fixed)
        #expect(try database.ids().count == 7)
        try await database.finish(second, at: .fixed)
        #expect(try database.ids().sorted() == ["c0", "new"])
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 2)
        #expect(try await database.syncRecord(of: ops).cursor == cursor)
    }

    /// Cursors are not compared, because only their source can interpret them.
    @Test func `requested changes store their cursor only if it has not changed since the request`() async throws {
        func cursor() async throws -> String? { try await database.syncRecord(of: ops).cursor?.rawValue }
        func delta(_ cursor: String) -> FeedDelta {
            FeedDelta(streamID: ops, cursor: FeedCursor(cursor), serverTime: .fixed)
        }
        try await database.load([], cursor: "start", generation: nil)
        try await database.apply(delta("polled"), since: "start", at: .fixed)
        #expect(try await cursor() == "polled")
        try await database.apply(delta("pushed"), at: .fixed)
        try await database.apply(delta("late"), since: "polled", at: .fixed)
        #expect(try await cursor() == "pushed")
        try await database.dropCursor(of: ops)
        try await database.apply(delta("late"), since: "pushed", at: .fixed)
        #expect(try await cursor() == nil)
    }

    @Test func `a snapshot of another generation overrides higher versions of the old one`() async throws {
        func title() throws -> String? {
            guard case .card(let card)? = try database.item("a")?.content else { return nil }
            if case .headline(let headline)? = card.body.components.first { return headline.text }
            return nil
        }
        try await database.load(
            [makeEntry("a", sequence: 900, body: makeBody(title: "first"))], cursor: "10", generation: "e")
        try await database.load(
            [makeEntry("a", sequence: 1, body: makeBody(title: "older"))], cursor: "20", generation: "e")
        #expect(try title() == "first")
        try await database.load(
            [makeEntry("a", sequence: 1, body: makeBody(title: "fresh"))], cursor: "2", generation: "f")
        #expect(try title() == "fresh")
        #expect(try await database.syncRecord(of: ops).epoch == "f")
    }

    @Test func `cards return from snooze and expire by their own time`() async throws {
        try await database.apply(
            makeDelta([makeEntry("s"), makeEntry("x", expiresAt: .fixed(100))]), at: .fixed)
        try await database.respond(
            .snooze(until: .fixed(50)), to: CardID("s"), in: ops, key: ActionKey("k"), at: .fixed)
        #expect(try database.ids() == ["x"])
        #expect(try await database.nextDeadline() == .fixed(50))
        try await database.advance(to: .fixed(50))
        #expect(try database.ids() == ["s", "x"])
        try await database.advance(to: .fixed(100))
        #expect(try database.ids() == ["s"])
        // The removal is forgotten after a day.
        try await database.advance(to: .fixed(100 + 24 * 3600))
        #expect(try database.ids() == ["s"])
        #expect(try await database.nextDeadline() == nil)
    }
}
