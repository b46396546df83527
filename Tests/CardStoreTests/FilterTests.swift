import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// Compares windows of filtered cards with a check of every single card.
@Suite struct FilterTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    private static let words = ["alpha", "beta", "gamma", "Zürich", "delta"]

    private func entry(_ number: Int, _ random: inout SeededGenerator, sequence: Int64? = nil) -> FeedEntry {
        let word = Self.words.randomElement(using: &random) ?? ""
        let expires = Int.random(in: 0..<4, using: &random)
        return makeEntry(
            "card-\(number)", sequence: sequence ?? Int64(number + 1),
            activeAt: .fixed(Double(Int.random(in: 0..<20, using: &random))),
            expiresAt: expires == 0 ? nil : .fixed(Double(expires) * 3600),
            body: makeBody(title: "Card \(number) \(word)", priority: Int.random(in: 1...10, using: &random)))
    }

    private func fill(_ count: Int, seed: UInt64 = 1) async throws -> [FeedEntry] {
        var random = SeededGenerator(seed: seed)
        let entries = (0..<count).map { entry($0, &random) }
        try await database.apply(makeDelta(entries, cursor: Int64(count)), at: .fixed)
        return entries
    }

    /// The expected ids in order, determined without the store.
    private func expected(_ entries: [FeedEntry], _ holds: (FeedEntry) -> Bool) -> [String] {
        entries.filter(holds).sorted {
            ($0.priority, -$0.activeAt.timeIntervalSince1970, $0.id.rawValue)
                < ($1.priority, -$1.activeAt.timeIntervalSince1970, $1.id.rawValue)
        }
        .map(\.id.rawValue)
    }

    private func filter(_ text: String) throws -> FeedFilter { FeedFilter(search: try CardSearch(text)) }

    private func watch(_ query: FeedQuery) -> (CardObservation, LatestWindow) {
        let seen = LatestWindow()
        return (database.observe(query, clock: { .fixed }) { seen.receive($0) }, seen)
    }

    private func title(_ entry: FeedEntry) -> String { String(decoding: entry.body, as: UTF8.self) }

    @Test func `a window contains the matching cards, in the stream's order`() async throws {
        let entries = try await fill(1500)
        let cases: [(String, (FeedEntry) -> Bool)] = [
            ("zurich", { self.title($0).contains("Zürich") }),
            ("-zurich priority:<=3", { !self.title($0).contains("Zürich") && $0.priority <= 3 }),
            ("expires:<90m", { $0.expiresAt == .fixed(3600) }),
            ("expires:never beta", { $0.expiresAt == nil && self.title($0).contains("beta") }),
            ("nothing-has-this", { _ in false }),
        ]
        for (text, holds) in cases {
            let ids = expected(entries, holds)
            let (observation, seen) = watch(FeedQuery(streamID: ops, before: 0, after: 25, filter: try filter(text)))
            try await seen.wait { $0.map { !$0.isPartial } ?? false }
            let window = try #require(seen.last)
            #expect(window.items.map(\.id.rawValue) == Array(ids.prefix(25)), "\(text)")
            #expect(window.totalCount == ids.count && window.offset == 0)
            #expect(window.hasMoreAfter == (ids.count > 25) && !window.hasMoreBefore)
            observation.cancel()
        }
    }

    @Test func `a window around a card is the right slice, wherever the query starts`() async throws {
        let entries = try await fill(2000)
        let ids = expected(entries) { $0.priority >= 4 }
        for index in stride(from: 0, to: ids.count, by: 211) {
            let query = FeedQuery(
                streamID: ops, anchor: .card(CardID(ids[index])), before: 7, after: 9,
                filter: try filter("priority:>=4"))
            let (observation, seen) = watch(query)
            let range = max(0, index - 7)..<min(ids.count, index + 10)
            try await seen.wait { $0.map { !$0.isPartial } ?? false }
            #expect(seen.last?.items.map(\.id.rawValue) == Array(ids[range]))
            #expect(seen.last?.offset == range.lowerBound && seen.last?.totalCount == ids.count)
            observation.cancel()
        }
    }

    @Test func `a card that does not match still marks its position`() async throws {
        let entries = try await fill(300)
        let all = expected(entries) { _ in true }
        let kept = Set(expected(entries) { $0.priority != 5 })
        let anchor = try #require(all.first { !kept.contains($0) })
        let after = try #require(all[(all.firstIndex(of: anchor) ?? 0)...].first { kept.contains($0) })
        let (observation, seen) = watch(
            FeedQuery(
                streamID: ops, anchor: .card(CardID(anchor)), before: 3, after: 3, filter: try filter("-priority:5")))
        try await seen.wait { $0.map { !$0.isPartial } ?? false }
        #expect(seen.last?.items.dropFirst(3).first?.id.rawValue == after)
        observation.cancel()
    }

    @Test func `changed cards enter and leave a filtered window`() async throws {
        var random = SeededGenerator(seed: 7)
        var entries = try await fill(400)
        let holds: (FeedEntry) -> Bool = { self.title($0).contains("gamma") }
        let query = FeedQuery(streamID: ops, before: 0, after: 1000, filter: try filter("gamma"))
        let (observation, seen) = watch(query)
        let first = expected(entries, holds)
        try await seen.wait { $0?.items.map(\.id.rawValue) == first }
        for round in 0..<20 {
            // Some cards change, one is new, and one is dismissed.
            let changed = (0..<30).map { _ in
                entry(Int.random(in: 0..<entries.count, using: &random), &random, sequence: 0)
            }
            var upserts: [FeedEntry] = []
            for (offset, var entry) in changed.enumerated() where !upserts.contains(where: { $0.id == entry.id }) {
                entry.sequence = Int64(10_000 + round * 100 + offset)
                upserts.append(entry)
            }
            upserts.append(entry(1000 + round, &random, sequence: Int64(10_090 + round * 100)))
            let gone = entries[Int.random(in: 0..<entries.count, using: &random)].id
            upserts.removeAll { $0.id == gone }
            entries.removeAll { entry in entry.id == gone || upserts.contains { $0.id == entry.id } }
            entries += upserts
            let removal = FeedRemoval(id: gone, sequence: Int64(10_095 + round * 100), status: .dismissed)
            try await database.apply(
                makeDelta(upserts, removing: [removal], cursor: Int64(10_099 + round * 100)), at: .fixed)
            let now = expected(entries, holds)
            try await seen.wait { $0?.items.map(\.id.rawValue) == now }
            #expect(seen.last?.totalCount == now.count)
        }
        observation.cancel()
    }

    @Test func `the user's actions change a filtered window immediately`() async throws {
        let entries = try await fill(50)
        let ids = expected(entries) { $0.priority <= 5 }
        let (observation, seen) = watch(FeedQuery(streamID: ops, after: 1000, filter: try filter("priority:<=5")))
        try await seen.wait { $0?.items.map(\.id.rawValue) == ids }
        try await database.respond(.dismiss, to: CardID(ids[3]), in: ops, key: ActionKey("k"), at: .fixed)
        try await seen.wait { $0?.items.map(\.id.rawValue) == ids.filter { $0 != ids[3] } }
        observation.cancel()
    }

    @Test func `cards enter and leave a filtered window as time passes, without a write`() async throws {
        let start = Date()
        func card(_ id: String, _ sequence: Int64, expires: Double?, _ status: CardStatus = .active) -> FeedEntry {
            makeEntry(
                id, sequence: sequence, status: status, createdAt: start - (id == "later" ? 57.4 : 9000),
                snoozedUntil: status == .snoozed ? start + 9000 : nil,
                expiresAt: expires.map { start.addingTimeInterval($0) })
        }
        try await database.apply(
            makeDelta(
                [
                    card("soon", 1, expires: 62.6), card("later", 2, expires: 7000), card("never", 3, expires: nil),
                    card("asleep", 4, expires: 62.6, .snoozed),
                ], cursor: 4), at: start)
        func watch(_ text: String) throws -> (CardObservation, LatestWindow) {
            let seen = LatestWindow()
            let query = FeedQuery(streamID: ops, before: 0, after: 10, filter: try filter(text))
            return (database.observe(query, clock: { Date() }) { seen.receive($0) }, seen)
        }
        func ids(_ seen: LatestWindow) -> Set<String> { Set(seen.last?.items.map(\.id.rawValue) ?? ["no window"]) }
        let cases: [(text: String, before: Set<String>, then: Set<String>)] = [
            ("expires:<1m", [], ["soon", "new"]), ("-expires:<1m", ["soon", "later", "never"], ["later", "never"]),
            ("expires:>=1m", ["soon", "later"], ["later"]), ("is:snoozed expires:<1m", [], ["asleep"]),
            ("sent:<1m", ["later"], []), ("-sent:<1m", ["soon", "never"], ["soon", "later", "never", "new"]),
            ("sent:<=60s", ["later"], []), ("sent:>1m", ["soon", "never"], ["soon", "later", "never", "new"]),
            ("expires:<=59s", [], ["soon", "new"]), ("expires:>59s", ["soon", "later"], ["later"]),
        ]
        let watched = try cases.map { ($0, try watch($0.text)) }
        for (one, (_, seen)) in watched {
            try await seen.wait { $0.map { !$0.isPartial } ?? false }
            #expect(ids(seen) == one.before, "\(one.text)")
        }
        // Also for a card that arrives while the others wait.
        try await database.apply(makeDelta([card("new", 5, expires: 62.9)], cursor: 5), at: Date())
        for (one, (observation, seen)) in watched {
            try await seen.wait { window in Set(window?.items.map(\.id.rawValue) ?? []) == one.then }
            #expect(seen.last?.totalCount == one.then.count, "\(one.text)")
            observation.cancel()
        }
    }

    @Test func `snoozed cards are found by a filter`() async throws {
        try await database.apply(
            makeDelta(
                [
                    makeEntry("a"), makeEntry("b", sequence: 2, status: .snoozed, snoozedUntil: .fixed(3600)),
                    makeEntry("c", sequence: 3, status: .dismissed),
                ], cursor: 3), at: .fixed)
        let (observation, seen) = watch(FeedQuery(streamID: ops, filter: try filter("is:snoozed")))
        try await seen.wait { $0?.items.map(\.id.rawValue) == ["b"] }
        try await database.respond(
            .snooze(until: .fixed(7200)), to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
        try await seen.wait { Set($0?.items.map(\.id.rawValue) ?? []) == ["a", "b"] }
        try await database.advance(to: .fixed(3601))
        try await seen.wait { $0?.items.map(\.id.rawValue) == ["a"] }
        observation.cancel()
    }

    @Test func `answered cards with unsent actions are found by a filter`() async throws {
        let entries = ["a", "b", "c"].enumerated().map { makeEntry($1, sequence: Int64($0 + 1)) }
        try await database.apply(makeDelta(entries, cursor: 3), at: .fixed)
        let waiting = try filter("is:waiting")
        let (observation, seen) = watch(FeedQuery(streamID: ops, filter: waiting))
        try await seen.wait { $0?.items.isEmpty == true }
        for (card, response) in [
            ("a", CardResponse.dismiss), ("b", .voteUp(message: nil)), ("c", .snooze(until: .fixed(60))),
        ] {
            try await database.respond(response, to: CardID(card), in: ops, key: ActionKey(card), at: .fixed)
        }
        try await seen.wait { Set($0?.items.map(\.id.rawValue) ?? []) == ["a", "b", "c"] }
        #expect(try await database.count(in: ops, through: waiting, at: .fixed) == 3)
        let receipt = ActionReceipt(key: "a", cardID: "a", status: .dismissed, version: 4)
        try await database.settle(ActionKey("a"), .accepted(receipt), at: .fixed)
        try await seen.wait { Set($0?.items.map(\.id.rawValue) ?? []) == ["b", "c"] }
        observation.cancel()
    }

    @Test func `an unseen card stays in its filter while it is seen, until the next query`() async throws {
        try await database.apply(makeDelta([makeEntry("a"), makeEntry("b", sequence: 2)], cursor: 2), at: .fixed)
        let query = FeedQuery(streamID: ops, filter: try filter("is:unseen"))
        let (observation, seen) = watch(query)
        try await seen.wait { $0?.items.count == 2 }
        try await database.markSeen([CardID("a")], in: ops) { _, _ in nil }
        try await database.apply(makeDelta([makeEntry("c", sequence: 3)], cursor: 3), at: .fixed)
        try await seen.wait { $0?.items.count == 3 }
        observation.cancel()
        #expect(try database.window(query).items.map(\.id.rawValue) == ["b", "c"])
        let read = FeedQuery(streamID: ops, filter: try filter("is:seen"))
        #expect(try database.window(read).items.map(\.id.rawValue) == ["a"])
    }

    @Test func `an unread message stays in its filter while it is read, until the next query`() async throws {
        try await database.apply(
            makeDelta([makeEntry("a", isRead: false), makeEntry("b", sequence: 2, isRead: false)], cursor: 2),
            at: .fixed)
        let query = FeedQuery(streamID: ops, filter: try filter("is:unread"))
        let (observation, seen) = watch(query)
        try await seen.wait { $0?.items.map(\.unseenCount) == [1, 1] }
        try await database.apply(makeDelta([makeEntry("a", sequence: 3, isRead: true)], cursor: 3), at: .fixed)
        try await seen.wait { $0?.items.map(\.unseenCount).sorted() == [0, 1] }
        #expect(seen.last?.items.map(\.id.rawValue).sorted() == ["a", "b"])
        observation.cancel()
        #expect(try database.window(query).items.map(\.id.rawValue) == ["b"])
        let read = FeedQuery(streamID: ops, filter: try filter("is:read"))
        #expect(try database.window(read).items.map(\.id.rawValue) == ["a"])
    }

    @Test func `two windows with one filter are computed once, and each follows its query`() async throws {
        let entries = try await fill(500)
        let ids = expected(entries) { self.title($0).contains("beta") }
        let (one, first) = watch(FeedQuery(streamID: ops, before: 0, after: 5, filter: try filter("beta")))
        try await first.wait { $0?.items.count == 5 && $0?.isPartial == false }
        let (other, second) = watch(
            FeedQuery(streamID: ops, anchor: .end, before: 0, after: 5, filter: try filter("beta")))
        try await second.wait { $0?.items.map(\.id.rawValue) == Array(ids.suffix(5)) }
        one.setQuery(
            FeedQuery(streamID: ops, anchor: .card(CardID(ids[20])), before: 2, after: 2, filter: try filter("beta")))
        try await first.wait { $0?.items.map(\.id.rawValue) == Array(ids[18...22]) }
        one.setQuery(FeedQuery(streamID: ops, before: 0, after: 5))
        let all = expected(entries) { _ in true }
        try await first.wait { $0?.items.map(\.id.rawValue) == Array(all.prefix(5)) }
        one.cancel()
        other.cancel()
    }

    @Test func `conditions of a configuration filter as well`() async throws {
        let entries = try await fill(200)
        let filter = FeedFilter(
            conditions: [try CardFilter(.priority, .between, [.number(JSONNumber(2)), .number(JSONNumber(4))])],
            search: try CardSearch("delta"))
        let ids = expected(entries) { (2...4).contains($0.priority) && self.title($0).contains("delta") }
        let (observation, seen) = watch(FeedQuery(streamID: ops, after: 1000, filter: filter))
        try await seen.wait { $0?.items.map(\.id.rawValue) == ids }
        observation.cancel()
    }

    @Test func `cards leave a filtered window when the owner changes`() async throws {
        _ = try await fill(60)
        let (observation, seen) = watch(FeedQuery(streamID: ops, filter: try filter("priority:>=1")))
        try await seen.wait { $0?.totalCount == 60 }
        _ = try await database.claim(for: "first")
        _ = try await database.claim(for: "second")
        try await seen.wait { $0?.totalCount == 0 }
        observation.cancel()
    }
}
