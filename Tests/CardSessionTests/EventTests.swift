import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// Checks that each event is raised at its place in a session, with its fields, for the observer and for the publisher.
@Suite(.timeLimit(.minutes(1))) struct EventTests {
    /// A session with these cards, and the events that its observer receives.
    private struct Rig {
        let feed: TestFeed
        let session: CardSession
        let cards: [CardID]
        let events = Calls<SDKEvent>()

        init(_ bodies: CardBody...) async throws {
            feed = try await TestFeed()
            var cards: [CardID] = []
            for body in bodies { cards += try await feed.publish(body) }
            self.cards = cards
            session = try CardSession(.memory)
            session.observeEvents { [events] in events.record($0) }
            await connect()
            for await update in try session.observeStream(id: feed.stream)
            where try update.get().count == cards.count { break }
        }

        func connect(_ client: FeedClient? = nil) async {
            await session.connect(
                FeedSource(client ?? feed.client()), streams: [], delivery: .push(fallbackInterval: .seconds(1))
            ) { _ in }
        }

        func event(_ kind: SDKEvent.Kind) async throws -> SDKEvent {
            try await events.first(kind.rawValue) { $0.kind == kind }
        }

        /// The record that the publisher receives of the event, exactly once.
        func record(_ kind: SDKEvent.Kind) async throws -> AnalyticsRecord {
            let event = try await event(kind)
            try await eventually("\(kind) is sent") {
                try await session.flushEvents()
                return try await records().contains { $0.id == event.id }
            }
            let found = try await records().filter { $0.name == kind.rawValue }
            #expect(found.count == 1)
            return try #require(found.first)
        }

        func records() async throws -> [AnalyticsRecord] {
            try await feed.server.analytics(environment: feed.keys.environment)
        }
    }

    private static let until = Date(milliseconds: (Date().milliseconds / 1000 + 7200) * 1000)

    /// Each answer, the event that the observer receives, and the properties that the publisher gets (`AACSDKEvent…` of
    /// the guide).
    ///
    /// Symbols: event-cardCompleted, event-cardDismissed, event-cardSnoozed, event-cardVotedUp, event-cardVotedDown
    /// Symbols: event-source
    private static let answers: [(CardResponse, SDKEvent.ActionSource, SDKEvent.Kind, JSONObject)] = [
        (.dismiss, .unknown, .cardDismissed, [:]),
        (
            .submit(buttonName: "approve", values: ["note": "fine"]), .cardButton, .cardCompleted,
            ["buttonName": "approve", "values": ["note": "fine"]]
        ),
        (.snooze(until: until), .overflow, .cardSnoozed, ["unsnooze": .string(until.rfc3339)]),
        (.voteUp(message: "good"), .overflow, .cardVotedUp, ["source": "overflow-menu", "message": "good"]),
        (
            .voteDown(reason: .other, message: "why?"), .cardButton, .cardVotedDown,
            ["source": "card-button", "reason": "other", "message": "why?"]
        ),
    ]

    /// Symbols: event-cardCompleted, event-cardDismissed, event-cardSnoozed, event-cardVotedUp, event-cardVotedDown
    @Test(arguments: answers.indices)
    func `an answer is an event once the server has it`(index: Int) async throws {
        let (response, source, kind, properties) = Self.answers[index]
        let votes = ActionProperties(voteUp: .enabled(feedbackLabel: "?"), voteDown: .enabled(feedbackLabel: "?"))
        let rig = try await Rig(makeBody(actions: votes))
        rig.session.setClientAppVersion("Version 26.2 (17C52)")
        let shown = AnalyticsRecord.StreamContext(length: 1, visible: 1, position: 0, mode: .stream)
        try await rig.session.respond(
            to: rig.cards[0], in: rig.feed.stream, with: response,
            from: ResponseOrigin(source: source, stream: shown))
        let event = try await rig.event(kind)
        #expect(event.cardID == rig.cards[0] && event.streamID == rig.feed.stream && event.report.stream == shown)
        var detail = try #require(SDKEvent.Detail(response, from: source, at: event.at))
        if case .cardSnoozed(_, let seconds) = event.detail {
            detail = .cardSnoozed(until: Self.until, seconds: seconds)
        }
        #expect(event.detail == detail)
        var record = try await rig.record(kind)
        if kind == .cardSnoozed {
            let period = try #require(record.properties["snoozePeriod"]?.number?.double)
            #expect(abs(period - Self.until.timeIntervalSince(event.at)) < 0.01)
            record.properties["snoozePeriod"] = nil
        }
        #expect(record.properties == properties)
        #expect(record.stream == shown && record.card?.id == rig.cards[0] && record.card?.viewState == .topview)
        #expect(record.clientAppVersion == "Version 26.2 (17C52)")
        #expect(Date(rfc3339: record.localTimestamp ?? "") == record.at)
        #expect(rig.events.all.filter { $0.kind == kind }.count == 1)
        await rig.session.close()
    }

    @Test func `an undone or refused action causes no event`() async throws {
        let rig = try await Rig(makeBody(), makeBody(actions: ActionProperties()))
        try await rig.session.respond(to: rig.cards[0], in: rig.feed.stream, with: .dismiss, undoWindow: .seconds(60))
        _ = try await rig.session.undo()
        let refusals = Calls<SessionEvent>()
        await rig.session.connect(
            FeedSource(rig.feed.client()), streams: [], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            refusals.record($0)
        }
        try await rig.session.respond(
            to: rig.cards[1], in: rig.feed.stream, with: .voteDown(reason: .other, message: nil))
        let refusal = try await refusals.first("the refusal") { if case .refused = $0 { true } else { false } }
        guard case .refused(rig.cards[1], .voteDown, let reason) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(!reason.isEmpty)
        // The failed request is a separate event.
        let failed = try await rig.event(.requestFailed)
        #expect(failed.detail == .requestFailed(path: "/v1/actions", status: 409) && failed.cardID == rig.cards[1])
        try await rig.session.flushEvents()
        let names = try await rig.records().map(\.name)
        #expect(!names.contains("card-dismissed") && !names.contains("card-voted-down"))
        #expect(rig.events.all.allSatisfy { $0.kind != .cardDismissed && $0.kind != .cardVotedDown })
        await rig.session.close()
    }

    /// What hosts and viewers report, and the properties that the publisher gets.
    ///
    /// Symbols: event-videoPlayed, event-videoCompleted, event-notificationReceived, event-userFileUploadsStarted
    /// Symbols: event-userFileUploadsCompleted, event-userFileUploadsFailed
    private static let reports: [(EventReport, JSONObject)] = {
        let sub = EventReport.CardView(subviewID: "more", subviewTitle: "More")
        let place: JSONObject = ["subviewLevel": 1, "subviewId": "more", "subviewTitle": "More"]
        let file = SDKEvent.UploadedFile(filename: "a.png", bucketID: "b")
        let files: JSONObject = ["fileInfo": [["filename": "a.png", "bucketId": "b"]], "subviewLevel": 0]
        func on(_ detail: SDKEvent.Detail, _ view: EventReport.CardView = .own) -> EventReport {
            EventReport(detail, of: "c", in: "inbox", view: view)
        }
        func with(_ more: JSONObject) -> JSONObject {
            var all = place
            for (key, value) in more.members { all[key] = value }
            return all
        }
        let notification = PushNotification(id: "n", cardID: "c", streamID: "inbox", title: "T", detail: ["k": "v"])
        return [
            (on(.cardDisplayed(metadata: ["account": "1"])), ["payloadMetadata": ["account": "1"]]),
            (on(.runtimeVarsUpdated(values: ["n": "1"], isSent: true)), ["resolvedVariables": ["n": "1"]]),
            (
                EventReport(.streamDisplayed, streamID: "inbox", stream: .init(length: 3, visible: 2, mode: .modal)),
                [:]
            ),
            (
                on(.userRedirected(to: .url("https://x.org"), by: .textLink), sub),
                with(["linkMethod": "url", "url": "https://x.org", "detail": "textLink"])
            ),
            (
                on(.userRedirected(to: .payload(["s": "h"]), by: .image), sub),
                with(["linkMethod": "payload", "redirectPayload": ["s": "h"], "detail": "image"])
            ),
            (on(.snoozeOptionsDisplayed), [:]), (on(.snoozeOptionsCanceled), [:]),
            (on(.cardSubviewDisplayed, sub), place), (on(.cardSubviewExited, sub), place),
            (on(.videoPlayed(url: "https://x.org/v"), sub), with(["mediaURL": "https://x.org/v"])),
            (on(.videoCompleted(url: "https://x.org/v"), sub), with(["mediaURL": "https://x.org/v"])),
            (on(.notificationReceived(notification)), ["id": "n", "detail": ["k": "v"]]),
            (on(.userFileUploadsStarted([file])), files), (on(.userFileUploadsCompleted([file])), files),
            (on(.userFileUploadsFailed([file])), files),
        ]
    }()

    /// Symbols: events-base, events-raw, event-videoPlayed, event-videoCompleted, event-userFileUploadsStarted
    /// Symbols: event-userFileUploadsCompleted, event-userFileUploadsFailed
    @Test(arguments: reports.indices)
    func `reported events reach the observer and the publisher`(index: Int) async throws {
        let (report, properties) = Self.reports[index]
        let rig = try await Rig()
        try await rig.session.report([report])
        let event = try await rig.event(report.detail.kind)
        #expect(event.report == report && event.name == report.detail.kind.rawValue)
        #expect(event.cardID == report.card?.id && event.streamID == "inbox")
        let record = try await rig.record(report.detail.kind)
        #expect(record.properties == properties)
        #expect(record.streamID == "inbox" && record.card == report.card && record.stream == report.stream)
        #expect(event.rawContents["properties"]?.object ?? [:] == properties)
        #expect(event.rawContents["eventName"]?.string == event.name)
        #expect(event.rawContents["analyticsEvent"] == true)
        await rig.session.close()
    }

    @Test func `every kind of event is in one of these tables or in a test of its own`() {
        let tables = Self.answers.map(\.2) + Self.reports.map(\.0.detail.kind)
        let own: [SDKEvent.Kind] = [.cardFeedUpdated, .sdkInitialized, .requestFailed]
        #expect(Set(tables + own) == Set(SDKEvent.Kind.allCases))
        #expect(SDKEvent.Kind.allCases.count == 22)
        #expect(SDKEvent.Kind.allCases.filter { !$0.isAnalytics } == [.cardFeedUpdated])
    }

    /// Symbols: events-metadata, event-cardDisplayed, metrics-seen
    @Test func `a seen card is reported once, with its publisher's metadata`() async throws {
        let rig = try await Rig(makeBody(metadata: ["account": "123445"]))
        for _ in 0..<2 { try await rig.session.markSeen(rig.cards, in: rig.feed.stream) }
        #expect(try await rig.event(.cardDisplayed).detail == .cardDisplayed(metadata: ["account": "123445"]))
        let record = try await rig.record(.cardDisplayed)
        #expect(record.card?.id == rig.cards[0])
        #expect(try await rig.feed.client().metrics().unseenCards == 0)
        #expect(rig.events.all.filter { $0.kind == .cardDisplayed }.count == 1)
        await rig.session.close()
    }

    /// Symbols: event-cardFeedUpdated
    @Test func `changes of a feed are reported to the observer only`() async throws {
        let rig = try await Rig()
        _ = try await rig.feed.publish(makeBody())
        let event = try await rig.event(.cardFeedUpdated)
        #expect(event.detail == .cardFeedUpdated(cardCount: 1) && event.streamID == rig.feed.stream)
        try await rig.session.flushEvents()
        #expect(try await rig.records().allSatisfy { $0.name != "card-feed-updated" })
        #expect(event.rawContents["analyticsEvent"] == false)
        await rig.session.close()
    }

    /// Symbols: host-context, event-sdkInitialized, events-base
    @Test func `each token is reported as an initialised session with its user`() async throws {
        let feed = try await TestFeed()
        try await feed.listening { url in
            let session = try CardSession(.memory)
            let events = Calls<SDKEvent>()
            session.observeEvents { events.record($0) }
            try await session.login(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, baseURL: url,
                hostContext: ["tier": "gold", "seats": 3, "trial": false]
            ) { try await feed.token(of: "ana") }
            _ = try await session.cardCount(in: feed.stream)
            let event = try await events.first("initialised") { $0.kind == .sdkInitialized }
            #expect(event.userID == "ana" && event.rawContents["endUserId"]?.string == "ana")
            #expect(events.all.filter { $0.kind == .sdkInitialized }.count == 1)
            try await session.flushEvents()
            let record = try await feed.server.analytics(environment: feed.keys.environment)
                .first { $0.name == "sdk-initialized" }
            #expect(record?.hostContext == ["tier": "gold", "seats": 3, "trial": false])
            #expect(record?.clientAppVersion == "unknown")
            // Another token provider counts as another login.
            try await session.setTokenProvider(TokenSource.custom { try await feed.token(of: "ana") })
            _ = try await events.first("again") { $0.kind == .sdkInitialized && $0.id != event.id }
            try await session.initialise(
                environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                hostContext: ["tier": "silver"])
            try await session.report([EventReport(.streamDisplayed, streamID: feed.stream)])
            try await eventually("the other context is sent") {
                try await session.flushEvents()
                return try await feed.server.analytics(environment: feed.keys.environment)
                    .contains { $0.name == "stream-displayed" && $0.hostContext == ["tier": "silver"] }
            }
            await session.close()
        }
    }

    /// Symbols: event-requestFailed
    @Test func `refused requests are events, and failed connections are not`() async throws {
        let rig = try await Rig(makeBody())
        var client = rig.feed.client()
        client.openSocket = { () throws(FeedError) in throw .socketRefused(status: 404) }
        client.snapshot = { _, _ throws(FeedError) in throw .server(Problem(.internalError), retryAfter: nil) }
        client.changes = { _, _ throws(FeedError) in throw .network("away") }
        client.sendAnalytics = { _ throws(FeedError) in throw .server(Problem(.internalError), retryAfter: nil) }
        try rig.session.observeStream(id: rig.feed.stream) { _ in }
        await rig.connect(client)
        let socket = try await rig.events.first("push") { $0.detail == .requestFailed(path: "/v1/socket", status: 0) }
        #expect(socket.report.streamIDs == [rig.feed.stream])
        try rig.session.observeStream(id: "other") { _ in }
        let snapshot = try await rig.events.first("a snapshot") {
            $0.detail == .requestFailed(path: "/v1/streams/other/snapshot", status: 500)
        }
        #expect(snapshot.streamID == "other")
        await #expect(throws: RequestError.self) { try await rig.session.flushEvents() }
        _ = try await rig.events.first("analytics") { $0.detail == .requestFailed(path: "/v1/analytics", status: 500) }
        await rig.connect()
        try await rig.session.flushEvents()
        let paths = try await rig.records().filter { $0.name == "request-failed" }.map { $0.properties["path"]?.string }
        // A failure to send events causes no further event.
        #expect(Set(paths) == ["/v1/socket", "/v1/streams/other/snapshot"])
        await rig.session.close()
    }

    /// Symbols: observer-analytics, event-runtimeVarsUpdated
    @Test func `variables are always reported, and sent if the configuration says so`() async throws {
        let body = makeBody(
            title: "{{amount}}", variables: [RuntimeVariable(name: "amount", defaultValue: "0")])
        for isSent in [false, true] {
            let rig = try await Rig(body)
            let configuration = StreamObserverConfiguration(sendsRuntimeVariableAnalytics: isSent) { cards in
                cards.map { card in
                    var card = card
                    card.resolveRuntimeVariable(name: "amount", value: "500")
                    return card
                }
            }
            for await _ in try rig.session.observeStream(id: rig.feed.stream, configuration: configuration) { break }
            let event = try await rig.event(.runtimeVarsUpdated)
            #expect(event.detail == .runtimeVarsUpdated(values: ["amount": "500"], isSent: isSent))
            try await rig.session.report([EventReport(.streamDisplayed, streamID: rig.feed.stream)])
            try await rig.session.flushEvents()
            let names = try await rig.records().map(\.name)
            #expect(names.contains("stream-displayed") && names.contains("runtime-vars-updated") == isSent)
            await rig.session.close()
        }
    }

    /// Symbols: events-observe, events-stop
    @Test func `every observer of a session gets every event, until it is cancelled`() async throws {
        let session = try CardSession(.memory)
        let (first, second) = (Calls<SDKEvent>(), Calls<SDKEvent>())
        let token = session.observeEvents { first.record($0) }
        session.observeEvents { second.record($0) }
        var seen = session.events().makeAsyncIterator()
        for stream in ["a", "b"] as [StreamID] {
            try await session.report([EventReport(.streamDisplayed, streamID: stream)])
            for calls in [first, second] { _ = try await calls.first("\(stream)") { $0.streamID == stream } }
            #expect(await seen.next()?.streamID == stream)
        }
        token.cancel()
        try await session.report([EventReport(.streamDisplayed, streamID: "c")])
        _ = try await second.first("c") { $0.streamID == "c" }
        #expect(await seen.next()?.streamID == "c")
        #expect(first.all.map(\.streamID) == ["a", "b"])
        session.stopObservingEvents()
        #expect(await seen.next() == nil)
        try await session.report([EventReport(.streamDisplayed, streamID: "d")])
        #expect(second.all.map(\.streamID) == ["a", "b", "c"])
        var last = session.events().makeAsyncIterator()
        await session.close()
        #expect(await last.next() == nil)
        var late = session.events().makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    /// Stops observing in its deinit: objects that a handler captures may call the session when they are released.
    private final class ObservationStopper: Sendable {
        let session: CardSession
        init(_ session: CardSession) { self.session = session }
        deinit { session.stopObservingEvents() }
    }

    @Test func `a handler that calls the session when it is released does not block it`() async throws {
        let session = try CardSession(.memory)
        for _ in 0..<50 {
            let stopper = ObservationStopper(session)
            session.observeEvents { _ in _ = stopper }
            try await session.report([EventReport(.streamDisplayed)])
        }
        session.stopObservingEvents()
        await session.close()
    }

    /// Symbols: events-flush
    @Test func `the interval of events is 5 seconds at least`() async throws {
        let session = try CardSession(.memory)
        #expect(CardSession.eventFlushInterval == .seconds(30))
        for seconds in [4.9, -1] {
            await #expect(throws: RequestError.self) { try await session.setEventFlushInterval(.seconds(seconds)) }
        }
        try await session.setEventFlushInterval(.seconds(5))
        await #expect(throws: RequestError.notLoggedIn(missing: "the environment id or the API key")) {
            try await session.flushEvents()
        }
        await session.close()
    }

    @Test func `without reporting, answers are still sent, and the observer gets all events`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(), makeBody())
        let session = try CardSession(.memory)
        // A report from before analytics were disabled.
        try await session.report([EventReport(.streamDisplayed, streamID: feed.stream)])
        session.setAnalytics(false)
        let events = Calls<SDKEvent>()
        session.observeEvents { events.record($0) }
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 2 { break }
        try await session.markSeen(cards, in: feed.stream)
        #expect(try await session.unseenCount(in: feed.stream) == 0)
        try await session.report([EventReport(.snoozeOptionsDisplayed, of: cards[1], in: feed.stream)])
        #expect(try await session.perform(.dismiss(cards[0], in: feed.stream)) == .delivered)
        for kind in [SDKEvent.Kind.sdkInitialized, .cardDisplayed, .snoozeOptionsDisplayed, .cardDismissed] {
            _ = try await events.first("\(kind)") { $0.kind == kind }
        }
        try await session.flushEvents()
        #expect(try await session.waitingEvents() == 1)
        try await session.logout()
        #expect(try await feed.server.analytics(environment: feed.keys.environment).isEmpty)
        #expect(try await feed.outcome(cards[0]).status == .dismissed)
        await session.close()
    }

    @Test func `an event that is too long is sent without its long values`() async throws {
        let rig = try await Rig()
        let long = String(repeating: "x", count: AnalyticsBatch.recordBytes)
        try await rig.session.report([
            EventReport(.userRedirected(to: .payload(["long": .string(long)]), by: .image), of: "c", in: "inbox")
        ])
        let record = try await rig.record(.userRedirected)
        #expect(record.properties == ["linkMethod": "payload", "detail": "image", "subviewLevel": 0])
        await rig.session.close()
    }
}
