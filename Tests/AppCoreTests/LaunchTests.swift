import AppCore
import Basics
import Cards
import Support
import Testing

import struct Foundation.Date

struct LaunchTests {
    static let failures: [(SyncStatus.Connection, LaunchFailure)] = [
        (
            SyncStatus.Connection.offline(since: .fixed, .noConnection()),
            LaunchFailure(message: "No internet connection")
        ),
        (
            .offline(since: .fixed, .noConnection(server: "cards.example:443")),
            LaunchFailure(message: "No internet connection", detail: "Can't reach cards.example:443")
        ),
        (
            .offline(since: .fixed, .unreachable(server: "127.0.0.1:8787")),
            LaunchFailure(message: "Couldn't load data", detail: "Can't reach 127.0.0.1:8787")
        ),
        (
            .offline(since: .fixed, .local(.diskFull(folder: "/data"))),
            LaunchFailure(
                message: "Couldn't load data",
                detail: "The disk is full: new cards can't be stored in /data. Free some space; nothing is lost, "
                    + "and new cards will appear after that.")
        ),
        (.offline(since: .fixed, .badAnswer("HTML")), LaunchFailure(message: "Couldn't load data", detail: "HTML")),
        (
            .offline(since: .fixed, .hostNotFound("cards.exmaple")),
            LaunchFailure(
                message: "Couldn't load data",
                detail: "Can't find the host cards.exmaple. Check the server's address in config.toml or on the "
                    + "command line.")
        ),
        (
            .offline(since: .fixed, .notFeed(server: "a:80", "http://a is a web server, but not a cardstream server")),
            LaunchFailure(
                message: "Couldn't load data",
                detail:
                    "http://a is a web server, but not a cardstream server. Check the server's address in config.toml "
                    + "or on the command line.")
        ),
        (
            .stopped(.tls("the certificate has expired")),
            LaunchFailure(
                message: "Couldn't load data",
                detail: "the certificate has expired. Trying again every 5 minutes.")
        ),
        (
            .stopped(.denied("the network policy denies a.test")),
            LaunchFailure(
                message: "Couldn't load data",
                detail: "the network policy denies a.test. Trying again every 5 minutes.")
        ),
        (
            .stopped(.authentication("wrong key")),
            LaunchFailure(message: "Couldn't load data", detail: Strings.Launch.authentication("wrong key"))
        ),
    ]

    @Test(arguments: failures)
    func `a failed first load says so and can be retried`(connection: SyncStatus.Connection, failure: LaunchFailure) {
        var state = AppState.starting()
        _ = state.arrive(CardWindow())
        #expect(state.launch == .loading)
        _ = update(&state, .syncStatusChanged(SyncStatus(connection: connection)), at: .fixed)
        #expect(state.launch == .failed(failure))
        #expect(state.press("enter") == [.refresh])
        #expect(state.launch == .loading)
    }

    @Test func `stored cards are shown while offline`() {
        var state = AppState.starting()
        _ = update(
            &state, .syncStatusChanged(SyncStatus(connection: .offline(since: .fixed, .noConnection()))), at: .fixed)
        _ = state.arrive(.of(["a"]))
        #expect(state.launch == .ready)
    }

    @Test(arguments: [true, false]) func `an empty feed is ready once loaded`(windowFirst: Bool) {
        var state = AppState.starting()
        if windowFirst { _ = state.arrive(CardWindow()) }
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        if !windowFirst {
            #expect(state.launch == .loading)
            _ = state.arrive(CardWindow())
        }
        #expect(state.launch == .ready)
    }

    @Test func `while the user reads the first card, the stream fills below it`() {
        var state = AppState.starting(rows: 8)
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        for ids in [["c"], ["b", "c"], ["a", "b", "c"]] { _ = state.arrive(.of(ids)) }
        #expect(state.selection == "a")
        #expect(state.containers[0].anchor == ScrollAnchor(card: CardID("a")))
        #expect(state.containers[0].arrivals.isEmpty)
        _ = state.press("j", "k", "j")
        _ = state.arrive(.of(["new", "a", "b", "c"]))
        #expect(state.selection == "b")
    }

    static let lines: [(SyncStatus, String)] = [
        (SyncStatus(), "connecting"), (SyncStatus(connection: .live), "live"),
        (SyncStatus(connection: .polling(.chosen)), "polling every 15 s"),
        (
            SyncStatus(connection: .offline(since: .fixed(-60), .noConnection()), waitingActions: 2),
            "offline since 08:59 · 2 unsent"
        ),
        (
            SyncStatus(connection: .offline(since: .fixed(-60), .unreachable(server: "cards.example:443"))),
            "offline since 08:59 · can't reach cards.example:443"
        ),
        (
            SyncStatus(connection: .offline(since: .fixed(-60), .local(.diskFull(folder: "/data"))), waitingActions: 1),
            "disk full: free some space in /data · no new cards since 08:59 · 1 unsent"
        ),
        (
            SyncStatus(connection: .offline(since: .fixed(-60), .hostNotFound("cards.exmaple"))),
            "offline since 08:59 · can't find the host cards.exmaple"
        ),
        (
            SyncStatus(connection: .offline(since: .fixed(-60), .notFeed(server: "a:80", "x"))),
            "offline since 08:59 · a:80 is not a cardstream server"
        ),
        (
            SyncStatus(
                connection: .offline(since: .fixed(-60), .hostNotFound("a.b")), waitingActions: 3, refusedActions: 1),
            "offline since 08:59 · 3 unsent · 1 refused · can't find the host a.b"
        ),
        (SyncStatus(connection: .stopped(.authentication("x"))), "not logged in"),
        (
            SyncStatus(connection: .stopped(.denied("x"))), "denied by network.policy · trying again every 5 min"
        ),
        (SyncStatus(connection: .stopped(.tls("x")), refusedActions: 1), "x · trying again every 5 min · 1 refused"),
        (SyncStatus(connection: .stopped(.noConnection())), "No internet connection"),
    ]

    @Test(arguments: lines)
    func `the status line describes the connection in words`(status: SyncStatus, text: String) {
        #expect(StatusLine(status, at: .fixed, in: .utc, pollingSeconds: 15).text == text)
    }

    static let relative: [(Double, String)] = [
        (0.0, "now"), (59, "now"), (-59, "now"), (60, "in 1 min"), (719, "in 11 min"), (-720, "12 min ago"),
        (7200, "in 2 h"), (7199, "in 2 h"), (5399, "in 1 h"), (3599, "in 59 min"), (-7199, "1 h ago"),
        (47 * 3600, "in 47 h"), (48 * 3600 - 1, "in 2 days"), (3 * 86400 - 1, "in 3 days"),
        (-86400 * 3, "3 days ago"),
    ]

    @Test(arguments: relative)
    func `relative times are written in words`(seconds: Double, text: String) {
        #expect(TimeText.relative(.fixed(seconds), to: .fixed) == text)
    }

    @Test func `the last minute before the expiry is shown as time left`() {
        let texts = [120, 60, 59.5, 1, 0, -1].map { TimeText.expiry(.fixed($0), at: .fixed) }
        #expect(
            texts == [
                "expires in 2 min", "expires in 1 min", "expires in under 1 min", "expires in under 1 min", "expired",
                "expired",
            ])
        // The text is drawn when the last minute begins and when it ends, not every second in between.
        let begin = TimeText.nextChange(of: .fixed(61), after: .fixed)
        #expect(TimeText.expiry(.fixed(61), at: begin) == "expires in under 1 min")
        #expect(TimeText.nextChange(of: .fixed(50), after: .fixed) >= .fixed(50))
    }

    static let distances: [Double] = [
        30.0, 60, 61, 3599, 3600, 5399, 5400, 90000, 171_000, 200_000, 216_000, -1, -60, -3599, -3600, -90000, -200_000,
    ]

    @Test(arguments: distances)
    func `a relative time holds until its next change and not longer`(seconds: Double) {
        let date = Date.fixed(seconds)
        let change = TimeText.nextChange(of: date, after: .fixed)
        let text = TimeText.relative(date, to: .fixed)
        #expect(change > .fixed)
        // Changes are reported at most half a second late, so that exact boundaries do not cause a busy loop.
        #expect(TimeText.relative(date, to: max(.fixed, change.addingTimeInterval(-0.52))) == text)
        // At a boundary between units, or next to "now", one step may not change the text; two steps always do.
        let second = TimeText.nextChange(of: date, after: change)
        #expect(TimeText.relative(date, to: second) != text)
    }

    @Test func `toasts are shown one after the other and disappear`() throws {
        var queue = ToastQueue()
        queue.show(Toast("one"), at: .fixed)
        queue.show(Toast("two"), at: .fixed)
        #expect(queue.current?.text == "one")
        let first = try #require(queue.deadline)
        queue.advance(to: first.addingTimeInterval(-0.1))
        #expect(queue.current?.text == "one")
        queue.advance(to: first)
        #expect(queue.current?.text == "two")
        queue.advance(to: try #require(queue.deadline))
        #expect(queue.current == nil)
        #expect(queue.deadline == nil)
    }

    @Test func `a new toast replaces the shown one immediately`() {
        var state = AppState.given(["c1"])
        _ = update(&state, .noticed("old"), at: .fixed)
        _ = update(&state, .noticed("new"), at: .fixed)
        #expect(state.toast == "new")
        #expect(state.toasts.waiting.isEmpty)
        #expect(state.toasts.recent.map(\.text) == ["old", "new"])
    }

    @Test func `a failure that another toast has replaced is shown again`() throws {
        var state = AppState.given(["c1"])
        _ = update(&state, .responseSettled("c1", .dismiss, .failed(reason: "disk full")), at: .fixed)
        let failure = try #require(state.toast)
        _ = update(&state, .noticed("new"), at: .fixed(1))
        #expect(state.toast == "new")
        _ = update(&state, .timePassed, at: try #require(state.toasts.deadline))
        #expect(state.toast == failure)
    }

    @Test func `longer toasts stay longer`() {
        #expect(Toast("Card dismissed").duration == 3)
        #expect(Toast(String(repeating: "x", count: 100)).duration == 5)
        #expect(Toast(String(repeating: "x", count: 100), kind: .failure).duration == 8)
    }

    @Test func `the next deadline is the earliest of the toast and the visible cards`() {
        var state = AppState.given(card(expiresAt: .fixed(90)))
        // The time passes at which the card counts as seen, which is a deadline of its own.
        _ = update(&state, .timePassed, at: .fixed(1))
        let untilText = TimeText.nextChange(of: .fixed(90), after: .fixed(1))
        #expect(state.nextDeadline == untilText)
        _ = update(&state, .noticed("hello"), at: .fixed(1))
        #expect(state.nextDeadline == .fixed(4))
        _ = update(&state, .timePassed, at: .fixed(4))
        #expect(state.toast == nil)
    }
}
