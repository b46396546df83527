import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

@Suite struct SyncMachineTests {
    /// A machine, and its actions without those that cancel timers.
    private struct Run {
        var machine: SyncMachine
        var uptime = 0.0
        var random = 0.5

        init(_ settings: SyncSettings = SyncSettings()) { machine = SyncMachine(settings: settings) }

        mutating func callAsFunction(_ input: SyncInput, after seconds: Double = 0) -> [SyncAction] {
            uptime += seconds
            return machine.handle(
                input, at: .init(uptime: uptime, date: .fixed(uptime), random: random)
            ).filter { if case .cancel = $0 { false } else { true } }
        }

        mutating func goLive() {
            _ = self(.start)
            _ = self(.opened)
            _ = self(.caughtUp)
        }
    }

    @Test func `a start connects and goes live`() {
        var run = Run()
        #expect(run(.start) == [.status(.connecting), .connect])
        #expect(run(.opened) == [.wait(.health, 60), .drainOutbox])
        #expect(run(.caughtUp) == [.status(.live)])
        #expect(run.machine.state == .live(since: 0))
    }

    @Test(arguments: [
        SyncFailure.tls("expired"), .authentication("no"),
    ])
    func `permanent failures stop the machine`(failure: SyncFailure) {
        var run = Run()
        _ = run(.start)
        var actions = run(.liveLost(failure))
        if case .authentication = failure {
            // One new token is tried first.
            #expect(actions == [.holdOutbox, .disconnect, .renewToken, .connect])
            actions = run(.liveLost(failure))
        }
        #expect(run.machine.state == .stopped(failure))
        #expect(actions.contains(.status(.stopped(failure.shown(of: nil)))))
        #expect(!actions.contains(.connect))
        #expect(run(.refresh).contains(.connect))
    }

    @Test func `after a refused certificate, the machine retries after five minutes`() {
        var run = Run()
        _ = run(.start)
        #expect(run(.liveLost(.tls("expired"))).contains(.wait(.reconnect, 300)))
        #expect(run(.timer(.reconnect), after: 300) == [.connect])
        #expect(run(.liveLost(.tls("expired"))).contains(.wait(.reconnect, 300)))
        _ = run(.timer(.reconnect), after: 300)
        _ = run(.opened)
        #expect(run(.caughtUp) == [.status(.live)])
    }

    @Test func `after a new token, a stopped machine continues`() {
        var run = Run()
        _ = run(.start)
        _ = run(.liveLost(.authentication("no")))
        _ = run(.liveLost(.authentication("no")))
        #expect(run(.timer(.token)) == [.lookForToken, .wait(.token, 5)])
        #expect(run(.tokenChanged).contains(.connect))
    }

    @Test func `a program without a user tries a refused token again`() {
        var settings = SyncSettings()
        settings.refusalRetryInterval = 60
        var run = Run(settings)
        _ = run(.start)
        for _ in 1...2 {
            _ = run(.liveLost(.authentication("no")))
            #expect(run(.liveLost(.authentication("no"))).contains(.wait(.reconnect, 60)))
            #expect(run(.timer(.reconnect), after: 60) == [.renewToken, .connect])
        }
        _ = run(.opened)
        #expect(run(.caughtUp) == [.status(.live)])
    }

    @Test func `repeated socket failures fall back to polling, which probes and returns`() {
        var run = Run()
        _ = run(.start)
        for _ in 0..<2 {
            _ = run(.liveLost(.noLiveFeed("HTTP 400")))
            _ = run(.timer(.reconnect), after: 60)
        }
        #expect(
            run(.liveLost(.noLiveFeed("HTTP 400"))) == [
                .holdOutbox, .disconnect, .wait(.probe, 300), .fetch,
            ])
        #expect(run(.fetched) == [.status(.polling(.pushUnavailable)), .drainOutbox, .wait(.poll, 15)])
        #expect(run(.timer(.poll), after: 15) == [.fetch])
        #expect(run(.timer(.probe), after: 285) == [.connect])
        #expect(run(.liveLost(.network("no"))) == [.wait(.probe, 300)])
        #expect(run(.timer(.probe), after: 300) == [.connect])
        #expect(run(.opened) == [.wait(.health, 60), .drainOutbox])
        #expect(run(.caughtUp) == [.status(.live)])
    }

    @Test func `a socket that the policy denies is replaced by polling immediately, and retried rarely`() {
        var run = Run()
        _ = run(.start)
        #expect(run(.liveLost(.denied("no"))) == [.holdOutbox, .disconnect, .wait(.probe, 300), .fetch])
        #expect(run(.fetched).contains(.status(.polling(.pushUnavailable))))
        #expect(run(.timer(.probe), after: 300) == [.connect])
        #expect(run(.liveLost(.denied("no"))) == [.wait(.probe, 300)])
        #expect(run(.timer(.poll), after: 15) == [.fetch])
    }

    @Test func `a server that the policy denies is reported, and retried rarely`() {
        var run = Run()
        _ = run(.start)
        _ = run(.liveLost(.denied("no")))
        let actions = run(.fetchFailed(.denied("no")))
        #expect(actions.contains(.status(.stopped(.denied("no")))))
        #expect(actions.contains(.wait(.reconnect, 300)))
        #expect(run.machine.state == .stopped(.denied("no")))
        #expect(run(.timer(.reconnect), after: 300) == [.connect])
    }

    @Test(arguments: [(15.0, 15.0), (0.2, 1.0)]) func `chosen polling keeps its interval`(wanted: Double, got: Double) {
        var run = Run(SyncSettings(deliveryMode: .polling, pollInterval: wanted))
        #expect(run(.start) == [.status(.connecting), .fetch])
        #expect(run(.fetched) == [.status(.polling(.chosen)), .drainOutbox, .wait(.poll, got)])
    }

    @Test func `an interval of 0 fetches once`() {
        var run = Run(SyncSettings(deliveryMode: .polling, pollInterval: 0))
        _ = run(.start)
        #expect(run(.fetched) == [.status(.polling(.chosen)), .drainOutbox])
        #expect(run(.refresh) == [.fetch])
    }

    @Test func `a server that accepts and drops connections is retried with backoff`() {
        var run = Run()
        run.random = 0.999
        _ = run(.start)
        var delays: [Double] = []
        for _ in 0..<6 {
            _ = run(.opened)
            for case .wait(.reconnect, let delay) in run(.liveLost(nil)) { delays.append(delay) }
            _ = run(.fetchFailed(.network("down")))
            if case .backingOff = run.machine.state { _ = run(.timer(.reconnect)) }
        }
        #expect(delays.count >= 2)
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        arguments: [
            (.closed(code: 1001, reason: ""), .restarting), (.closed(code: 1012, reason: ""), .restarting),
            (.closed(code: 1013, reason: ""), .restarting), (.closed(code: 1008, reason: "no"), .authentication("no")),
            (.closed(code: 4001, reason: ""), .authentication("the server closed the connection (4001)")),
            (.closed(code: 1011, reason: "oops"), .network("the server closed the connection (1011): oops")),
            (.socketRefused(status: 401), .authentication("HTTP 401")),
            (.socketRefused(status: 200), .noLiveFeed("HTTP 200")),
            (.server(Problem(.tokenExpired), retryAfter: nil), .authentication("The token has expired")),
            (.server(Problem(.forbidden), retryAfter: 3), .authentication("This key does not allow this request")),
            (.server(Problem(.tooManyRequests), retryAfter: 3), .busy(retryAfter: 3)),
            (.server(Problem(.shuttingDown), retryAfter: 5), .unavailable(retryAfter: 5)),
            (.server(Problem(.unrecognised, status: 502), retryAfter: 3), .busy(retryAfter: 3)),
            (.server(Problem(.internalError), retryAfter: nil), .badAnswer("The server failed")),
            (.malformed("HTML"), .badAnswer("HTML")), (.tls("old"), .tls("old")),
            (.denied("no"), .denied("no")), (.noToken("none"), .noToken("none")),
            (.noNetwork("no route"), .noNetwork("no route")),
            (.local(.diskFull(folder: "/data")), .local(.diskFull(folder: "/data"))), (.cancelled, nil),
        ] as [(FeedError, SyncFailure?)])
    func `failures are classified by their remedy`(error: FeedError, failure: SyncFailure?) {
        #expect(SyncFailure(SourceError(error)) == failure)
    }

    @Test(
        arguments: [
            (.network("refused"), .unreachable(server: "cards.example:443")),
            (.restarting, .unreachable(server: "cards.example:443")),
            (.noNetwork("no route"), .noConnection(server: "cards.example:443")),
            (.local(.library("no libcurl")), .local(.library("no libcurl"))),
        ] as [(SyncFailure, SyncStatus.Failure)])
    func `a failure names the server, or the network if that is the cause`(
        failure: SyncFailure, shown: SyncStatus.Failure
    ) {
        var settings = SyncSettings()
        settings.server = "cards.example:443"
        var run = Run(settings)
        _ = run(.start)
        #expect(run(.liveLost(failure)).last == .status(.offline(since: .fixed, shown)))
    }

    @Test func `a long connection that falls silent gets one early retry`() {
        var run = Run()
        run.goLive()
        _ = run(.timer(.health), after: 60)
        #expect(run(.liveLost(.silent("no answer")), after: 10).contains(.wait(.reconnect, 0.5)))
        _ = run(.timer(.reconnect))
        #expect(run(.liveLost(.network("no"))).contains(.wait(.reconnect, 1)))
    }

    @Test func `a short connection that falls silent gets no early retry`() {
        var run = Run()
        run.goLive()
        #expect(run(.liveLost(.silent("no answer")), after: 35).contains(.wait(.reconnect, 0.5)))
        _ = run(.timer(.reconnect))
        #expect(run(.opened) != [])
        #expect(run(.liveLost(nil)).contains(.wait(.reconnect, 1)))
    }

    @Test(arguments: [SyncFailure?.none, .network("reset"), .restarting, .unavailable(retryAfter: nil)])
    func `a connection that the server has ended is not retried early`(failure: SyncFailure?) {
        var run = Run()
        run.goLive()
        #expect(run(.liveLost(failure), after: 60).contains(.wait(.reconnect, 5)))
        // Still down: the wait stays spread out, and doubles.
        for (last, wait) in [(5.0, 6.3), (6.3, 12.6)] {
            _ = run(.timer(.reconnect), after: last)
            let waits = run(.liveLost(.network("connection refused"))).compactMap { action in
                if case .wait(.reconnect, let seconds) = action { seconds } else { nil }
            }
            #expect(waits.count == 1 && waits.allSatisfy { abs($0 - wait) < 1e-9 })
        }
        // After a minute of health the back-off is reset.
        _ = run(.timer(.reconnect), after: 12.6)
        _ = run(.opened)
        _ = run(.caughtUp)
        _ = run(.timer(.health), after: 60)
        #expect(run(.liveLost(.silent("no answer")), after: 35).contains(.wait(.reconnect, 0.5)))
    }

    @Test(arguments: [SyncFailure?.none, .network("reset"), .restarting, .unavailable(retryAfter: nil)])
    func `the user's own server is retried immediately`(failure: SyncFailure?) {
        var settings = SyncSettings()
        settings.isServerShared = false
        var run = Run(settings)
        run.goLive()
        #expect(run(.liveLost(failure), after: 60).contains(.wait(.reconnect, 0.5)))
        _ = run(.timer(.reconnect), after: 0.5)
        #expect(run(.liveLost(.network("connection refused"))).contains(.wait(.reconnect, 1)))
    }

    @Test func `a refresh by the user does not wait for the backoff`() {
        var run = Run()
        run.goLive()
        _ = run(.liveLost(.restarting), after: 60)
        #expect(run(.refresh).contains(.connect))
        #expect(run(.liveLost(.network("connection refused"))).contains(.wait(.reconnect, 1)))
    }

    @Test func `without a network, the socket is retried soon`() {
        var run = Run()
        _ = run(.start)
        for _ in 0..<2 {
            _ = run(.liveLost(.network("timed out")))
            _ = run(.timer(.reconnect), after: 60)
        }
        #expect(run(.liveLost(.network("timed out"))).contains(.wait(.probe, 30)))
        _ = run(.fetched)
        _ = run(.timer(.probe), after: 30)
        #expect(run(.liveLost(.network("no"))) == [.wait(.probe, 300)])
    }

    @Test func `while polling a refresh and a wake-up try the socket, once at a time`() {
        for input in [SyncInput.refresh, .resumed] {
            var run = Run()
            _ = run(.start)
            for _ in 0..<3 {
                _ = run(.liveLost(.noLiveFeed("HTTP 400")))
                _ = run(.timer(.reconnect), after: 60)
            }
            _ = run(.fetched)
            #expect(run(input) == [.fetch, .connect])
            #expect(run(input) == [.fetch])
        }
        var chosen = Run(SyncSettings(deliveryMode: .polling))
        _ = chosen(.start)
        #expect(chosen(.refresh) == [.fetch])
    }

    @Test(arguments: [(90.0, 90.0), (9000, 600)]) func `Retry-After wins, clamped`(asked: Double, got: Double) {
        var run = Run()
        _ = run(.start)
        #expect(run(.liveLost(.busy(retryAfter: asked))).contains(.wait(.reconnect, got)))
    }

    @Test func `the offline state contains the time when it began`() {
        var run = Run()
        run.goLive()
        let first = run(.liveLost(nil), after: 100)
        #expect(first.last == .status(.offline(since: .fixed(100), .unreachable(server: nil))))
        _ = run(.timer(.reconnect), after: 1)
        #expect(run(.liveLost(.network("no")), after: 1).last == first.last)
    }

    @Test func `after sleep, the connection is checked`() {
        var run = Run()
        run.goLive()
        #expect(run(.resumed) == [.checkLive, .fetch])
        #expect(run(.liveLost(.silent("no answer")), after: 10).contains(.disconnect))
    }

    @Test func `a stop ends all timers and requests`() {
        var run = Run()
        run.goLive()
        #expect(run(.stop) == [.holdOutbox, .disconnect])
        #expect(run(.timer(.health)) == [])
        #expect(run(.start).contains(.connect))
    }
}

@Suite struct BackoffTests {
    @Test func `delays are random up to a growing limit`() {
        var random = SeededGenerator(seed: 1)
        for (attempt, ceiling) in [(1, 1.0), (2, 2), (3, 4), (7, 60), (1000, 60)] {
            let delays = (0..<2000).map { _ in
                Backoff().delay(attempt: attempt, random: .random(in: 0..<1, using: &random))
            }
            #expect(delays.allSatisfy { $0 >= 0 && $0 < ceiling })
            let mean = delays.reduce(0, +) / 2000
            #expect(abs(mean - ceiling / 2) < ceiling * 0.03)
        }
    }
}
