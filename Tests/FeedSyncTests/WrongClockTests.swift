import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// Viewers on a machine whose clock is wrong by a day.
@Suite struct WrongClockTests {
    @Test(arguments: [-86_400.0, 86_400])
    func `a snooze ends when the user expects it, by the server's clock as well`(skew: Double) async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        await rig.server.setSkew(skew)
        try await rig.goLive()
        try await eventually("shown") { try rig.shown == ["a"] }
        let now = rig.clock.now
        try await rig.database.respond(
            .snooze(until: now.addingTimeInterval(60)), to: "a", in: rig.server.stream, key: ActionKey("k"), at: now)
        #expect(try rig.shown == [])
        let sent = try await rig.database.outboxWork(at: now, limit: 1).due.first?.response
        #expect(sent == .snooze(until: now.addingTimeInterval(60 + skew)))
        await rig.engine.outboxChanged()
        try await rig.pass(0.2)
        await rig.settle()
        #expect(try rig.shown == [])
        rig.clock.advance(by: 61)
        try await rig.pass(until: "shown again") { try rig.shown == ["a"] }
        await rig.end()
    }

    @Test func `an action of many cards has the same end`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a", "b")
        await rig.server.setSkew(-86_400)
        try await rig.goLive()
        try await eventually("shown") { try rig.shown == ["a", "b"] }
        let now = rig.clock.now
        _ = try await rig.database.respond(
            .snooze(until: now.addingTimeInterval(60)), toAll: ["a", "b"], in: rig.server.stream, hold: 0,
            clock: { now }, makeKey: { ActionKey(UUID()) })
        #expect(try rig.shown == [])
        let sent = try await rig.database.outboxWork(at: now, limit: 2).due.map(\.response)
        #expect(sent == Array(repeating: .snooze(until: now.addingTimeInterval(60 - 86_400)), count: 2))
        await rig.end()
    }

    @Test func `a small difference leaves a snooze as it was chosen`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        await rig.server.setSkew(20)
        try await rig.goLive()
        try await eventually("shown") { try rig.shown == ["a"] }
        let until = rig.clock.now.addingTimeInterval(3600)
        try await rig.database.respond(
            .snooze(until: until), to: "a", in: rig.server.stream, key: ActionKey("k"), at: rig.clock.now)
        let sent = try await rig.database.outboxWork(at: rig.clock.now, limit: 1).due.first?.response
        #expect(sent == .snooze(until: until))
        await rig.end()
    }

    @Test func `a card that a wrong clock took for expired comes back once the server tells the time`() async throws {
        let rig = try await SyncRig()
        await rig.server.setSkew(-86_400)
        var delta = await rig.server.publish("a")
        delta.upserts[0].expiresAt = rig.clock.now.addingTimeInterval(3600 - 86_400)
        try await rig.database.apply(delta, at: rig.clock.now.addingTimeInterval(-86_400))
        await rig.server.fail(socket: .network("down"))
        await rig.server.fail(http: .network("down"))
        await rig.engine.start()
        try await rig.pass(0.2)
        try await eventually("taken for expired") { try rig.shown == [] }
        await rig.server.fail(socket: nil)
        await rig.server.fail(http: nil)
        try await rig.pass(until: "back") { try rig.shown == ["a"] }
        await rig.end()
    }
}
