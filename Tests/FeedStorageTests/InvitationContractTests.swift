import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Invitations, in every storage.
@Suite struct InvitationContractTests {
    private static func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

    @discardableResult
    private func make(
        _ id: InvitationID, _ number: UInt8, of user: UserID = "ana", at seconds: Double = 0, lasting: Double = 60,
        _ rig: Rig
    ) async throws -> StoredInvitation {
        let invitation = StoredInvitation(
            id: id, environment: Rig.environment, user: user, hash: Self.hash(number),
            createdAt: Date.fixed(seconds).milliseconds, expiresAt: Date.fixed(seconds + lasting).milliseconds,
            tokenDays: 90)
        _ = try await rig.storage.run(MakeInvitation(invitation))
        return invitation
    }

    private func redeem(_ number: UInt8, at seconds: Double = 1, _ rig: Rig) async throws -> StoredInvitation {
        try await rig.storage.run(RedeemInvitation(hash: Self.hash(number), now: .fixed(seconds))).reply
    }

    @Test(arguments: StorageKind.allCases)
    func `a code is redeemed once`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let made = try await make("i1", 1, rig)
        try await make("i2", 2, of: "bo", at: 1, rig)
        #expect(try await rig.storage.invitations(of: Rig.environment).map(\.id) == ["i1", "i2"])
        #expect(try await rig.storage.invitations(of: "other").isEmpty)
        var used = made
        used.usedAt = Date.fixed(5).milliseconds
        #expect(try await redeem(1, at: 5, rig) == used)
        #expect(try await problem { try await redeem(1, at: 6, rig) } == .invitationEnded)
        #expect(try await rig.storage.invitations(of: Rig.environment).first == used)
        #expect(try await redeem(2, at: 6, rig).user == "bo")
    }

    @Test(arguments: StorageKind.allCases)
    func `one of many concurrent exchanges succeeds`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        for number in 1...5 as ClosedRange<UInt8> {
            try await make(InvitationID("i\(number)"), number, rig)
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await problem { try await redeem(number, rig) } == nil }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(winners == 1)
        }
    }

    @Test(arguments: StorageKind.allCases)
    func `a wrong, a late and a revoked code are refused`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await make("i1", 1, lasting: 60, rig)
        #expect(try await problem { try await redeem(9, rig) } == .unknownInvitation)
        #expect(try await problem { try await redeem(1, at: 60, rig) } == .invitationEnded)
        #expect(try await redeem(1, at: 59.9, rig).id == "i1")

        try await make("i2", 2, rig)
        let elsewhere = RevokeInvitation("i2", of: "other")
        #expect(try await problem { try await rig.storage.run(elsewhere) } == .unknownInvitation)
        _ = try await rig.storage.run(RevokeInvitation("i2", of: Rig.environment))
        #expect(try await problem { try await redeem(2, rig) } == .unknownInvitation)
        // A used invitation cannot be revoked.
        let used = RevokeInvitation("i1", of: Rig.environment)
        #expect(try await problem { try await rig.storage.run(used) } == .invitationEnded)
    }

    @Test(arguments: StorageKind.allCases)
    func `ended invitations are deleted with all that is old`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await make("old", 1, lasting: 60, rig)
        try await make("new", 2, lasting: 6000, rig)
        #expect(try await rig.storage.compact(before: .fixed(60), limit: 10) == 0)
        #expect(try await rig.storage.compact(before: .fixed(61), limit: 10) == 1)
        #expect(try await rig.storage.invitations(of: Rig.environment).map(\.id) == ["new"])
    }
}
