import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Deadlines and deletion of old data, in every storage.
@Suite struct TimeContractTests {
    private func body(publishAt: Double? = nil, expiresAt: Double? = nil, lifecycle: String? = nil) -> CardBody {
        var body = makeBody(lifecycleID: lifecycle)
        body.publishAt = publishAt.map { .fixed($0) }
        body.expiresAt = expiresAt.map { .fixed($0) }
        return body
    }

    @Test(arguments: StorageKind.allCases)
    func `deadlines are processed in order, in batches`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["a"], body(expiresAt: 30))
        try await rig.publish(["b"], body(publishAt: 10))
        try await rig.publish(["c"], body(expiresAt: 20))
        #expect(try await rig.storage.deadlines().card == .fixed(10))
        #expect(try await rig.storage.position(of: Rig.ops).sequence == 2)
        let early = try await rig.storage.run(ApplyDeadlines(now: .fixed(9)))
        #expect(early.reply == 0 && early.changed.isEmpty)
        let first = try await rig.storage.run(ApplyDeadlines(limit: 1, now: .fixed(40)))
        #expect(first.reply == 1 && first.changed.feeds == [Rig.ops])
        #expect(try await rig.status("b") == .active)
        #expect(try await rig.storage.deadlines().card == .fixed(20))
        #expect(try await rig.storage.run(ApplyDeadlines(now: .fixed(40))).reply == 2)
        #expect(try await rig.status("a") == .expired)
        #expect(try await rig.storage.deadlines() == FeedDeadlines())
        #expect(try await rig.changes(after: 0).entries.map(\.id) == ["b", "c", "a"])
    }

    @Test(arguments: StorageKind.allCases)
    func `an edition at the end of its embargo replaces the one before`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["a"], body(lifecycle: "order-1"))
        try await rig.publish(["b"], body(publishAt: 10, lifecycle: "order-1"))
        try await rig.publish(["x"], body(lifecycle: "order-2"))
        _ = try await rig.storage.run(ApplyDeadlines(now: .fixed(11)))
        #expect(try await rig.entries().entries.map(\.id) == ["b", "x"])
        #expect(try await rig.status("a") == .cancelled)
        try await rig.publish(["c"], body(lifecycle: "order-1"), at: 12)
        #expect(try await rig.entries().entries.map(\.id) == ["c", "x"])
    }

    @Test(arguments: StorageKind.allCases)
    func `ended cards are deleted with all their data, in batches`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        for (number, id) in (["a", "b", "c"] as [CardID]).enumerated() {
            try await rig.publish([id], key: PublicationKey("p\(number)"))
            try await rig.act(.dismiss, on: id, key: ActionKey("k\(number)"))
        }
        try await rig.publish(["d"], key: "p3", at: 50)
        let record = StoredRecord(kind: .event, id: "r", content: Array("{}".utf8))
        _ = try await rig.storage.collect([record], of: Rig.ana, at: .fixed)
        var gone: [Int] = []
        repeat { gone.append(try await rig.storage.compact(before: .fixed(40), limit: 2)) } while gone.last != 0
        #expect(gone == [5, 2, 0])
        #expect(try await rig.status("a") == nil)
        #expect(try await rig.entries().entries.map(\.id) == ["d"])
        #expect(try await rig.storage.position(of: Rig.ops).horizon == 6)
        // The keys of deleted cards can be used again; that of the younger card cannot.
        #expect(try await rig.publish(["e"], key: "p0", at: 60) == ["e"])
        #expect(try await rig.publish(["f"], key: "p3", at: 60) == ["d"])
        #expect(try await rig.act(.dismiss, on: "e", key: "k0").cardID == "e")
    }
}
