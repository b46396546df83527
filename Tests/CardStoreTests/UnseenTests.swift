import CardStore
import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// What windows report about cards that the user has not seen, in the window and beyond it.
@Suite struct UnseenTests {
    let database: CardDatabase
    init() throws { database = try CardDatabase.inMemory() }

    /// Stores the cards `c000`, `c001` and so on, in this order.
    private func fill(_ count: Int) async throws {
        let entries = (0..<count).map {
            makeEntry(Self.id($0).rawValue, sequence: Int64($0 + 1), activeAt: .fixed(-Double($0)))
        }
        try await database.apply(makeDelta(entries, cursor: Int64(count)), at: .fixed)
    }

    private static func id(_ number: Int) -> CardID { CardID(stored: String(format: "c%03d", number)) }

    private func see(_ numbers: [Int]) async throws {
        try await database.markSeen(numbers.map(Self.id), in: ops) { _, _ in nil }
    }

    private func window(_ change: (inout FeedQuery) -> Void = { _ in }) throws -> CardWindow {
        var query = FeedQuery(streamID: ops, anchor: .card(Self.id(50)), before: 5, after: 5)
        change(&query)
        return try database.window(query)
    }

    @Test(arguments: [CardOrder.feed, .newest])
    func `a window knows its unseen cards and those beyond its edges`(order: CardOrder) async throws {
        try await fill(100)
        try await see(Array(0..<100).filter { ![10, 20, 47, 70, 90].contains($0) })
        let window = try window { $0.order = order }
        #expect(window.items.filter { $0.unseenCount > 0 }.map(\.id) == [Self.id(47)])
        #expect(window.unseenBefore == CardWindow.Unseen(count: 2, nearest: Self.id(20), farthest: Self.id(10)))
        #expect(window.unseenAfter == CardWindow.Unseen(count: 2, nearest: Self.id(70), farthest: Self.id(90)))
    }

    @Test func `many unseen cards are counted up to a limit, and the last one is known`() async throws {
        try await fill(500)
        let after = try #require(try window().unseenAfter)
        #expect(after.count == CardWindow.Unseen.countLimit + 1)
        #expect(after.nearest == Self.id(56) && after.farthest == Self.id(499))
    }

    @Test func `a card that returns from a snooze is new again, and is reported to its publisher once`() async throws {
        try await fill(2)
        try await see([0, 1])
        try await database.respond(
            .snooze(until: .fixed(60)), to: Self.id(0), in: ops, key: ActionKey("k"), at: .fixed)
        try await database.advance(to: .fixed(60))
        #expect(try await database.unseenCount(in: ops) == 1)
        #expect(try window { $0.anchor = .start }.items.map(\.unseenCount) == [1, 0])
        let again = try await database.markSeen([Self.id(0)], in: ops) { _, _ in nil }
        #expect(try again.isEmpty && window { $0.anchor = .start }.items.map(\.unseenCount) == [0, 0])
    }

    @Test func `a card whose snooze the server ends at its time is new again, one that the user wakes is not`()
        async throws
    {
        func snoozed(_ id: Int, sequence: Int64) -> FeedEntry {
            makeEntry(
                Self.id(id).rawValue, sequence: sequence, status: .snoozed, activeAt: .fixed(-Double(id)),
                snoozedUntil: .fixed(60))
        }
        try await fill(2)
        try await see([0, 1])
        try await database.apply(
            makeDelta([snoozed(0, sequence: 3), snoozed(1, sequence: 4)], cursor: 4), at: .fixed)
        let awake = [
            makeEntry(Self.id(0).rawValue, sequence: 5, activeAt: .fixed(30)),
            makeEntry(Self.id(1).rawValue, sequence: 6, activeAt: .fixed(61)),
        ]
        try await database.apply(makeDelta(awake, cursor: 6), at: .fixed(61))
        #expect(try window { $0.anchor = .start }.items.map(\.unseenCount) == [1, 0])
    }

    @Test func `an undone snooze leaves a card seen`() async throws {
        try await fill(1)
        try await see([0])
        try await database.respond(
            .snooze(until: .fixed(60)), to: Self.id(0), in: ops, key: ActionKey("k"), at: .fixed)
        #expect(try await database.withdraw(Self.id(0), in: ops, at: .fixed(1)) == .withdrawn)
        #expect(try await database.unseenCount(in: ops) == 0)
    }

    @Test func `seen cards change the windows of all viewers immediately`() async throws {
        try await fill(60)
        let seen = LatestWindow()
        let observation = database.observe(
            FeedQuery(streamID: ops, before: 0, after: 3), clock: { .fixed }
        ) { seen.receive($0) }
        try await seen.wait { $0?.items.map(\.unseenCount) == [1, 1, 1] && $0?.unseenAfter?.count == 57 }
        try await see([1, 40])
        try await seen.wait { $0?.items.map(\.unseenCount) == [1, 0, 1] && $0?.unseenAfter?.count == 56 }
        observation.cancel()
    }

    @Test func `a folded group counts all of its unseen cards`() async throws {
        try await fill(6)
        try await see([0, 1])
        let window = try window {
            $0.anchor = .start
            $0.groups = CardGroups(.priority)
            $0.groups.folds.foldsAll = true
        }
        #expect(window.items.map(\.unseenCount) == [4])
    }

    @Test func `windows, filter and counts agree on unseen cards`() async throws {
        try await fill(30)
        try await see([3, 4, 5])
        try await database.respond(.dismiss, to: Self.id(6), in: ops, key: ActionKey("k"), at: .fixed)
        let whole = try window {
            $0.anchor = .start
            $0.after = 100
        }
        let filtered = try window {
            $0.anchor = .start
            $0.after = 100
            $0.filter = FeedFilter(search: try! CardSearch("is:unseen"))
        }
        let unseen = whole.items.filter { $0.unseenCount > 0 }.map(\.id)
        #expect(unseen.count == 26)
        #expect(filtered.items.map(\.id) == unseen)
        #expect(try await database.unseenCount(in: ops) == 26)
    }

    private func deliver(_ id: String, _ sequence: Int64, isRead: Bool?) async throws {
        let entry = makeEntry(id, sequence: sequence, isRead: isRead)
        try await database.apply(makeDelta([entry], cursor: sequence), at: .fixed)
    }

    /// The numbers of new cards in the window, in the counts and with the filter.
    private func newCounts() async throws -> [Int] {
        let filter = FeedFilter(search: try CardSearch("is:unseen"))
        return [
            try window { $0.anchor = .start }.items.reduce(0) { $0 + $1.unseenCount },
            try await database.unseenCount(in: ops),
            try window {
                $0.anchor = .start
                $0.filter = filter
            }.totalCount,
        ]
    }

    @Test func `a message is new until its source reports it as read, and the next one is new again`() async throws {
        try await deliver("talk", 1, isRead: false)
        #expect(try await newCounts() == [1, 1, 1])
        // The card was on the screen, but the user was not in the conversation.
        try await database.markSeen(["talk"], in: ops) { _, _ in nil }
        #expect(try await newCounts() == [1, 1, 1])
        try await deliver("talk", 2, isRead: true)
        #expect(try await newCounts() == [0, 0, 0])
        try await deliver("talk", 3, isRead: false)
        #expect(try await newCounts() == [1, 1, 1])
        // An action of the user does not change that the card is new.
        try await database.respond(.voteUp(message: nil), to: "talk", in: ops, key: ActionKey("k"), at: .fixed)
        #expect(try await newCounts() == [1, 1, 1])
    }

    @Test func `a message that arrives as read is not new`() async throws {
        try await deliver("talk", 1, isRead: true)
        #expect(try await newCounts() == [0, 0, 0])
    }

    @Test func `a card that was seen before it is stored is not unseen`() async throws {
        try await see([0])
        try await fill(1)
        #expect(try window { $0.anchor = .start }.items.map(\.unseenCount) == [0])
    }
}
