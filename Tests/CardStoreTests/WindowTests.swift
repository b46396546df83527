import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

@Suite struct WindowTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    private func fill(_ count: Int, seed: UInt64 = 1) async throws -> [FeedEntry] {
        var random = SeededGenerator(seed: seed)
        let entries = (0..<count).map { number in
            makeEntry(
                "c\(number)", sequence: Int64(number + 1),
                // Few distinct times, so that the order of equal ones is tested too.
                activeAt: .fixed(Double(Int.random(in: 0..<20, using: &random))),
                body: makeBody(components: [], priority: Int.random(in: 1...10, using: &random)))
        }
        try await database.apply(makeDelta(entries, cursor: Int64(count)), at: .fixed)
        return entries.sorted {
            ($0.priority, -$0.activeAt.timeIntervalSince1970, $0.id) < (
                $1.priority, -$1.activeAt.timeIntervalSince1970, $1.id
            )
        }
    }

    @Test func `any window is the right slice of the feed`() async throws {
        let order = try await fill(300).map(\.id)
        for index in stride(from: 0, to: order.count, by: 7) {
            let query = FeedQuery(streamID: ops, anchor: .card(order[index]), before: 11, after: 13)
            let window = try database.window(query)
            let range = max(0, index - 11)..<min(order.count, index + 14)
            #expect(window.items.map(\.id) == Array(order[range]))
            #expect(window.offset == range.lowerBound)
            #expect(window.hasMoreBefore == (range.lowerBound > 0))
            #expect(window.hasMoreAfter == (range.upperBound < order.count))
            #expect(window.totalCount == order.count)
        }
        let end = try database.window(FeedQuery(streamID: ops, anchor: .end, before: 5, after: 9))
        #expect(end.items.map(\.id) == Array(order.suffix(9)))
        #expect(end.offset == order.count - 9)
        #expect(!end.hasMoreAfter && end.hasMoreBefore)
    }

    @Test func `a position is exact near both ends and unknown in between`() async throws {
        let order = try await fill(2600).map(\.id)
        func offset(_ index: Int) throws -> Int? {
            try database.window(FeedQuery(streamID: ops, anchor: .card(order[index]), before: 5, after: 5)).offset
        }
        #expect(try offset(1000) == 995)
        #expect(try offset(1300) == nil)
        #expect(try offset(1700) == 1695)
    }

    /// Stores cards of half a megabyte each, and returns their order.
    private func fillLarge(_ count: Int) async throws -> [CardID] {
        let text = String(repeating: "x", count: 500_000)
        for number in 0..<count {
            let entry = makeEntry(
                "c\(number)", sequence: Int64(number + 1), activeAt: .fixed(Double(-number)), body: makeBody(text: text)
            )
            try await database.apply(makeDelta([entry], cursor: Int64(number + 1)), at: .fixed)
        }
        return (0..<count).map { CardID("c\($0)") }
    }

    @Test func `a window of very large cards is shorter, and the next one goes on from it`() async throws {
        let order = try await fillLarge(40)
        let start = try database.window(FeedQuery(streamID: ops))
        #expect((12..<20).contains(start.items.count) && start.hasMoreAfter)
        var seen = start.items.map(\.id)
        while seen.count < order.count {
            let query = FeedQuery(streamID: ops, anchor: .card(try #require(seen.last)))
            let window = try database.window(query)
            let index = try #require(window.items.firstIndex { $0.id == seen.last })
            // Whatever the size of the cards, there is always something to scroll to on both sides.
            #expect(index >= min(12, seen.count - 1) && (window.items.count > index + 10 || !window.hasMoreAfter))
            #expect(window.offset == seen.count - 1 - index)
            seen += window.items[(index + 1)...].map(\.id)
        }
        #expect(seen == order)
        let end = try database.window(FeedQuery(streamID: ops, anchor: .end))
        #expect(end.items.last?.id == order.last && end.items.count < 20 && end.hasMoreBefore && !end.hasMoreAfter)
    }

    @Test func `memory for very large cards is limited to little more than a window`() async throws {
        let order = try await fillLarge(60)
        for card in order { _ = try database.window(FeedQuery(streamID: ops, anchor: .card(card))) }
        // 30 MB have been read. A window holds 12 cards on either side.
        #expect(try database.cachedBytes() < 14_000_000)
    }

    @Test func `a removed anchor still marks its position`() async throws {
        let order = try await fill(60).map(\.id)
        let observation = LatestWindow()
        let watch = database.observe(FeedQuery(streamID: ops, anchor: .card(order[30]), before: 3, after: 3)) {
            observation.receive($0)
        }
        try await observation.wait { $0?.items.contains { $0.id == order[30] } == true }
        try await database.respond(.dismiss, to: order[30], in: ops, key: ActionKey("k"), at: .fixed)
        try await observation.wait { $0?.items.map(\.id) == Array(order[27..<30] + order[31..<35]) }
        watch.cancel()
    }

    @Test func `an observation follows changes and its query`() async throws {
        let order = try await fill(50).map(\.id)
        let seen = LatestWindow()
        let watch = database.observe(FeedQuery(streamID: ops, before: 0, after: 5)) { seen.receive($0) }
        try await seen.wait { $0?.items.map(\.id) == Array(order[0..<5]) }
        watch.setQuery(FeedQuery(streamID: ops, anchor: .card(order[20]), before: 1, after: 1))
        try await seen.wait { $0?.items.map(\.id) == Array(order[19..<22]) }
        try await database.apply(
            makeDelta(removing: [FeedRemoval(id: order[21], sequence: 99, status: .dismissed)], cursor: 99), at: .fixed)
        try await seen.wait { $0?.items.map(\.id) == [order[19], order[20], order[22]] }
        watch.cancel()
    }

    @Test func `the version of an item changes only with its card`() async throws {
        _ = try await fill(3)
        let before = try database.window(FeedQuery(streamID: ops)).items.map(\.version)
        try await database.respond(
            .voteUp(message: nil), to: CardID("c1"), in: ops, key: ActionKey("k"), at: .fixed)
        let after = try database.window(FeedQuery(streamID: ops))
        for (item, old) in zip(after.items, before) {
            #expect((item.version != old) == (item.id.rawValue == "c1"))
        }
    }

    @Test func `reading does not wait for a write`() async throws {
        let directory = try TemporaryDirectory()
        let database = try CardDatabase.open(path: directory.file("cards.sqlite"), at: .fixed)
        defer { database.close() }
        try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
        let many = (0..<20_000).map { makeEntry("c\($0)", sequence: Int64($0 + 2)) }
        let ingest = Task { try await database.apply(makeDelta(many, cursor: 20_001), at: .fixed) }
        var totals: [Int] = []
        while totals.last != 20_001 { totals.append(try database.window(FeedQuery(streamID: ops)).totalCount) }
        _ = try await ingest.value
        // Concurrent reads saw whole transactions of the ingest.
        #expect(Set(totals).count > 3)
        #expect(Set(totals).allSatisfy { ($0 - 1) % 500 == 0 })
    }
}

/// The latest window that an observation has delivered.
final class LatestWindow: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: CardWindow?

    var last: CardWindow? { lock.withLock { latest } }

    func receive(_ result: Result<CardWindow, StoreError>) {
        lock.withLock { latest = try? result.get() }
    }

    func wait(until condition: (CardWindow?) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !condition(lock.withLock { latest }) {
            try #require(
                ContinuousClock.now < deadline,
                "the window never came; last: \(String(describing: latest?.items.map(\.id)))")
            await Task.yield()
        }
    }
}
