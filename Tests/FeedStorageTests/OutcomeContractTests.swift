import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Ended cards, and unknown users, in every storage.
@Suite struct OutcomeContractTests {
    private func ended(
        _ rig: Rig, _ start: RecordRange.Start = .after(0), limit: Int = 100, mostBytes: Int = .max,
        of environment: EnvironmentID = Rig.environment
    ) async throws -> [EndedCard] {
        let range = RecordRange(start: start, limit: limit, mostBytes: mostBytes)
        return try await rig.storage.endedCards(of: environment, in: range).cards
    }

    @Test(arguments: StorageKind.allCases)
    func `cards come in the order in which they ended, each once`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["a"])
        try await rig.publish(["b"])
        try await rig.publish(["c"])
        #expect(try await ended(rig).isEmpty)
        try await rig.act(.dismiss, on: "b", key: "k1", at: 1)
        try await rig.act(.voteUp(message: nil), on: "a", key: "k2", at: 2)
        try await rig.act(.snooze(until: .fixed(50)), on: "a", key: "k3", at: 3)
        _ = try await rig.storage.run(CancelCard("c", in: Rig.environment, now: .fixed(4)))
        try await rig.act(.dismiss, on: "a", key: "k4", at: 5)
        let cards = try await ended(rig)
        #expect(cards.map(\.outcome.id) == ["b", "c", "a"] && cards.map(\.number) == [1, 2, 3])
        #expect(cards.map(\.outcome.status) == [.dismissed, .cancelled, .dismissed])
        #expect(cards.last?.outcome.responses.count == 3 && cards.last?.title == makeBody().title)
        #expect(try await ended(rig, .after(1)).map(\.number) == [2, 3])
        #expect(try await ended(rig, .after(0), limit: 2).map(\.number) == [1, 2])
        #expect(try await ended(rig, .last, limit: 2).map(\.number) == [2, 3])
        #expect(try await ended(rig, .last, limit: 9).count == 3)
        #expect(try await ended(rig, mostBytes: 1).map(\.number) == [1], "at least one, however large")
        #expect(try await ended(rig, of: "other").isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `a card that expires, and one that another edition replaces, have ended`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        var body = makeBody()
        body.expiresAt = .fixed(10)
        try await rig.publish(["late"], body)
        try await rig.publish(["one"], makeBody(lifecycleID: "order"))
        try await rig.publish(["two"], makeBody(lifecycleID: "order"), at: 1)
        _ = try await rig.storage.run(ApplyDeadlines(now: .fixed(11)))
        // The card expires when it is published.
        try await rig.publish(["never"], body, at: 20)
        #expect(try await ended(rig).map(\.outcome.id) == ["one", "late", "never"])
        #expect(try await ended(rig).map(\.outcome.status) == [.cancelled, .expired, .expired])
    }

    @Test(arguments: StorageKind.allCases)
    func `a number is not given twice, also after its card was deleted`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["a"])
        try await rig.act(.dismiss, on: "a", key: "k1", at: 1)
        while try await rig.storage.compact(before: .fixed(100), limit: 10) > 0 {}
        #expect(try await ended(rig).isEmpty)
        let range = RecordRange(start: .after(0), limit: 1, mostBytes: .max)
        #expect(try await rig.storage.endedCards(of: Rig.environment, in: range).last == 1)
        try await rig.publish(["b"], at: 200)
        try await rig.act(.dismiss, on: "b", key: "k2", at: 201)
        #expect(try await ended(rig).map(\.number) == [2])
    }

    @Test(arguments: StorageKind.allCases)
    func `users with settings, a device or an invitation are known, and readers`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        func unknown(_ users: [UserID], in environment: EnvironmentID = Rig.environment) async throws -> [UserID] {
            try await rig.storage.unknownUsers(among: users, in: environment)
        }
        #expect(try await unknown(["zoe", "ana"]) == ["zoe", "ana"])
        try await rig.publish(["c"], to: ["ana"])
        let change = UserSettings(name: "Bo")
        _ = try await rig.storage.run(ChangeSettings(of: Rig.bo, by: change, now: .fixed))
        let cy = Viewer(environment: Rig.environment, user: "cy")
        _ = try await rig.storage.run(
            RegisterDevice(DeviceToken(stored: "t"), of: cy, in: [.production], limit: 9, now: .fixed))
        #expect(try await unknown(["zoe", "ana", "bo", "cy", "an"]) == ["zoe", "ana", "an"])
        try await rig.storage.recordReader(Viewer(environment: Rig.environment, user: "ana"))
        try await rig.storage.recordReader(Viewer(environment: Rig.environment, user: "ana"))
        #expect(try await unknown(["zoe", "ana", "bo", "cy", "an"]) == ["zoe", "an"])
        let invitation = StoredInvitation(
            id: "i1", environment: Rig.environment, user: "zoe", hash: [UInt8](repeating: 7, count: 32),
            createdAt: Date.fixed.milliseconds, expiresAt: Date.fixed(60).milliseconds, tokenDays: 90)
        _ = try await rig.storage.run(MakeInvitation(invitation))
        #expect(try await unknown(["zoe", "an"]) == ["an"])
        #expect(try await unknown(["ana"], in: "other") == ["ana"])
        #expect(try await unknown([]) == [])
        let listed = try await rig.storage.users(of: Rig.environment, after: nil, limit: 9)
        #expect(listed == ["ana", "bo", "cy", "zoe"])
    }
}
