import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Cards, their changes and their order, in every storage.
@Suite struct FeedContractTests {
    @Test(arguments: StorageKind.allCases)
    func `a feed without a publication has position 0`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        #expect(try await rig.storage.position(of: Rig.ops) == FeedPosition())
        #expect(try await rig.entries().entries.isEmpty)
        #expect(try await rig.changes(after: 0).entries.isEmpty)
        #expect(try await rig.storage.outcome(of: "c1", in: Rig.environment) == nil)
        #expect(try await rig.storage.deadlines() == FeedDeadlines())
    }

    @Test(arguments: StorageKind.allCases)
    func `the epoch of another storage is not a part of its history`(kind: StorageKind) async throws {
        let (rig, other) = (try Rig(kind), try Rig(kind))
        try await rig.publish(["c1"])
        #expect(try await rig.storage.lastSequence(of: Rig.ops, in: other.storage.epoch) == nil)
        #expect(try await rig.storage.lastEnding(in: other.storage.epoch) == nil)
    }

    @Test(arguments: StorageKind.allCases)
    func `each user gets a card, and each feed has its own counter`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1", "c2"], to: ["ana", "bo"])
        try await rig.publish(["c3"])
        #expect(try await rig.storage.position(of: Rig.ops).sequence == 2)
        #expect(try await rig.storage.position(of: Rig.ops).counters.visible == 2)
        #expect(try await rig.storage.position(of: FeedKey(viewer: Rig.bo, streamID: "ops")).sequence == 1)
        #expect(try await rig.entries().entries.map(\.id) == ["c1", "c3"])
    }

    @Test(arguments: StorageKind.allCases)
    func `cards come by priority, then the newest first, then by id, the snoozed ones last`(
        kind: StorageKind
    ) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["a"], makeBody(priority: 7))
        try await rig.publish(["b"], makeBody(priority: 2), at: 1)
        try await rig.publish(["d"], makeBody(priority: 2), at: 2)
        try await rig.publish(["c"], makeBody(priority: 2), at: 2)
        try await rig.publish(["s"], makeBody(priority: 1), at: 3)
        try await rig.act(.snooze(until: .fixed(100)), on: "s", at: 4)
        #expect(try await rig.entries().entries.map(\.id) == ["c", "d", "b", "a", "s"])

        // The same, one card at a time.
        var order: FeedOrder?
        var ids: [CardID] = []
        for _ in 0..<5 {
            let page = try await rig.entries(after: order, limit: 1)
            ids += page.entries.map(\.id)
            #expect(page.hasMore == (ids.count < 5))
            order = page.last.map { FeedOrder($0) }
        }
        #expect(ids == ["c", "d", "b", "a", "s"])
        #expect(try await rig.entries(after: order).entries.isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `only the last change of a card is kept, with the body while it is visible`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"])
        try await rig.publish(["c2"])
        try await rig.act(.dismiss, on: "c1", at: 5)
        let changes = try await rig.changes(after: 0).entries
        #expect(changes.map(\.id) == ["c2", "c1"] && changes.map(\.sequence) == [2, 3])
        #expect(changes.map(\.status) == [.active, .dismissed])
        #expect(changes[0].body == makeBody().encoded() && changes[1].body.isEmpty)
        #expect(changes[1].updatedAt == .fixed(5))
        #expect(try await rig.changes(after: 0, skippingRemovalsUpTo: 3).entries.map(\.id) == ["c2"])
        #expect(try await rig.changes(after: 3).entries.isEmpty)
        let first = try await rig.changes(after: 0, limit: 1)
        #expect(first.entries.map(\.id) == ["c2"] && first.hasMore)
    }

    @Test(arguments: StorageKind.allCases)
    func `a result ends at its limits, and says whether there is more`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        for (number, id) in (["c1", "c2", "c3", "c4"] as [CardID]).enumerated() {
            try await rig.publish([id], makeBody(priority: number < 2 ? 3 : 5))
        }
        let bytes = makeBody(priority: 3).encoded().count
        #expect(try await rig.entries(mostBytes: bytes + 1).entries.map(\.id) == ["c1", "c2"])
        #expect(try await rig.entries(mostBytes: 1).entries.count == 1)
        #expect(try await rig.entries(limit: 4).hasMore == false)
        // Reads two of the rows that the filter leaves out, and stops.
        let filter = PreparedFilter([try CardFilter(.priority, .equalTo, .number(5))])
        let page = try await rig.entries(limit: 10, filter: filter, mostRows: 2)
        #expect(page.entries.isEmpty && page.hasMore && page.last?.id == "c2")
        #expect(try await rig.entries(limit: 10, filter: filter, mostRows: 9).entries.map(\.id) == ["c3", "c4"])
    }

    @Test(arguments: StorageKind.allCases)
    func `a card is found in its own feed and environment only`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"])
        #expect(try await problem { try await rig.act(.dismiss, on: "c1", by: Rig.bo) } == .unknownCard)
        let elsewhere = CancelCard("c1", in: "other", now: .fixed)
        #expect(try await problem { try await rig.storage.run(elsewhere) } == .unknownCard)
        #expect(try await rig.storage.outcome(of: "c1", in: "other") == nil)
        let here = try await rig.storage.run(CancelCard("c1", in: Rig.environment, now: .fixed(2)))
        #expect(here.changed.feeds == [Rig.ops])
        #expect(try await rig.status("c1") == .cancelled)
        // A user who reads an unknown stream does not create it.
        #expect(try await rig.storage.feeds(of: Rig.bo).isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `a command that is refused writes nothing`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let now = Date.fixed
        try await rig.publish(["c1"], key: "p")
        let publications = try [
            PublishRequest(streamID: "ops", users: ["ana"], body: makeBody().encoded()),
            // The key belongs to another publication.
            PublishRequest(streamID: "ops", users: ["bo"], key: "p", body: makeBody().encoded()),
        ].map { try Publication($0, now: now) }
        let command = PublishCards(publications, in: Rig.environment, ids: ["c2", "c3"], now: now)
        #expect(try await problem { try await rig.storage.run(command) } == .keyReused)
        #expect(try await rig.storage.position(of: Rig.ops).sequence == 1)
        #expect(try await rig.entries().entries.map(\.id) == ["c1"])
    }

    @Test(arguments: StorageKind.allCases)
    func `a repeated key gets the first answer and changes nothing`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"], key: "p")
        #expect(try await rig.publish(["c2"], key: "p", at: 9) == ["c1"])
        let receipt = try await rig.act(.dismiss, on: "c1")
        let request = ActionRequest(key: "k", streamID: "ops", cardID: "c1", response: .dismiss, at: .fixed)
        let again = try await rig.storage.run(ActOnCard(request, by: Rig.ana, now: .fixed(7)))
        #expect(again.reply == receipt && again.changed.isEmpty)
        #expect(try await problem { try await rig.act(.dismiss, on: "c1", at: 3) } == .keyReused)
        let outcome = try #require(try await rig.storage.outcome(of: "c1", in: Rig.environment))
        #expect(outcome.responses.map(\.response) == [.dismiss] && outcome.responses[0].receivedAt == .fixed)
        #expect(outcome.user == "ana" && outcome.streamID == "ops" && outcome.createdAt == .fixed)
    }

    @Test(arguments: StorageKind.allCases)
    func `many cards at once are one transaction, in the order of their ids`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let users = (0..<700).map { UserID("u\($0)") }
        let now = Date.fixed
        let publication = try Publication(
            PublishRequest(streamID: "ops", users: users, body: makeBody().encoded()), now: now)
        let ids = (0..<2100).map { CardID(stored: "c\($0 + 10_000)") }
        let command = PublishCards(
            [publication, publication, publication], in: Rig.environment, ids: ids, now: now)
        let (receipt, changed) = try await rig.storage.run(command)
        #expect(receipt.cards.map(\.id) == ids && changed.feeds.count == 700)
        let feed = FeedKey(environment: Rig.environment, user: "u699", streamID: "ops")
        #expect(try await rig.entries(of: feed).entries.map(\.id) == [ids[699], ids[1399], ids[2099]])
    }

    @Test(arguments: StorageKind.allCases)
    func `a follower of a feed with concurrent writers misses no change`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let count = 60
        let reader = Task {
            var seen: [Int64] = []
            while seen.count < count {
                let changes = try await rig.changes(after: seen.last ?? 0, limit: 7)
                seen += changes.entries.map(\.sequence)
                await Task.yield()
            }
            return seen
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { try await rig.publish([CardID(stored: "c\(100 + number)")]) }
            }
            try await group.waitForAll()
        }
        #expect(try await reader.value == (1...Int64(count)).map { $0 })
    }
}
