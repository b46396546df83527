import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Users, their devices, records and lists, in every storage.
@Suite struct UserContractTests {
    private func register(
        _ token: DeviceToken, of viewer: Viewer = Rig.ana, in environments: [PushEnvironment] = [.production],
        limit: Int = 3, at seconds: Double = 0, _ rig: Rig
    ) async throws {
        _ = try await rig.storage.run(
            RegisterDevice(token, of: viewer, in: environments, limit: limit, now: .fixed(seconds)))
    }

    private func devices(of viewer: Viewer = Rig.ana, _ rig: Rig) async throws -> [StoredDevice] {
        try await rig.storage.user(viewer).devices
    }

    @Test(arguments: StorageKind.allCases)
    func `settings change field by field, within the limit of custom fields`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        #expect(try await rig.storage.user(Rig.ana) == StoredUser(viewer: Rig.ana))
        var first = UserSettings(name: "Ana")
        first.custom = Dictionary(uniqueKeysWithValues: (0..<64).map { ("f\($0)", .text("x")) })
        _ = try await rig.storage.run(ChangeSettings(of: Rig.ana, by: first, now: .fixed))
        let change = UserSettings(email: "a@b.c")
        let reply = try await rig.storage.run(ChangeSettings(of: Rig.ana, by: change, now: .fixed)).reply
        let stored = try await rig.storage.user(Rig.ana).settings
        #expect(stored == reply && stored.name == "Ana" && stored.email == "a@b.c" && stored.custom.count == 64)
        var more = UserSettings(name: "Other")
        more.custom = ["f64": .text("x")]
        let command = ChangeSettings(of: Rig.ana, by: more, now: .fixed)
        #expect(try await problem { try await rig.storage.run(command) } != nil)
        #expect(try await rig.storage.user(Rig.ana).settings == stored)
        #expect(try await rig.storage.user(Rig.bo).settings == UserSettings())
    }

    @Test(arguments: StorageKind.allCases)
    func `a device is one user's at a time`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await register("device-1", in: [.sandbox], rig)
        try await register("device-1", in: [.production], at: 5, rig)
        let own = try await devices(rig)
        #expect(own.map(\.environments) == [[.sandbox, .production]])
        #expect(own.map(\.updatedAt) == [Date.fixed(5).milliseconds])
        let streams = StreamRegistration(streams: ["ops"])
        _ = try await rig.storage.run(RegisterStreams(streams, for: "device-1", of: Rig.ana, now: .fixed))
        #expect(try await rig.storage.user(Rig.ana).devices(for: "ops").count == 1)
        try await register("device-1", of: Rig.bo, in: [.sandbox], at: 6, rig)
        #expect(try await devices(rig).isEmpty)
        #expect(try await devices(of: Rig.bo, rig).map(\.environments) == [[.sandbox]])
        #expect(try await rig.storage.user(Rig.ana).deviceStreams.isEmpty)
        #expect(try await rig.storage.user(Rig.bo).devices(for: "ops").isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `of too many devices, the oldest registrations are removed`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        for (number, token) in (["device-1", "device-2", "device-3"] as [DeviceToken]).enumerated() {
            try await register(token, at: Double(number), rig)
        }
        try await register("device-1", at: 8, rig)
        try await register("device-4", at: 9, rig)
        #expect(try await devices(rig).map(\.id.token) == ["device-3", "device-1", "device-4"])
        try await register("device-5", limit: 1, at: 10, rig)
        #expect(try await devices(rig).map(\.id.token) == ["device-5"])
    }

    @Test(arguments: StorageKind.allCases)
    func `a device leaves its environments one by one, and is then forgotten`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await register("device-1", in: [.sandbox, .production], rig)
        let streams = StreamRegistration(streams: ["ops"])
        _ = try await rig.storage.run(RegisterStreams(streams, for: "device-1", of: Rig.ana, now: .fixed))
        _ = try await rig.storage.run(DeregisterDevice("device-1", of: Rig.bo, from: [.sandbox, .production]))
        _ = try await rig.storage.run(DeregisterDevice("device-1", of: Rig.ana, from: [.sandbox]))
        #expect(try await devices(rig).map(\.environments) == [[.production]])
        _ = try await rig.storage.run(DeregisterDevice("device-1", of: Rig.ana, from: [.production]))
        #expect(try await rig.storage.user(Rig.ana) == StoredUser(viewer: Rig.ana))
    }

    @Test(arguments: StorageKind.allCases)
    func `a device gets its own streams, else those of all devices`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await register("device-1", rig)
        try await register("device-2", at: 1, rig)
        let all = StreamRegistration(streams: ["ops"], notificationsEnabled: false)
        _ = try await rig.storage.run(RegisterStreams(all, for: nil, of: Rig.ana, now: .fixed))
        let own = StreamRegistration(streams: ["news"])
        _ = try await rig.storage.run(RegisterStreams(own, for: "device-2", of: Rig.ana, now: .fixed))
        let user = try await rig.storage.user(Rig.ana)
        #expect(user.devices(for: "ops").map(\.id.token) == ["device-1"])
        #expect(user.devices(for: "news").map(\.id.token) == ["device-2"])
        #expect(user.settings.notificationsEnabled == false)
        _ = try await rig.storage.run(
            RegisterStreams(StreamRegistration(streams: []), for: nil, of: Rig.ana, now: .fixed))
        #expect(try await rig.storage.user(Rig.ana).devices(for: "ops").isEmpty)
    }

    // MARK: Records

    private func record(_ id: RecordID, _ kind: StoredRecord.Kind = .event, seen: CardID? = nil) -> StoredRecord {
        StoredRecord(kind: kind, id: id, content: Array(#"{"id":"\#(id)"}"#.utf8), seenCard: seen)
    }

    @Test(arguments: StorageKind.allCases)
    func `a record is stored once for each user and kind`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let storage = rig.storage
        #expect(try await storage.collect([record("a"), record("b"), record("a")], of: Rig.ana, at: .fixed) == 2)
        #expect(try await storage.collect([record("a"), record("a", .analytics)], of: Rig.ana, at: .fixed) == 1)
        #expect(try await storage.collect([record("a")], of: Rig.bo, at: .fixed(1)) == 1)
        func ids(_ start: RecordRange.Start, limit: Int = 10, bytes: Int = .max) async throws -> [String] {
            let range = RecordRange(start: start, limit: limit, mostBytes: bytes)
            return try await storage.records(.event, of: Rig.environment, in: range).map {
                "\($0.user) \(try JSONParser.parse($0.content)["id"]?.string ?? "")"
            }
        }
        #expect(try await ids(.after(0)) == ["ana a", "ana b", "bo a"])
        #expect(try await ids(.after(0), limit: 2) == ["ana a", "ana b"])
        #expect(try await ids(.after(0), bytes: 1) == ["ana a"])
        #expect(try await ids(.last, limit: 2) == ["ana b", "bo a"])
        #expect(try await ids(.last, limit: 9).count == 3)
        let all = try await storage.records(
            .event, of: Rig.environment, in: RecordRange(start: .after(0), limit: 9, mostBytes: .max))
        #expect(try await ids(.after(all[1].sequence)) == ["bo a"])
        #expect(all[2].receivedAt == .fixed(1))
        let elsewhere = RecordRange(start: .after(0), limit: 9, mostBytes: .max)
        #expect(try await storage.records(.event, of: "other", in: elsewhere).isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `a record marks the user's own card as seen, once`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1", "c2"], to: ["ana", "bo"])
        let records = [record("a", seen: "c1"), record("b", seen: "c2"), record("c", seen: "c9")]
        _ = try await rig.storage.collect(records, of: Rig.ana, at: .fixed(3))
        _ = try await rig.storage.collect([record("d", seen: "c1")], of: Rig.ana, at: .fixed(8))
        #expect(
            try await rig.storage.feeds(of: Rig.ana) == [FeedSummary(stream: "ops", active: 1, unseen: 0)])
        #expect(try await rig.storage.feeds(of: Rig.bo) == [FeedSummary(stream: "ops", active: 1, unseen: 1)])
        let listed = try await rig.storage.cards(of: Rig.environment, in: CardRange(limit: 9))
        #expect(listed.map(\.seenAt) == [nil, Date.fixed(3).milliseconds])
    }

    // MARK: Lists

    @Test(arguments: StorageKind.allCases)
    func `streams, users and cards are listed page by page`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1", "c2"], to: ["ana", "bo"])
        try await rig.publish(["c3"], stream: "news")
        try await rig.act(.dismiss, on: "c1")
        _ = try await rig.storage.run(
            ChangeSettings(
                of: Viewer(environment: Rig.environment, user: "cy"), by: UserSettings(name: "Cy"), now: .fixed))
        try await register("device-0", of: Viewer(environment: Rig.environment, user: "di"), rig)
        let storage = rig.storage
        #expect(
            try await storage.streams(of: Rig.environment) == [
                StreamSummary(stream: "news", users: 1, active: 1, unseen: 1),
                StreamSummary(stream: "ops", users: 2, active: 1, unseen: 1),
            ])
        #expect(try await storage.users(of: Rig.environment, after: nil, limit: 3) == ["ana", "bo", "cy"])
        #expect(try await storage.users(of: Rig.environment, after: "cy", limit: 3) == ["di"])
        #expect(try await storage.users(of: "other", after: nil, limit: 3).isEmpty)
        func ids(_ range: CardRange) async throws -> [CardID] {
            try await storage.cards(of: Rig.environment, in: range).map(\.card.card.id)
        }
        #expect(try await ids(CardRange(limit: 9)) == ["c3", "c2", "c1"])
        #expect(try await ids(CardRange(stream: "ops", limit: 9)) == ["c2", "c1"])
        #expect(try await ids(CardRange(user: "ana", limit: 1)) == ["c3"])
        #expect(try await ids(CardRange(status: .dismissed, limit: 9)) == ["c1"])
        #expect(try await ids(CardRange(beginning: "c", limit: 9)) == ["c3", "c2", "c1"])
        #expect(try await ids(CardRange(beginning: "c2", limit: 9)) == ["c2"])
        #expect(try await ids(CardRange(beginning: "C", limit: 9)).isEmpty)
        let first = try await storage.cards(of: Rig.environment, in: CardRange(limit: 2))
        #expect(try await ids(CardRange(before: first.last?.number, limit: 2)) == ["c1"])
        #expect(first.last?.card.body == makeBody().encoded())
        #expect(try await storage.cards(of: "other", in: CardRange(limit: 9)).isEmpty)
    }
}
