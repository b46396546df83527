import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Groups of users, in every storage.
@Suite struct GroupContractTests {
    @discardableResult
    private func set(
        _ name: GroupName, _ users: [UserID], in environment: EnvironmentID = Rig.environment, at seconds: Double = 0,
        _ rig: Rig
    ) async throws -> Bool {
        let group = UserGroup(name: name, users: users, updatedAt: .fixed(seconds))
        return try await rig.storage.run(SetGroup(StoredGroup(environment: environment, group: group))).reply
    }

    @Test(arguments: StorageKind.allCases)
    func `groups are listed by name, with the users as they were set last`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        #expect(try await rig.storage.groups(of: Rig.environment).isEmpty)
        #expect(try await set("oncall", ["bo", "ana"], rig))
        #expect(try await set("leads", ["dana"], rig))
        #expect(try await set("leads", ["dana"], in: "other", rig), "each environment has its own")
        #expect(try await !set("oncall", ["carl", "ü \"x\""], at: 60, rig))
        #expect(
            try await rig.storage.groups(of: Rig.environment) == [
                UserGroup(name: "leads", users: ["dana"], updatedAt: .fixed),
                UserGroup(name: "oncall", users: ["carl", "ü \"x\""], updatedAt: .fixed(60)),
            ])
    }

    @Test(arguments: StorageKind.allCases)
    func `a group is removed from its environment only`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await set("leads", ["dana"], rig)
        let elsewhere = RemoveGroup(StoredGroup.ID(environment: "other", name: "leads"))
        #expect(try await problem { try await rig.storage.run(elsewhere) } == .unknownGroup)
        _ = try await rig.storage.run(RemoveGroup(StoredGroup.ID(environment: Rig.environment, name: "leads")))
        #expect(try await rig.storage.groups(of: Rig.environment).isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `an ask finds the users of its groups and keeps them`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await set("oncall", ["bo", "ana"], rig)
        try await set("leads", ["carl"], rig)
        var request = AskRequest(
            streamID: "ops", users: ["@oncall"],
            body: Array(
                #"{"content":[{"type":"buttons","buttons":[{"text":"Y","action":{"type":"submit","name":"y"}}]}]}"#.utf8
            ))
        request.steps = [.init(after: 60, users: ["@leads"])]
        let ids = (1...9).map { CardID("c\($0)") }
        let command = MakeAsk(
            try CheckedAsk(request, now: .fixed), id: "a", in: Rig.environment, ids: ids, now: .fixed)
        _ = try await rig.storage.run(command)
        #expect(try await rig.storage.ask("a", in: Rig.environment)?.cards.map(\.user) == ["bo", "ana"])
        try await set("leads", ["dana"], rig)
        _ = try await rig.storage.run(ApplyDeadlines(now: .fixed(60)))
        #expect(try await rig.storage.ask("a", in: Rig.environment)?.cards.map(\.user) == ["bo", "ana", "carl"])
        request.users = ["@nobody"]
        let unknown = MakeAsk(try CheckedAsk(request, now: .fixed), id: "b", in: Rig.environment, ids: ids, now: .fixed)
        #expect(try await problem { try await rig.storage.run(unknown) } == .unknownGroup)
    }
}
