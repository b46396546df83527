import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import SQLite
import Support
import Testing

/// What a session does for its user in addition to cards, and how that fails.
@Suite(.timeLimit(.minutes(1))) struct SessionAccountTests {
    private static let device = DeviceRegistration(token: "0123456789abcdef", environment: .both)
    private static let notification = PushNotification(id: "n1", cardID: "c", streamID: "inbox", title: "A card")

    /// Symbols: push-streams, push-enabled, push-device, push-environment, push-deregister
    @Test func `a device and its streams are registered on the server, and deregistered once`() async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        let server = feed.client()
        var client = server
        let registered = Calls<StreamRegistration>()
        let gone = Calls<DeviceRegistration>()
        client.registerStreams = { streams throws(FeedError) in
            try await server.registerStreams(streams)
            registered.record(streams)
        }
        client.deregisterDevice = { device throws(FeedError) in
            gone.record(device)
            return try await server.deregisterDevice(device)
        }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        let environments: [PushEnvironment] = try await session.registerDevice(Self.device)
        #expect(environments == [.sandbox, .production])
        let streams = StreamRegistration(
            token: Self.device.token, streams: [feed.stream], notificationsEnabled: false)
        try await session.registerStreams(streams)
        #expect(registered.all == [streams])
        #expect(try await server.user().notificationsEnabled == false)
        await #expect(throws: RequestError.self) {
            try await session.registerStreams(StreamRegistration(streams: [StreamID(stored: "no name")]))
        }
        #expect(registered.all.count == 1)
        try await session.deregisterDevice(Self.device)
        #expect(gone.all == [Self.device])
        // The session no longer has a registration to remove.
        try await session.logout(deregisterNotifications: true)
        #expect(gone.all.count == 1)
        await session.close()
    }

    /// Symbols: push-errors, push-tracking-errors
    private static let failures: [(FeedError, RequestError)] = [
        (.network("away"), .network(.init("away", code: .unreachable))),
        (
            .server(Problem(.internalError, detail: "ill"), retryAfter: nil),
            .network(.init("ill", code: .serverFailed, httpStatus: 500, problem: "internal-error"))
        ),
        (
            .server(Problem(.forbidden, detail: "no"), retryAfter: nil),
            .data(.init("no", code: .forbidden, httpStatus: 403, problem: "forbidden"))
        ),
    ]

    /// Symbols: push-errors, push-tracking-errors, update-user, custom-event, error-domains
    @Test(arguments: failures)
    func `failures of the network and refusals of the server are distinguished`(
        failure: FeedError, expected: RequestError
    )
        async throws
    {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        client.registerDevice = { _ throws(FeedError) in throw failure }
        client.deregisterDevice = { _ throws(FeedError) in throw failure }
        client.registerStreams = { _ throws(FeedError) in throw failure }
        client.updateUser = { _ throws(FeedError) in throw failure }
        client.sendEvent = { _ throws(FeedError) in throw failure }
        client.sendAnalytics = { _ throws(FeedError) in throw failure }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        let all: [(String, () async throws -> Void)] = [
            ("register a device", { try await session.registerDevice(Self.device) }),
            ("deregister it", { try await session.deregisterDevice(Self.device) }),
            ("register streams", { try await session.registerStreams(StreamRegistration(streams: ["inbox"])) }),
            ("update the user", { try await session.updateUser(UserSettings(name: "Ana")) }),
            ("send an event", { try await session.send(CustomEvent(id: "e", name: "x", at: Date())) }),
            ("track a notification", { try await session.trackNotificationReceived(Self.notification) }),
        ]
        for (name, use) in all { await #expect(throws: expected, "\(name)") { try await use() } }
        await session.close()
    }

    @Test func `values that the protocol cannot encode are refused before a request`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session()
        var settings = UserSettings(name: "Ana")
        settings.setDate(Date(timeIntervalSince1970: .infinity), forCustomField: "since")
        let all: [(String, () async throws -> Void)] =
            [
                ("an infinite date", { try await session.updateUser(settings) }),
                (
                    "a date that is none",
                    {
                        try await session.send(CustomEvent(id: "e", name: "x", at: Date(timeIntervalSince1970: .nan)))
                    }
                ),
            ]
            + ["No/Where", "Europe", "/UTC", "Etc//", "Etc/zone.tab/"].map { zone in
                (zone, { try await session.updateUser(UserSettings(timeZone: zone)) })
            }
        for (name, use) in all {
            let error = await #expect(throws: RequestError.self, "\(name)") { try await use() }
            guard case .invalidArgument? = error else {
                Issue.record("\(name): \(error as Any)")
                continue
            }
        }
        for zone in ["Pacific/Auckland", "UTC", "America/Argentina/Buenos_Aires", "Etc/GMT+5", ""] {
            #expect(try await session.updateUser(UserSettings(name: "Ana", timeZone: zone)).timeZone ?? "" == zone)
        }
        await session.close()
    }

    /// Symbols: push-tracking-errors
    @Test func `the report of a notification is retried later, and one of another program is not reported`()
        async throws
    {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        client.sendAnalytics = { _ throws(FeedError) in throw .network("away") }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        await #expect(throws: RequestError.network(.init("away", code: .unreachable))) {
            try await session.trackNotificationReceived(Self.notification)
        }
        await session.connect(FeedSource(feed.client()), streams: [], delivery: .push(fallbackInterval: .seconds(1))) {
            _ in
        }
        try await session.flushEvents()
        let records = try await feed.server.analytics(environment: feed.keys.environment)
        #expect(records.filter { $0.name == "notification-received" }.map { $0.properties["id"] } == ["n1"])
        #expect(PushNotification(payload: ["aps": ["alert": "hi"]]) == nil)
        await session.close()
    }

    /// Symbols: settings, settings-fields, settings-custom, settings-times, settings-weekdays, update-user
    @Test func `every field of a profile reaches the server`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session()
        var settings = UserSettings()
        settings.externalID = "x-7"
        settings.name = "Ana"
        settings.email = "ana@example.com"
        settings.phone = "+351 1"
        settings.city = "Porto"
        settings.country = "PT"
        settings.region = "Norte"
        settings.notificationsEnabled = true
        settings.setText("gold", forCustomField: "tier")
        settings.setDate(Date(timeIntervalSince1970: 1_800_000_000), forCustomField: "since")
        settings.setNotificationTimes(
            [try NotificationTimeframe(startHour: 8, startMinute: 30, endHour: 17, endMinute: 45)],
            weekday: NotificationDay.monday)
        #expect(try await session.updateUser(settings) == settings)
        #expect(try await feed.client().user() == settings)
        await session.close()
    }

    /// Symbols: metrics-errors
    @Test func `metrics without a network use the local store, which must be readable`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(makeBody())
        let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try CardSession(shared: folder + "/cards.sqlite")
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        // A card may be stored before its stream counts as received.
        try await eventually("the stream is here") {
            try await session.storedMetrics().totalCards == 1
        }
        var client = feed.client()
        client.openSocket = { () throws(FeedError) in throw .network("away") }
        client.snapshot = { _, _ throws(FeedError) in throw .network("away") }
        client.changes = { _, _ throws(FeedError) in throw .network("away") }
        client.metrics = { () throws(FeedError) in throw .network("away") }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        #expect(try await session.userMetrics().totalCards == 1)
        // Does not overwrite the files, because SQLite would continue to read from its cache.
        var options = ConnectionOptions()
        options.busyTimeout = 10_000
        let vandal = try Connection(folder + "/cards.sqlite", options)
        try vandal.accessNow { db in try db.execute("DROP TABLE card") }
        try vandal.close()
        let error = await #expect(throws: RequestError.self) { try await session.userMetrics() }
        guard case .data(let cause)? = error, !cause.reason.isEmpty else {
            Issue.record("\(String(describing: error))")
            return
        }
        await session.close()
    }

    /// Symbols: container-refresh
    @Test func `a refresh delivers immediately what polling would deliver later`() async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .polling(interval: .seconds(3600))
        ) {
            _ in
        }
        let calls = Calls<CardSession.StreamUpdate>()
        try session.observeStream(
            id: feed.stream, configuration: StreamObserverConfiguration(refreshInterval: .seconds(3600))
        ) { calls.record($0) }
        _ = try await calls.first("no cards yet") { (try? $0.get().isEmpty) == true }
        let cards = try await feed.publish(makeBody())
        await session.refresh()
        _ = try await calls.first("the card") { (try? $0.get().map(\.id)) == cards }
        await session.close()
    }
}
