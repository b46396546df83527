import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// Failures between the viewer and its server, and their effects.
extension SyncEngineTests {
    @Test(arguments: [
        FeedError.server(Problem(.forbidden), retryAfter: nil), .closed(code: 1008, reason: "no"),
        .closed(code: 4001, reason: "no"),
    ]) func `what only the user can mend stops`(error: FeedError) async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        await rig.server.fail(socket: error)
        await rig.engine.start()
        try await eventually("stopped") { if case .stopped = await rig.connection { true } else { false } }
        let calls = await rig.server.calls.count
        rig.clock.advance(by: 3600)
        await rig.settle()
        #expect(await rig.server.calls.count == calls)
        #expect(try rig.shown == ["a"], "the cache stays usable")
        await rig.server.fail(socket: nil)
        await rig.engine.refresh()
        try await rig.wait(for: .live)
        await rig.end()
    }

    @Test(arguments: [
        (ProblemType.tooManyRequests, 90.0, 90.0...90.0), (.tooManyRequests, 9000, 600...600),
        (.shuttingDown, 90, 90...130), (.shuttingDown, 9000, 560...600),
    ])
    func `Retry-After is kept`(type: ProblemType, asked: Double, within: ClosedRange<Double>) async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: .polling))
        await rig.server.fail(http: .server(Problem(type), retryAfter: asked))
        await rig.engine.start()
        try await eventually("told") { if case .offline = await rig.connection { true } else { false } }
        rig.clock.advance(by: within.lowerBound - 1)
        await rig.settle()
        #expect(await rig.server.calls == [.snapshot(nil)])
        await rig.server.fail(http: nil)
        rig.clock.advance(by: within.upperBound - within.lowerBound + 1)
        try await rig.wait(for: .polling(.chosen))
        await rig.end()
    }

    @Test(arguments: [SyncSettings.DeliveryMode.push, .polling])
    func `an invalid response is reported and the request retried`(deliveryMode: SyncSettings.DeliveryMode) async throws
    {
        let rig = try await SyncRig(SyncSettings(deliveryMode: deliveryMode))
        await rig.server.fail(http: .malformed("the answer is text/html"))
        await rig.engine.start()
        try await rig.wait(for: .offline(since: .fixed, .badAnswer("the answer is text/html")))
        await rig.server.fail(http: nil)
        let wanted: SyncStatus.Connection = deliveryMode == .polling ? .polling(.chosen) : .live
        try await rig.pass(until: "well again") { await rig.connection == wanted }
        await rig.end()
    }

    @Test(arguments: [SyncSettings.DeliveryMode.push, .polling])
    func `a full disk is reported, and the engine recovers`(deliveryMode: SyncSettings.DeliveryMode) async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: deliveryMode))
        try rig.database.limitPages(to: 1)
        await rig.server.publish("a", title: String(repeating: "x", count: 1 << 20))
        await rig.engine.start()
        try await rig.wait(for: .offline(since: .fixed, .local(.diskFull(folder: nil))))
        #expect(await rig.server.calls.count == 1)
        try rig.database.limitPages(to: 1_000_000)
        try await rig.pass(until: "stored") { try rig.shown == ["a"] }
        await rig.end()
    }

    @Test func `a page that references itself is not followed endlessly`() async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: .polling))
        await rig.server.publish("a", "b", "c")
        await rig.server.repeatPages()
        await rig.engine.start()
        try await eventually("told") {
            if case .offline(_, .badAnswer) = await rig.connection { true } else { false }
        }
        #expect(await rig.server.calls.count == 2)
        await rig.end()
    }

    @Test func `the difference to the server's clock is measured`() async throws {
        let rig = try await SyncRig()
        await rig.server.setSkew(-4000)
        try await rig.goLive()
        #expect(await rig.status?.clockSkew == .seconds(-4000))
        await rig.end()
    }

    @Test func `after a jump of the clock, the peer gets a ping immediately`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        await rig.server.fallSilent()
        rig.clock.jumpWall(by: 3600)
        try await rig.pass(10)
        try await eventually("asked both ways") {
            let polls = await rig.server.changesCount
            return await rig.server.pingCount == 1 && polls == 1
        }
        try await rig.pass(10)
        try await eventually("given up") { if case .offline = await rig.connection { true } else { false } }
        await rig.end()
    }

    @Test func `a dead peer is detected within 15 seconds after the server's ping`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        await rig.server.fallSilent()
        try await rig.pass(30)
        try await eventually("asked") { await rig.server.pingCount == 1 }
        try await rig.pass(10)
        try await eventually("offline") { if case .offline = await rig.connection { true } else { false } }
        #expect(rig.clock.uptime <= 40)
        await rig.end()
    }

    @Test(arguments: [FeedError?.none, .closed(code: 1001, reason: ""), .network("reset")])
    func `a lost connection comes back and brings what it missed`(error: FeedError?) async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        await rig.server.publish("missed")
        await rig.server.endSockets(error)
        try await rig.pass(until: "live again") {
            let shown = try rig.shown
            return await rig.connection == .live && shown == ["missed"]
        }
        #expect(await rig.server.count(.socket) == 2)
        await rig.end()
    }

    @Test func `a stop during a fetch leaves no task behind`() async throws {
        let rig = try await SyncRig(SyncSettings(deliveryMode: .polling))
        await rig.server.publish("a")
        await rig.server.hang()
        await rig.engine.start()
        try await eventually("asked") { await rig.server.calls.count == 1 }
        await rig.engine.stop()
        // After a restart, the engine does not wait for the response that the previous run never received.
        await rig.engine.start()
        try await eventually("asked again") { await rig.server.calls.count == 2 }
        await rig.server.releaseHanging()
        try await rig.wait(for: .polling(.chosen))
        #expect(try rig.shown == ["a"])
        await rig.end()
    }
}
