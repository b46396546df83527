import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// Webhooks for notifications: which devices are notified, of what, and when none are (Atomic SwiftUI SDK guide 25.4,
/// "Push notifications" and "Setting up notification preferences").
@Suite struct NotificationHookTests {
    private let endpoint = Endpoint(.status(204))

    /// A server with a user who has a device for the stream `ops`, and with a webhook for notifications.
    private func server(events: [WebhookEvent] = [.notification]) async throws -> TestServer {
        var limits = ServerLimits()
        limits.allowsPrivateWebhooks = true
        let test = try await TestServer(limits: limits, webhooks: endpoint.sender)
        await test.server.startClock()
        _ = try await test.server.makeWebhook(
            WebhookRequest(url: "http://127.0.0.1:9/hook", events: events), environment: test.keys.environment)
        _ = try await test.client().registerDevice(DeviceRegistration(token: "device-one", environment: .both))
        try await test.client().registerStreams(StreamRegistration(token: "device-one", streams: ["ops"]))
        _ = try await test.client().updateUser(UserSettings(timeZone: "UTC"))
        return test
    }

    private func body(_ title: String) -> CardBody {
        makeBody(title: title, metadata: ["notificationDetail": ["screen": "pay"]])
    }

    private func settled(_ test: TestServer) async throws {
        try await eventually("nothing waits") {
            try await test.server.webhooks(environment: test.keys.environment).allSatisfy { $0.waiting == 0 }
        }
    }

    /// The calls of the webhook, as notifications and devices.
    private func calls() throws -> [(notification: PushNotification, devices: JSONValue)] {
        try endpoint.posts.map { post in
            let data = try JSONParser.parse(post.body)["data"]
            let payload = try #require(data?["notification"])
            let notification = try #require(PushNotification(payload: payload))
            return (notification, try #require(data?["devices"]))
        }
    }

    /// Symbols: push-detail, push-snoozed
    @Test func `a new or returning card notifies the user's devices, with the publisher's data`()
        async throws
    {
        let test = try await server()
        let card = try await test.publish(body("Pay"))
        try await eventually("called") { endpoint.types == ["card.notification"] }
        _ = try await test.act(.snooze(until: test.clock.now + 60), on: card)
        test.clock.advance(by: 61)
        try await eventually("called again") { endpoint.posts.count == 2 }
        let calls = try calls()
        #expect(calls.map(\.notification.title) == ["Pay", PushNotification.snoozedPrefix + "Pay"])
        #expect(PushNotification.snoozedPrefix == "Snoozed: ")
        #expect(calls.map(\.notification.isSnoozed) == [false, true])
        #expect(calls.allSatisfy { $0.notification.cardID == card && $0.notification.user == "ana" })
        #expect(calls.allSatisfy { $0.notification.streamID == "ops" && $0.notification.detail == ["screen": "pay"] })
        #expect(calls[0].notification.id != calls[1].notification.id)
        #expect(
            calls[0].devices == [["token": "device-one", "environments": ["sandbox", "production"]]])
        // A device confirms the notification with exactly these bytes.
        #expect(PushNotification(payload: calls[0].notification.payload) == calls[0].notification)
        await test.server.stop()
    }

    @Test func `devices are sent only to webhooks that subscribe to notifications`() async throws {
        let test = try await server(events: [])
        try await test.publish()
        try await settled(test)
        #expect(endpoint.types == ["card.published"])
        #expect(!String(decoding: endpoint.posts[0].body, as: UTF8.self).contains("device-one"))
        await test.server.stop()
    }

    /// Symbols: push-streams
    @Test func `streams are registered for a device, or for all devices without their own`() async throws {
        let test = try await server()
        let client = test.client()
        _ = try await client.registerDevice(DeviceRegistration(token: "device-two"))
        try await test.publish()
        try await eventually("one") { endpoint.posts.count == 1 }
        try await client.registerStreams(StreamRegistration(streams: ["ops", "news"]))
        try await test.publish()
        try await eventually("both") { endpoint.posts.count == 2 }
        try await client.registerStreams(StreamRegistration(token: "device-one", streams: []))
        try await test.publish()
        try await eventually("the other") { endpoint.posts.count == 3 }
        let tokens = try calls().map { $0.devices.array?.compactMap { $0["token"]?.string } ?? [] }
        #expect(tokens == [["device-one"], ["device-one", "device-two"], ["device-two"]])
        _ = try await client.deregisterDevice(DeviceRegistration(token: "device-two"))
        try await test.publish()
        try await settled(test)
        #expect(endpoint.posts.count == 3)
        await test.server.stop()
    }

    /// The tests run at 09:00 UTC on Thursday, 2026-01-15.
    ///
    /// Symbols: settings-enabled
    private static let wishes: [(UserSettings, Bool)] = {
        func times(_ from: String, _ to: String) -> [NotificationTimeframe] {
            (try? NotificationTimeframe(from: from, to: to)).map { [$0] } ?? []
        }
        return [
            (UserSettings(notificationsEnabled: true), true), (UserSettings(notificationsEnabled: false), false),
            (UserSettings(notificationTimes: [.default: times("08:00", "17:30")]), true),
            (UserSettings(notificationTimes: [.default: times("10:00", "17:30")]), false),
            (UserSettings(notificationTimes: [.default: times("08:00", "17:30"), .thursday: []]), false),
            (UserSettings(notificationTimes: [.default: [], .thursday: times("08:00", "09:01")]), true),
            (UserSettings(notificationTimes: [.default: times("08:00", "09:00")]), false),
            // 22:00 in Auckland.
            (UserSettings(timeZone: "Pacific/Auckland", notificationTimes: [.default: times("21:00", "23:59")]), true),
            (UserSettings(timeZone: "Pacific/Auckland", notificationTimes: [.default: times("08:00", "17:30")]), false),
        ]
    }()

    /// Symbols: settings-enabled
    @Test(arguments: wishes.indices)
    func `a user who has turned notifications off, at all or at this time, gets none`(index: Int) async throws {
        let (wishes, isWelcome) = Self.wishes[index]
        let test = try await server()
        _ = try await test.client().updateUser(wishes)
        try await test.publish()
        try await settled(test)
        #expect(endpoint.posts.count == (isWelcome ? 1 : 0))
        await test.server.stop()
    }

    @Test func `a notification that is too late is dropped`() async throws {
        let test = try await server()
        endpoint.answer(.status(503))
        let card = try await test.publish()
        try await eventually("tried") { endpoint.posts.count == 1 }
        _ = try await test.act(.dismiss, on: card)
        endpoint.answer(.status(204))
        test.clock.advance(by: 10)
        try await settled(test)
        #expect(endpoint.posts.count == 1)
        #expect(try await test.server.webhooks(environment: test.keys.environment).map(\.dead) == [0])
        await test.server.stop()
    }
}
