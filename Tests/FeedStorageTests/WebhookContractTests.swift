import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Webhooks and their deliveries, in every storage.
@Suite struct WebhookContractTests {
    @discardableResult
    private func add(
        _ id: WebhookID, events: [WebhookEvent] = [], streams: [StreamID] = [], at seconds: Double = 0, _ rig: Rig
    ) async throws -> StoredWebhook {
        let webhook = StoredWebhook(
            id: id, environment: Rig.environment, url: "https://example.org", secret: "s", events: events,
            streams: streams, createdAt: Date.fixed(seconds).milliseconds)
        _ = try await rig.storage.run(AddWebhook(webhook))
        return webhook
    }

    private func claim(
        _ id: WebhookID = "w", limit: Int = 10, at seconds: Double = 0, until end: Double = 60, _ rig: Rig
    ) async throws -> [DueDelivery] {
        try await rig.storage.claimDeliveries(of: id, limit: limit, now: .fixed(seconds), until: .fixed(end))
    }

    @Test(arguments: StorageKind.allCases)
    func `webhooks are added up to the limit, listed and removed`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let first = try await add("w0", events: [.completed], streams: ["ops", "news"], rig)
        for number in 1..<AddWebhook.limit { try await add(WebhookID("w\(number)"), at: Double(number), rig) }
        #expect(try await problem { try await add("more", rig) } == .tooManyWebhooks)
        #expect(try await rig.storage.webhooks().first == first)
        #expect(try await rig.storage.webhooks().count == AddWebhook.limit)
        let elsewhere = RemoveWebhook("w0", of: "other")
        #expect(try await problem { try await rig.storage.run(elsewhere) } == .notFound)
        _ = try await rig.storage.run(RemoveWebhook("w0", of: Rig.environment))
        #expect(try await rig.storage.webhooks().first?.id == "w1")
        try await add("more", at: 99, rig)
    }

    @Test(arguments: StorageKind.allCases)
    func `each webhook is told what it asked for, with what the user did`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await add("w", rig)
        try await add("ends", events: [.dismissed], at: 1, rig)
        try await add("news", streams: ["news"], at: 2, rig)
        try await rig.publish(["c1"])
        try await rig.act(.dismiss, on: "c1", at: 5)
        let all = try await claim(at: 5, rig)
        #expect(all.map(\.event) == [.published, .dismissed] && all.map(\.sequence) == [1, 2])
        #expect(all.map(\.at) == [Date.fixed.milliseconds, Date.fixed(5).milliseconds])
        #expect(all.map { $0.card.card.id } == ["c1", "c1"] && all[0].card.body == makeBody().encoded())
        #expect(all[0].action == nil && all[1].action?.receipt.key == "k" && all[1].user == nil)
        #expect(try await claim("ends", at: 5, rig).map(\.event) == [.dismissed])
        #expect(try await claim("news", at: 5, rig).isEmpty)
        #expect(Set(all.map(\.id)).count == 2)
    }

    @Test(arguments: StorageKind.allCases)
    func `a notification comes with its user and its cause`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await add("w", events: [.notification], rig)
        _ = try await rig.storage.run(
            RegisterDevice("device-1", of: Rig.ana, in: [.production], limit: 3, now: .fixed))
        try await rig.publish(["c1"])
        let due = try await claim("w", rig)
        #expect(due.map(\.event) == [.notification] && due[0].cause == .published)
        #expect(due[0].user?.devices.map(\.id.token) == ["device-1"])
    }

    @Test(arguments: StorageKind.allCases)
    func `a claimed delivery is not returned again until the claim ends`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await add("w", rig)
        for id in ["c1", "c2", "c3"] as [CardID] { try await rig.publish([id]) }
        #expect(try await rig.storage.nextDelivery(of: "w") == .fixed)
        #expect(try await claim(limit: 2, at: 1, rig).map { $0.card.card.id } == ["c1", "c2"])
        #expect(try await rig.storage.nextDelivery(of: "w") == .fixed)
        #expect(try await claim(limit: 2, at: 1, until: 70, rig).map { $0.card.card.id } == ["c3"])
        #expect(try await claim(limit: 2, at: 59, rig).isEmpty)
        #expect(try await rig.storage.nextDelivery(of: "w") == .fixed(60))
        #expect(try await claim(limit: 9, at: 61, until: 120, rig).count == 2)
        #expect(try await rig.storage.deliveryCounts(of: "w") == (3, 0))
    }

    @Test(arguments: StorageKind.allCases)
    func `concurrent claims never return a delivery twice`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await add("w", rig)
        for number in 0..<40 { try await rig.publish([CardID(stored: "c\(100 + number)")]) }
        let ids = try await withThrowingTaskGroup(of: [DeliveryID].self) { group in
            for _ in 0..<40 { group.addTask { try await claim(limit: 2, at: 1, rig).map(\.id) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ids.count == 40 && Set(ids).count == 40)
    }

    @Test(arguments: StorageKind.allCases)
    func `a failed delivery is due again at its time, and given up after the last attempt`(kind: StorageKind)
        async throws
    {
        let rig = try Rig(kind)
        try await add("w", rig)
        try await rig.publish(["c1"])
        let first = try #require(try await claim("w", rig).first)
        let long = String(repeating: "x", count: 900)
        try await rig.storage.settle(first.id, .failed(reason: long, next: .fixed(30)), at: .fixed(1))
        #expect(try await claim(at: 29, rig).isEmpty)
        #expect(try await rig.storage.nextDelivery(of: "w") == .fixed(30))
        let again = try #require(try await claim(at: 30, until: 90, rig).first)
        #expect(again.id == first.id && again.attempts == 1)
        try await rig.storage.settle(again.id, .failed(reason: long, next: nil), at: .fixed(31))
        #expect(try await rig.storage.nextDelivery(of: "w") == nil)
        #expect(try await rig.storage.deliveryCounts(of: "w") == (0, 1))
        let dead = try await rig.storage.deadDeliveries(of: "w", limit: 9)
        #expect(dead.map(\.id) == [first.id] && dead[0].cardID == "c1" && dead[0].event == .published)
        #expect(dead[0].attempts == 2 && dead[0].at == .fixed && dead[0].lastAt == .fixed(31))
        #expect(dead[0].reason?.count == DeliveryAttempt.longestReason)

        #expect(try await rig.storage.replay(["other"], of: "w", at: .fixed(40)) == 0)
        #expect(try await rig.storage.replay([first.id], of: "w", at: .fixed(40)) == 1)
        #expect(try await rig.storage.replay(nil, of: "w", at: .fixed(40)) == 0)
        let last = try #require(try await claim(at: 40, until: 90, rig).first)
        #expect(last.attempts == 0)
        try await rig.storage.settle(last.id, .arrived, at: .fixed(41))
        #expect(try await rig.storage.deliveryCounts(of: "w") == (0, 0))
    }

    @Test(arguments: StorageKind.allCases)
    func `deliveries are removed with their webhook and with their card`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await add("w", rig)
        try await add("v", at: 1, rig)
        try await rig.publish(["c1"])
        try await rig.act(.dismiss, on: "c1")
        _ = try await rig.storage.run(RemoveWebhook("w", of: Rig.environment))
        #expect(try await rig.storage.deliveryCounts(of: "w") == (0, 0))
        #expect(try await rig.storage.deliveryCounts(of: "v") == (2, 0))
        _ = try await rig.storage.compact(before: .fixed(9), limit: 9)
        #expect(try await rig.storage.deliveryCounts(of: "v") == (0, 0))
        #expect(try await claim("v", rig).isEmpty)
    }
}
