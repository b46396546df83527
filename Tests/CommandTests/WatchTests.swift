import AppCore
import AppRuntime
import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@testable import cardstream

private let start = Date(timeIntervalSince1970: 1_795_221_000)

private func entry(
    _ id: String, _ sequence: Int64, _ status: CardStatus = .active, priority: Int = 5, title: String = "Lunch",
    room: Int = 7
) -> FeedEntry {
    let body =
        #"{"priority":\#(priority),"metadata":{"notificationDetail":{"room":\#(room)}},"content":[{"type":"headline","text":"\#(title)"}]}"#
    return FeedEntry(
        id: CardID(id), sequence: sequence, status: status, priority: priority, createdAt: start, updatedAt: start,
        activeAt: start, body: Array(body.utf8))
}

private func delta(_ upserts: [FeedEntry], _ removals: [(String, Int64, CardStatus)] = [], at cursor: Int64)
    -> FeedDelta
{
    FeedDelta(
        streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: cursor), upserts: upserts,
        removals: removals.map { FeedRemoval(id: CardID($0.0), sequence: $0.1, status: $0.2) }, serverTime: start)
}

@Suite struct WatchStateTests {
    private func words(_ events: [WatchState.Event]) -> [String] { events.map { "\($0.kind.rawValue) \($0.cardID)" } }

    @Test func `the first snapshot causes no events, later changes do`() {
        var state = WatchState()
        let cursor = FeedCursor(epoch: "e", sequence: 2)
        #expect(state.reset(to: [entry("a", 1), entry("b", 2, .snoozed)], of: "ops", cursor: cursor).isEmpty)
        #expect(words(state.apply(delta([entry("c", 3), entry("b", 4)], at: 4))) == ["published c", "unsnoozed b"])
        // A vote does not change the status.
        #expect(state.apply(delta([entry("c", 5)], at: 5)).isEmpty)
        #expect(
            words(state.apply(delta([entry("a", 6, .snoozed)], [("c", 7, .completed), ("x", 8, .expired)], at: 8)))
                == ["snoozed a", "completed c", "expired x"])
        #expect(
            words(state.apply(delta([], [("a", 9, .dismissed), ("b", 10, .cancelled)], at: 10))) == [
                "dismissed a", "cancelled b",
            ])
        #expect(state.feeds["ops"]?.cards.isEmpty == true)
    }

    @Test func `a card that came and ended between two snapshots causes one event for its end`() {
        var state = WatchState()
        #expect(state.apply(delta([], [("old", 1, .cancelled)], at: 2)).isEmpty, "the first look is no news")
        let between = delta([], [("x", 3, .completed), ("y", 4, .snoozed)], at: 4)
        #expect(words(state.apply(between)) == ["completed x"])
        // The same delta again, as after a connection that was lost before its cursor was saved.
        #expect(state.apply(between).isEmpty)
    }

    @Test func `repeated changes of a live feed cause no events`() {
        var state = WatchState()
        _ = state.reset(to: [entry("a", 1)], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 1))
        #expect(
            words(state.apply(delta([entry("b", 4)], [("c", 3, .completed)], at: 4))) == ["completed c", "published b"])
        let known = state
        #expect(state.apply(delta([entry("c", 2)], at: 2)).isEmpty)
        #expect(state.apply(delta([], [("c", 3, .completed)], at: 3)).isEmpty)
        #expect(state == known)
        #expect(words(state.apply(delta([], [("b", 5, .dismissed)], at: 5))) == ["dismissed b"])
    }

    @Test func `after a gap, unknown cards cause events, and no event is repeated`() {
        var state = WatchState()
        _ = state.reset(to: [entry("a", 1), entry("b", 2)], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 2))
        let again = state.reset(
            to: [entry("b", 2), entry("c", 9)], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 9))
        #expect(words(again) == ["published c"])
        #expect(Set(state.feeds["ops"]?.cards.keys.map(\.rawValue) ?? []) == ["b", "c"])
        #expect(state.apply(delta([entry("c", 9)], at: 9)).isEmpty)
    }

    @Test func `a changed notification detail causes an event for an open card`() {
        var state = WatchState()
        _ = state.reset(
            to: [entry("a", 1), entry("b", 2, .snoozed)], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 2))
        #expect(
            words(state.apply(delta([entry("a", 3, room: 8), entry("b", 4, .snoozed, room: 8)], at: 4))) == [
                "updated a"
            ])
        #expect(state.apply(delta([entry("a", 5, title: "Other", room: 8)], at: 5)).isEmpty)
        let kept = WatchState(Array(state.text(source: "ana").utf8), source: "ana")
        #expect(kept == state)
        #expect(
            words(
                state.reset(
                    to: [entry("a", 6, room: 9)], of: "ops", cursor: FeedCursor(epoch: "f", sequence: 6))) == [
                    "updated a"
                ])
        #expect(state.feeds["ops"]?.details.keys.map(\.rawValue) == ["a"])
    }

    @Test func `a state can adopt the streams of another one`() {
        var (mine, other) = (WatchState(), WatchState())
        _ = mine.reset(to: [entry("a", 1)], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 1))
        _ = other.reset(to: [entry("b", 1)], of: "chat", cursor: FeedCursor(epoch: "e", sequence: 1))
        _ = other.reset(to: [], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 0))
        mine.replace(with: other, of: ["chat"])
        #expect(mine.feeds["chat"]?.cards.count == 1 && mine.feeds["ops"]?.cards.count == 1)
    }

    @Test func `a state round-trips, and only for the same source`() {
        var state = WatchState()
        _ = state.reset(
            to: [entry("a", 1), entry("b", 2, .snoozed)], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 2))
        let bytes = Array(state.text(source: "ana at home").utf8)
        #expect(WatchState(bytes, source: "ana at home") == state)
        #expect(WatchState(bytes, source: "bo at home") == nil)
        #expect(WatchState(Array(bytes.dropLast(3)), source: "ana at home") == nil)
    }
}

@Suite struct NotificationPlannerTests {
    private func call(_ rules: NotificationRules = NotificationRules(), _ settings: UserSettings = UserSettings())
        -> NotificationPlanner
    {
        NotificationPlanner(settings: settings, rules: rules, zone: LocalZone(around: start) { _ in 0 })
    }

    private func event(_ kind: WatchState.Event.Kind, _ id: String = "a", priority: Int = 5) -> WatchState.Event {
        WatchState.Event(
            kind: kind, streamID: "ops", cardID: CardID(id), sequence: 7,
            entry: entry(id, 7, kind == .snoozed ? .snoozed : .active, priority: priority))
    }

    /// Symbols: push-background
    @Test func `new and returned cards cause notifications that name them`() {
        let calls = call().notifications(for: WatchState.Event.Kind.allCases.map { event($0) }, at: start)
        #expect(calls.map(\.title) == ["Lunch", "Lunch", "Snoozed: Lunch"])
    }

    @Test func `many new cards cause one notification`() {
        let calls = call().notifications(for: (1...5).map { event(.published, "c\($0)") }, at: start)
        #expect(calls.map(\.title) == ["5 new cards"] && calls.map(\.body) == ["Lunch and 4 more"])
    }

    @Test func `the configuration's priorities and quiet hours apply`() {
        let rules = NotificationRules(
            rules: [
                .init(priorities: 1...3, notifies: true, rings: true),
                .init(priorities: 4...10, notifies: false, rings: false),
            ])
        #expect(call(rules).notifications(for: [event(.published, priority: 5)], at: start).isEmpty)
        #expect(call(rules).notifications(for: [event(.published, priority: 2)], at: start).map(\.rings) == [true])
        // The tests start at 00:30 UTC.
        let quiet = NotificationRules(quietHours: .init(start: 22 * 60, end: 7 * 60))
        #expect(call(quiet).notifications(for: [event(.published)], at: start).isEmpty)
        #expect(call(quiet).notifications(for: [event(.published)], at: start + 12 * 3600).count == 1)
    }

    @Test func `the user's times apply in the user's time zone`() throws {
        var settings = UserSettings(timeZone: "Pacific/Auckland")
        // The time is 13:30 on a Saturday in Auckland.
        settings.setNotificationTimes([try NotificationTimeframe(from: "13:00", to: "14:00")], weekday: .saturday)
        settings.setNotificationTimes([], weekday: .default)
        var there = call(NotificationRules(), settings)
        there.offset = 13 * 3600
        #expect(there.isWelcome(start))
        #expect(!there.isWelcome(start + 3600))
        #expect(!there.isWelcome(start + 86_400))
        settings.notificationsEnabled = false
        #expect(!call(NotificationRules(), settings).isWelcome(start))
    }

    /// Symbols: push-payload
    @Test func `a notification round-trips through its payload, and other payloads are refused`() throws {
        let notification = try #require(NotificationPlanner.notification(event(.unsnoozed)))
        #expect(notification.title == "Snoozed: Lunch" && notification.detail == ["room": 7])
        #expect(PushNotification(payload: notification.payload) == notification)
        #expect(PushNotification(payload: notification.payload.encoded()) == notification)
        for text in ["{}", "[]", "x", #"{"aps":{"alert":"hi"}}"#, #"{"cardstream":{"id":"1"}}"#, #"{"cardstream":3}"#] {
            #expect(PushNotification(payload: Array(text.utf8)) == nil)
        }
        let json = WatchReporter.json(event(.published))
        #expect(json["event"] == "published" && json["card"]?["priority"] == 5)
        #expect(PushNotification(payload: try #require(json["notification"]))?.title == "Lunch")
    }
}

@Suite struct WatchFeedTests {
    private final class ReceivedEvents: Sendable {
        private let state = Lock<[WatchState.Event]>([])
        func add(_ events: [WatchState.Event]) { state.withLock { $0 += events } }
        var words: [String] { state.withLock { $0.map { "\($0.kind.rawValue)" } } }
    }

    private func wait(_ what: String, until condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !condition() {
            guard ContinuousClock.now < deadline else {
                Issue.record("waited in vain: \(what)")
                return
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test(arguments: [true, false])
    func `a feed reports events by push and by polling, and continues where it ended`(isLive: Bool) async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        func publish() async throws -> CardID {
            let body = Array(#"{"content":[{"type":"headline","text":"x"}]}"#.utf8)
            let request = PublishRequest(streamID: "ops", users: ["ana"], body: body)
            return try #require(try await server.publish([request], environment: keys.environment).cards.first).id
        }
        _ = try await publish()
        let client = FeedClient.inProcess(server, environment: keys.environment, user: "ana")
        let last = Lock(WatchState())
        func run(from state: WatchState) -> (ReceivedEvents, Task<Void, any Error>) {
            let received = ReceivedEvents()
            let feed = WatchFeed(
                WatchFeed.Options(streams: ["ops"], isLive: isLive, pollInterval: 1), FeedSource(client), from: state,
                notices: ConnectionNotices(print: { _ in })
            ) { batch in
                last.withLock { $0 = batch.state }
                received.add(batch.events)
            }
            return (received, Task { try await feed.run() })
        }
        let (received, task) = run(from: WatchState())
        try await wait("the first look") { last.withLock { $0.feeds["ops"]?.cards.count } == 1 }
        let card = try await publish()
        try await wait("published") { received.words == ["published"] }
        _ = try await client.act(
            ActionRequest(key: ActionKey(UUID()), streamID: "ops", cardID: card, response: .dismiss, at: Date()))
        try await wait("dismissed") { received.words == ["published", "dismissed"] }
        task.cancel()
        _ = try await publish()
        let (more, again) = run(from: last.withLock { $0 })
        try await wait("what came meanwhile") { more.words == ["published"] }
        again.cancel()
        await server.stop()
    }

    @Test func `if the policy denies the push connection, the feed polls`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        var client = FeedClient.inProcess(server, environment: keys.environment, user: "ana")
        client.openSocket = { () throws(FeedError) in throw .denied("pins, which WebSockets do not support") }
        let (received, looked, lines) = (ReceivedEvents(), Lock(0), Lock<[String]>([]))
        let feed = WatchFeed(
            WatchFeed.Options(streams: ["ops"], isLive: true, pollInterval: 1), FeedSource(client), from: WatchState(),
            notices: ConnectionNotices(print: { line in lines.withLock { $0.append(line) } })
        ) { batch in
            looked.withLock { $0 += 1 }
            received.add(batch.events)
        }
        let task = Task { try await feed.run() }
        try await wait("the first look") { looked.withLock { $0 } == 1 }
        let body = Array(#"{"content":[{"type":"headline","text":"x"}]}"#.utf8)
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: body)
        _ = try await server.publish([request], environment: keys.environment)
        try await wait("published") { received.words == ["published"] }
        #expect(lines.withLock { $0 } == [])
        task.cancel()
        await server.stop()
    }

    @Test func `without the user's preferences, there are no notifications`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        var client = FeedClient.inProcess(server, environment: keys.environment, user: "ana")
        client.user = { () throws(FeedError) in throw .network("away") }
        await #expect(throws: SourceError.network("away")) { try await WatchRun.settings(from: FeedSource(client)) }
        client.user = { () throws(FeedError) in throw .server(Problem(.notFound), retryAfter: nil) }
        #expect(try await WatchRun.settings(from: FeedSource(client)) == UserSettings())
    }

    @Test func `changed preferences apply from the next card on`() async throws {
        let server = try await FeedServer(DevelopmentKeys.ephemeral().config)
        var client = FeedClient.inProcess(server, environment: "development", user: "ana")
        let wishes = Lock<UserSettings?>(UserSettings(notificationsEnabled: true))
        let called = Lock(0)
        client.user = { () throws(FeedError) in
            guard let settings = wishes.withLock({ $0 }) else { throw .network("away") }
            return settings
        }
        client.sendAnalytics = { records throws(FeedError) in
            called.withLock { $0 += records.count }
            return AnalyticsReceipt(accepted: records.count)
        }
        let reporter = WatchReporter(
            WatchReporter.Options(
                isJSON: true, notifier: .silent, device: "device-one"),
            planner: NotificationPlanner(rules: NotificationRules(), zone: .utc), keep: { _ in })
        await reporter.use(FeedSource(client), settings: try await client.user())
        var state = WatchState()
        _ = state.reset(to: [], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 0))
        for (number, isEnabled, total) in [(1, true, 1), (2, false, 1), (3, nil, 1), (4, true, 2), (5, nil, 3)] {
            wishes.withLock { $0 = isEnabled.map { UserSettings(notificationsEnabled: $0) } }
            let entry = FeedEntry(
                id: CardID("c\(number)"), sequence: Int64(number), status: .active, priority: 5, createdAt: Date(),
                updatedAt: Date(), activeAt: Date(), snoozedUntil: nil, expiresAt: nil, vote: nil,
                body: Array(#"{"content":[{"type":"headline","text":"x"}]}"#.utf8))
            let delta = FeedDelta(
                streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: Int64(number)), upserts: [entry],
                serverTime: Date())
            let events = state.apply(delta)
            await reporter.report(WatchFeed.Batch(events: events, state: state))
            await reporter.finish()
            #expect(called.withLock { $0 } == total, "card \(number)")
        }
        await server.stop()
    }

    /// A server that responds only with errors.
    private final class FailingSource: CardSource {
        let capabilities = SourceCapabilities.all
        private let error: SourceError
        private let attempts = Lock(0)

        init(_ error: SourceError) { self.error = error }

        var count: Int { attempts.withLock { $0 } }

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            attempts.withLock { $0 += 1 }
            throw error
        }

        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
            throw error
        }

        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt { throw error }
    }

    private func feed(_ source: any CardSource, lines: Lock<[String]> = Lock([])) -> WatchFeed {
        WatchFeed(
            WatchFeed.Options(streams: ["ops"], isLive: true, pollInterval: 1), source, from: WatchState(),
            notices: ConnectionNotices(of: "team", print: { line in lines.withLock { $0.append(line) } })
        ) { _ in }
    }

    @Test(arguments: [
        (SourceError.refused(SourceRefusal(.unauthorized)), AppRuntime.ExitStatus.authentication),
        (.noToken("the file is empty"), .authentication), (.local(.feed("no permission")), .failure),
    ])
    func `a permanent failure ends the feed`(error: SourceError, status: AppRuntime.ExitStatus) async throws {
        let failure = await #expect(throws: CommandFailure.self) { try await feed(FailingSource(error)).run() }
        #expect(failure?.status == status)
    }

    @Test func `a network failure is reported once and retried`() async throws {
        let (away, lines) = (FailingSource(.network("down")), Lock<[String]>([]))
        let feed = feed(away, lines: lines)
        let task = Task { try await feed.run() }
        try await wait("two attempts") { away.count >= 2 }
        task.cancel()
        try await task.value
        #expect(lines.withLock { $0 } == ["team: the server cannot be reached: down; trying again"])
    }

    @Test func `a report in progress does not delay the end`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        let server = try await FeedServer(keys.config)
        let begun = Lock(false)
        let source = FeedSource(.inProcess(server, environment: keys.environment, user: "ana"))
        let feed = WatchFeed(
            WatchFeed.Options(streams: ["ops"], isLive: true, pollInterval: 1), source, from: WatchState(),
            notices: ConnectionNotices(print: { _ in })
        ) { _ in
            begun.withLock { $0 = true }
            // Waits until the task is cancelled, like a full pool of commands.
            while !Task.isCancelled { await Task.yield() }
        }
        let task = Task { try await feed.run() }
        try await wait("the report") { begun.withLock { $0 } }
        task.cancel()
        try await task.value
        await server.stop()
    }
}
