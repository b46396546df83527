import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

@Suite struct SyncEngineTests {
    private let stream: StreamID = "ops"

    @Test func `the first load comes page by page, then the socket`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a", "b", "c", "d", "e")
        try await rig.goLive()
        let cursor = await rig.server.cursor
        #expect(
            await rig.server.calls == [
                .snapshot(nil), .snapshot("2"), .snapshot("4"), .socket,
                .sent(.subscribe([.init(streamID: stream, since: cursor)])),
            ])
        // The first page is on the screen before the second is asked for; after that one is always on its way.
        #expect(await rig.server.visibleAtPages.prefix(2) == [0, 2])
        #expect(try rig.shown == ["a", "b", "c", "d", "e"])
        #expect(await rig.status?.lastSyncedAt == rig.clock.now)
        await rig.end()
    }

    @Test func `a known stream is not loaded again`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        try await rig.goLive()
        await rig.engine.stop()
        await rig.server.publish("b")
        await rig.engine.start()
        try await eventually("b arrives") { try rig.shown == ["a", "b"] }
        #expect(await rig.server.count(.snapshot(nil)) == 1)
        await rig.end()
    }

    @Test func `changes are stored, then acknowledged`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        for number in 0..<40 { await rig.server.push(.delta(rig.server.publish("c\(number)"))) }
        let removal = await rig.server.remove("c7")
        await rig.server.push(.delta(removal))
        try await eventually("all are acknowledged") { await rig.server.acknowledged.last == removal.cursor }
        #expect(await rig.server.earlyAcknowledgements == [])
        #expect(try await rig.shown == rig.server.visible)
        #expect(try rig.database.window(FeedQuery(streamID: stream)).totalCount == 39)
        await rig.end()
    }

    @Test func `a gap loses nothing and leaves nothing stale`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("stale", "kept", "c", "d")
        try await rig.goLive()
        await rig.server.remove("stale")
        await rig.server.forgetHistory()
        await rig.server.publish("new")
        await rig.server.push(.gap(stream: stream))
        // Comes while the snapshot is being taken.
        await rig.server.push(.delta(rig.server.publish("during")))
        try await eventually("the new snapshot is in") {
            let again = await rig.server.subscriptions.count
            return try await rig.shown == rig.server.visible && again == 2
        }
        #expect(await rig.connection == .live)
        #expect(await rig.server.count(.socket) == 1)
        await rig.server.push(.delta(rig.server.publish("after")))
        try await eventually("the stream goes on") { try rig.shown.contains("after") }
        await rig.end()
    }

    @Test(arguments: [SyncSettings.FeedProtocol.webSocket, .http])
    func `an expired cursor is replaced by a snapshot`(feedProtocol: SyncSettings.FeedProtocol) async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: feedProtocol))
        await rig.server.publish("stale", "kept")
        await rig.engine.start()
        try await eventually("loaded") { try rig.shown == ["stale", "kept"] }
        await rig.engine.stop()
        await rig.server.remove("stale")
        await rig.server.forgetHistory()
        await rig.server.publish("new")
        await rig.engine.start()
        try await eventually("loaded anew") { try rig.shown == ["kept", "new"] }
        await rig.end()
    }

    @Test func `changes that are repeated or late change nothing`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        let first = await rig.server.publish("a", title: "Old")
        let second = await rig.server.publish("a", title: "New")
        let gone = await rig.server.publish("b")
        let removal = await rig.server.remove("b")
        for delta in [second, first, removal, gone, second, first] { await rig.server.push(.delta(delta)) }
        let last = await rig.server.publish("z")
        await rig.server.push(.delta(last))
        try await eventually("all are stored") { await rig.server.acknowledged.contains(last.cursor) }
        let items = try rig.database.window(FeedQuery(streamID: stream)).items
        #expect(Set(items.map(\.id)) == ["a", "z"])
        let title = items.compactMap { item in
            if case .card(let card) = item.content, card.id == "a" { card.body.components.first } else { nil }
        }
        #expect(title == [.headline(Headline(text: "New"))])
        #expect(try await rig.database.syncRecord(of: stream).cursor == last.cursor)
        await rig.end()
    }

    @Test func `a refused socket is replaced by polling until it works again`() async throws {
        let rig = try await SyncRig()
        await rig.server.publish("a")
        await rig.server.fail(socket: .socketRefused(status: 400))
        await rig.engine.start()
        try await rig.pass(until: "polling") { await rig.connection == .polling(.socketUnavailable) }
        #expect(await rig.server.count(.socket) == 3)
        await rig.server.publish("b")
        try await rig.pass(until: "b is fetched") { try rig.shown == ["a", "b"] }
        // 2 probes, 5 minutes apart.
        try await rig.pass(until: "the first probe") { await rig.server.count(.socket) == 4 }
        let reached = rig.clock.uptime
        var planned: Double?
        try await eventually("the next is planned") {
            planned = rig.clock.wakeTimes.first { (298...300).contains($0 - reached) }
            return planned != nil
        }
        rig.clock.advance(by: try #require(planned) - reached - 0.5)
        await rig.settle()
        #expect(await rig.server.count(.socket) == 4)
        rig.clock.advance(by: 0.5)
        try await eventually("the second probe") { await rig.server.count(.socket) == 5 }
        #expect(await rig.connection == .polling(.socketUnavailable))
        await rig.server.fail(socket: nil)
        try await rig.pass(until: "live") { await rig.connection == .live }
        let polls = await rig.server.changesCount
        rig.clock.advance(by: 60)
        await rig.settle()
        #expect(await rig.server.changesCount == polls, "polling goes on beside the socket")
        await rig.end()
    }

    @Test func `a refresh while polling tries the socket too`() async throws {
        let rig = try await SyncRig()
        await rig.server.fail(socket: .socketRefused(status: 400))
        await rig.engine.start()
        try await rig.pass(until: "polling") { await rig.connection == .polling(.socketUnavailable) }
        await rig.server.fail(socket: nil)
        await rig.engine.refresh()
        try await rig.wait(for: .live)
        await rig.end()
    }

    @Test func `chosen polling opens no socket and asks at its interval`() async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: .http, pollInterval: 15))
        await rig.server.publish("a")
        await rig.engine.start()
        try await rig.wait(for: .polling(.chosen))
        for round in 1...4 {
            try await rig.pass(15)
            try await eventually("poll \(round)") { await rig.server.changesCount == round }
            // Nothing new is news, too.
            try await eventually("synced") { await rig.status?.lastSyncedAt == rig.clock.now }
        }
        #expect(await rig.server.count(.socket) == 0)
        #expect(await rig.server.count(.snapshot(nil)) == 1)
        await rig.end()
    }

    @Test func `an interval of 0 asks once`() async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: .http, pollInterval: 0))
        await rig.server.publish("a")
        await rig.engine.start()
        try await rig.wait(for: .polling(.chosen))
        rig.clock.advance(by: 3600)
        await rig.settle()
        #expect(await rig.server.calls == [.snapshot(nil)])
        await rig.engine.refresh()
        try await eventually("asked again") { await rig.server.changesCount == 1 }
        await rig.end()
    }

    @Test(arguments: [SyncSettings.FeedProtocol.webSocket, .http])
    func `a refused token is replaced once`(feedProtocol: SyncSettings.FeedProtocol) async throws {
        let source = TokenScript(["old", "new"])
        let rig = try await SyncRig(SyncSettings(feedProtocol: feedProtocol), tokens: source.provider)
        await rig.server.accept(token: "new")
        await rig.engine.start()
        try await rig.wait(for: feedProtocol == .http ? .polling(.chosen) : .live)
        #expect(source.count == 2)
        #expect(await rig.server.refusedTokens == 1)
        await rig.end()
    }

    @Test(arguments: [SyncSettings.FeedProtocol.webSocket, .http])
    func `a token refused twice stops, and refresh begins again`(feedProtocol: SyncSettings.FeedProtocol) async throws {
        let source = TokenScript(["bad"])
        let rig = try await SyncRig(SyncSettings(feedProtocol: feedProtocol), tokens: source.provider)
        await rig.server.accept(token: "good")
        await rig.engine.start()
        try await rig.wait(for: .stopped(.authentication("The token has expired")))
        #expect(await rig.server.refusedTokens == 2)
        #expect(source.count == 2)
        try await rig.pass(5)
        // The provider is asked, the server is not.
        try await eventually("the provider is asked") { source.count == 3 }
        await rig.settle()
        #expect(await rig.server.refusedTokens == 2)
        await rig.server.accept(token: "bad")
        await rig.engine.refresh()
        try await rig.wait(for: feedProtocol == .http ? .polling(.chosen) : .live)
        await rig.end()
    }

    private func token(until seconds: Double) -> String {
        makeToken(#"{"sub":"ana","exp":\#(Int(Date.fixed.timeIntervalSince1970 + seconds))}"#)
    }

    @Test func `before its token ends a live socket is opened anew, unseen`() async throws {
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

    @Test func `a token without a successor ends the socket, and is told`() async throws {
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

    @Test func `a refresh that fails again is told, and asks for the token at once`() async throws {
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

    @Test func `a new token ends the stop by itself`() async throws {
        let source = TokenScript(["bad", "bad", "bad", "good"])
        let rig = try await SyncRig(tokens: source.provider)
        await rig.server.accept(token: "good")
        await rig.engine.start()
        try await rig.wait(for: .stopped(.authentication("The token has expired")))
        try await rig.pass(until: "live") { await rig.connection == .live }
        #expect(await rig.server.refusedTokens == 2)
        await rig.end()
    }

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
        let rig = try await SyncRig(SyncSettings(feedProtocol: .http))
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

    @Test(arguments: [SyncSettings.FeedProtocol.webSocket, .http])
    func `nonsense from the server is told and tried again`(feedProtocol: SyncSettings.FeedProtocol) async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: feedProtocol))
        await rig.server.fail(http: .malformed("the answer is text/html"))
        await rig.engine.start()
        try await rig.wait(for: .offline(since: .fixed, .badAnswer("the answer is text/html")))
        await rig.server.fail(http: nil)
        let wanted: SyncStatus.Connection = feedProtocol == .http ? .polling(.chosen) : .live
        try await rig.pass(until: "well again") { await rig.connection == wanted }
        await rig.end()
    }

    @Test(arguments: [SyncSettings.FeedProtocol.webSocket, .http])
    func `a full disk is told, and mended by itself`(feedProtocol: SyncSettings.FeedProtocol) async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: feedProtocol))
        try rig.database.limitPages(to: 1)
        await rig.server.publish("a", title: String(repeating: "x", count: 1 << 20))
        await rig.engine.start()
        try await rig.wait(for: .offline(since: .fixed, .local(.diskFull(folder: nil))))
        #expect(await rig.server.calls.count == 1)
        try rig.database.limitPages(to: 1_000_000)
        try await rig.pass(until: "stored") { try rig.shown == ["a"] }
        await rig.end()
    }

    @Test func `a page that leads to itself is not followed for ever`() async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: .http))
        await rig.server.publish("a", "b", "c")
        await rig.server.repeatPages()
        await rig.engine.start()
        try await eventually("told") {
            if case .offline(_, .badAnswer) = await rig.connection { true } else { false }
        }
        #expect(await rig.server.calls.count == 2)
        await rig.end()
    }

    @Test func `the server's clock is known`() async throws {
        let rig = try await SyncRig()
        await rig.server.setSkew(-4000)
        try await rig.goLive()
        #expect(await rig.status?.clockSkew == -4000)
        await rig.end()
    }

    @Test func `after a jump of the clock the peer is asked at once`() async throws {
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

    @Test func `a dead peer is noticed within 40 seconds`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        await rig.server.fallSilent()
        try await rig.pass(25)
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

    @Test func `a frame of the server that refuses the token is a refused token`() async throws {
        let rig = try await SyncRig()
        try await rig.goLive()
        await rig.server.push(.error(Problem(.tokenExpired)))
        try await eventually("a new connection") { await rig.server.count(.socket) == 2 }
        await rig.end()
    }

    @Test func `a stop during a fetch leaves nothing behind`() async throws {
        let rig = try await SyncRig(SyncSettings(feedProtocol: .http))
        await rig.server.publish("a")
        await rig.server.hang()
        await rig.engine.start()
        try await eventually("asked") { await rig.server.calls.count == 1 }
        await rig.engine.stop()
        // The next life does not wait for the answer that the last one never got.
        await rig.engine.start()
        try await eventually("asked again") { await rig.server.calls.count == 2 }
        await rig.server.releaseHanging()
        try await rig.wait(for: .polling(.chosen))
        #expect(try rig.shown == ["a"])
        await rig.end()
    }
}

/// Gives these tokens in turn, the last for ever.
///
/// Invariant: the position is used with the lock held.
final class TokenScript: @unchecked Sendable {
    private let lock = NSLock()
    private let tokens: [String]
    private var asked = 0
    private var error: FeedError?

    init(_ tokens: [String]) { self.tokens = tokens }

    var count: Int { lock.withLock { asked } }
    /// Thrown instead of giving a token, while there is one.
    var failure: FeedError? {
        get { lock.withLock { error } }
        set { lock.withLock { error = newValue } }
    }

    var provider: TokenProvider {
        TokenProvider(name: "script") { () throws(FeedError) in
            if let failure = self.failure { throw failure }
            return self.lock.withLock {
                self.asked += 1
                return self.tokens[min(self.asked, self.tokens.count) - 1]
            }
        }
    }
}
