import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// Tokens that expire, are refused and are replaced.
extension SyncEngineTests {
    @Test(arguments: [SyncSettings.DeliveryMode.push, .polling])
    func `a refused token is replaced once`(deliveryMode: SyncSettings.DeliveryMode) async throws {
        let source = TokenScript(["old", "new"])
        let rig = try await SyncRig(SyncSettings(deliveryMode: deliveryMode), tokens: source.provider)
        await rig.server.accept(token: "new")
        await rig.engine.start()
        try await rig.wait(for: deliveryMode == .polling ? .polling(.chosen) : .live)
        #expect(source.count == 2)
        #expect(await rig.server.refusedTokens == 1)
        await rig.end()
    }

    @Test(arguments: [SyncSettings.DeliveryMode.push, .polling])
    func `a token that is refused twice stops the engine, and a refresh starts it again`(
        deliveryMode: SyncSettings.DeliveryMode
    ) async throws {
        let source = TokenScript(["bad"])
        let rig = try await SyncRig(SyncSettings(deliveryMode: deliveryMode), tokens: source.provider)
        await rig.server.accept(token: "good")
        await rig.engine.start()
        try await rig.wait(for: .stopped(.authentication("The token has expired")))
        #expect(await rig.server.refusedTokens == 2)
        #expect(source.count == 2)
        try await rig.pass(5)
        // The provider is asked, but the server is not.
        try await eventually("the provider is asked") { source.count == 3 }
        await rig.settle()
        #expect(await rig.server.refusedTokens == 2)
        await rig.server.accept(token: "bad")
        await rig.engine.refresh()
        try await rig.wait(for: deliveryMode == .polling ? .polling(.chosen) : .live)
        await rig.end()
    }

    @Test func `a token that is refused while the feed is live is replaced for an old action`() async throws {
        let source = TokenScript(["old", "new"])
        let rig = try await SyncRig(tokens: source.provider)
        await rig.server.accept(token: "old")
        await rig.server.publish("a")
        try await rig.goLive()
        let key = ActionKey("k")
        try await rig.database.respond(.dismiss, to: "a", in: rig.server.stream, key: key, at: rig.clock.now)
        #expect(try await rig.database.beginAttempt(key))
        await rig.server.accept(token: "new")
        rig.clock.jumpWall(by: SourceCapabilities.defaultKeyLifetime.seconds + 60)
        await rig.engine.outboxChanged()
        try await rig.pass(until: "the next token is asked for") { source.count == 2 }
        await rig.end()
    }

    private func token(until seconds: Double) -> String {
        makeToken(#"{"sub":"ana","exp":\#(Int(Date.fixed.timeIntervalSince1970 + seconds))}"#)
    }

    @Test func `a live socket is reopened unnoticed before its token expires`() async throws {
        let source = TokenScript([token(until: 600), token(until: 6000)])
        let rig = try await SyncRig(tokens: source.provider)
        await rig.server.accept(token: token(until: 600))
        await rig.server.publish("a")
        try await rig.goLive()
        await rig.server.accept(token: token(until: 6000))
        let told = await rig.statusCount
        try await rig.pass(until: "the next connection") { await rig.server.count(.socket) == 2 }
        #expect((540..<590).contains(rig.clock.uptime))
        await rig.server.push(.delta(rig.server.publish("b")))
        try await eventually("b arrives") { try rig.shown == ["a", "b"] }
        #expect(await rig.connection == .live)
        #expect(await rig.server.count(.snapshot(nil)) == 1)
        #expect(await rig.server.refusedTokens == 0)
        #expect(await rig.statusCount <= told + 2, "only the time of the last news changes")
        await rig.end()
    }

    @Test func `an expired token without a successor ends the socket and is reported`() async throws {
        let source = TokenScript([token(until: 600)])
        let rig = try await SyncRig(tokens: source.provider)
        await rig.server.accept(token: token(until: 600))
        try await rig.goLive()
        try await rig.pass(until: "the end is near") { rig.clock.uptime >= 599 }
        #expect(await rig.server.count(.socket) == 1)
        #expect(source.count > 2, "asked again while there was time")
        await rig.server.accept(token: "another")
        await rig.server.endSockets(.closed(code: 4001, reason: "the token has expired"))
        try await eventually("stopped") {
            if case .stopped(.authentication) = await rig.connection { true } else { false }
        }
        await rig.end()
    }

    @Test func `a refresh that fails again is reported, and requests the token immediately`() async throws {
        let source = TokenScript(["good"])
        source.failure = .noToken("unreadable")
        let rig = try await SyncRig(tokens: source.provider)
        await rig.server.accept(token: "good")
        await rig.engine.start()
        let failed = SyncStatus.Connection.offline(since: rig.clock.now, .authentication("unreadable"))
        try await rig.wait(for: failed)
        let told = await rig.statusCount
        await rig.engine.refresh()
        try await eventually("the same is told again") { await rig.statusCount > told }
        #expect(await rig.connection == failed)
        // No time has passed, but the cause is gone.
        source.failure = nil
        await rig.engine.refresh()
        try await rig.wait(for: .live)
        await rig.end()
    }

    @Test func `a new token restarts a stopped engine`() async throws {
        let source = TokenScript(["bad", "bad", "bad", "good"])
        let rig = try await SyncRig(tokens: source.provider)
        await rig.server.accept(token: "good")
        await rig.engine.start()
        try await rig.wait(for: .stopped(.authentication("The token has expired")))
        try await rig.pass(until: "live") { await rig.connection == .live }
        #expect(await rig.server.refusedTokens == 2)
        await rig.end()
    }

    @Test func `a frame that refuses the token counts as a refused token`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        await rig.server.push(.error(Problem(.tokenExpired)))
        try await eventually("a new connection") { await rig.server.count(.socket) == 2 }
        await rig.end()
    }
}
