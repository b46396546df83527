import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// What users' programs report in addition to answers: analytics, events, profiles and devices; and what publishers can
/// read of it.
@Suite struct AccountTests {
    private func displayed(_ card: CardID, id: String = UUID().uuidString) -> AnalyticsRecord {
        AnalyticsRecord(id: id, name: "card-displayed", at: .fixed, streamID: "ops", card: .init(id: card))
    }

    private func lines(_ test: TestServer, _ route: FeedRoute, port: UInt16) async throws -> [[UInt8]] {
        let answer = try await RawClient(port: port).request(route, test.keys.publisherCredentials)
        #expect(answer.status == 200)
        if !answer.body.isEmpty { #expect(answer.headers["content-type"] == "application/x-ndjson") }
        return answer.body.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    @Test func `a record sent twice counts once, also over a restart`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let keys = DevelopmentKeys.ephemeral()
        let record = AnalyticsRecord(id: "r1", name: "stream-displayed", at: .fixed)
        let first = try await TestServer(directory: directory, keys: keys)
        let receipt = try await first.client().sendAnalytics([record, record])
        #expect(receipt == AnalyticsReceipt(accepted: 1, duplicates: 1))
        #expect(try await first.client("bo").sendAnalytics([record]) == AnalyticsReceipt(accepted: 1))
        await first.server.stop()
        let second = try await TestServer(directory: directory, keys: keys)
        #expect(try await second.client().sendAnalytics([record]) == AnalyticsReceipt(accepted: 0, duplicates: 1))
        try await second.listening { port in
            let all = try await lines(second, .analytics(RecordQuery()), port: port).map {
                try FeedCoder.decodeAnalyticsLine($0)
            }
            #expect(all.map(\.user) == ["ana", "bo"])
            #expect(all.map(\.content) == [record, record])
        }
    }

    @Test func `collected records are read in pages, in order of arrival`() async throws {
        let test = try await TestServer()
        for number in 1...7 {
            _ = try await test.client().sendAnalytics([AnalyticsRecord(id: "r\(number)", name: "a", at: .fixed)])
        }
        try await test.client().sendEvent(CustomEvent(id: "e1", name: "Signed up", properties: ["n": 1], at: .fixed))
        try await test.client().sendEvent(CustomEvent(id: "e1", name: "Signed up", properties: ["n": 1], at: .fixed))
        try await test.listening { port in
            var seen: [String] = []
            var query = RecordQuery(limit: 3)
            while true {
                let page = try await lines(test, .analytics(query), port: port).map {
                    try FeedCoder.decodeAnalyticsLine($0)
                }
                guard let last = page.last else { break }
                #expect(page.count <= 3)
                seen += page.map(\.content.id)
                query.since = last.sequence
            }
            #expect(seen == (1...7).map { "r\($0)" })
            for (last, ids) in [(2, ["r6", "r7"]), (7, seen), (100, seen)] {
                let tail = try await lines(test, .analytics(RecordQuery(last: last)), port: port)
                #expect(try tail.map { try FeedCoder.decodeAnalyticsLine($0).content.id } == ids)
            }
            let events = try await lines(test, .events(RecordQuery()), port: port)
            #expect(try events.map { try FeedCoder.decodeEventLine($0).content.name } == ["Signed up"])
        }
    }

    @Test func `over the network, invalid records are reported and valid ones stored, and keys decide the access`()
        async throws
    {
        let test = try await TestServer()
        let viewer = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let body = #"{"records":[{"id":"1","eventName":"a","timestamp":"2026-11-21T00:00:00Z"},{"id":"2"}]}"#
            let answer = try await client.request(.sendAnalytics, viewer, body: Array(body.utf8))
            let receipt = try FeedCoder.decodeAnalyticsReceipt(answer.body)
            #expect(receipt.accepted == 1 && receipt.refused.map(\.pointer) == ["/records/1/eventName"])
            let event = try await client.request(.sendEvent, viewer, body: Array(#"{"id":"1","name":""}"#.utf8))
            #expect(event.status == 400 && event.problem?.pointer == "/timestamp")
        }
        for (route, credentials) in [
            (FeedRoute.analytics(RecordQuery()), viewer), (.events(RecordQuery()), viewer),
            (.sendAnalytics, test.keys.publisherCredentials), (.user, test.keys.publisherCredentials),
            (.metrics, test.keys.publisherCredentials), (.registerDevice, test.keys.publisherCredentials),
        ] {
            let test = try await TestServer(keys: test.keys)
            let status = try await test.listening { port in
                try await RawClient(port: port).request(route, credentials).status
            }
            #expect(status == 403, "\(route)")
        }
    }

    @Test func `a user who sends too many records is rate-limited, and no other user`() async throws {
        var limits = ServerLimits()
        limits.recordsPerMinute = 60
        let test = try await TestServer(limits: limits)
        func send(_ count: Int, _ user: String = "ana") async throws {
            let records = (0..<count).map { _ in AnalyticsRecord(id: UUID().uuidString, name: "a", at: .fixed) }
            _ = try await test.client(user).sendAnalytics(records)
        }
        try await send(60)
        #expect(await problem { try await send(1) }?.type == .tooManyRequests)
        try await send(60, "bo")
        test.clock.advance(by: 10)
        try await send(10)
        #expect(await problem { try await send(1) }?.type == .tooManyRequests)
    }

    @Test func `collected records are deleted after their time, and their numbers are not reused`() async throws {
        let test = try await TestServer()
        _ = try await test.client().sendAnalytics([AnalyticsRecord(id: "old", name: "a", at: .fixed)])
        test.clock.advance(by: 3600)
        try await test.server.compact(before: test.clock.now - 60)
        _ = try await test.client().sendAnalytics([AnalyticsRecord(id: "new", name: "a", at: .fixed)])
        try await test.listening { port in
            let all = try await lines(test, .analytics(RecordQuery()), port: port).map {
                try FeedCoder.decodeAnalyticsLine($0)
            }
            #expect(all.map(\.content.id) == ["new"] && all.map(\.sequence) == [2])
        }
    }

    // MARK: Metrics

    @Test func `metrics count active cards, and displayed cards as seen`() async throws {
        let test = try await TestServer()
        let client = test.client()
        #expect(try await client.metrics() == UserMetrics())
        let (first, second, third) = (try await test.publish(), try await test.publish(), try await test.publish())
        #expect(try await client.metrics() == UserMetrics(streams: ["ops": .init(total: 3, unseen: 3)]))
        _ = try await client.sendAnalytics([displayed(first), displayed(first)])
        // A report of another user changes nothing.
        _ = try await test.client("bo").sendAnalytics([displayed(second)])
        #expect(try await client.metrics() == UserMetrics(streams: ["ops": .init(total: 3, unseen: 2)]))
        _ = try await test.act(.snooze(until: test.clock.now + 60), on: second)
        _ = try await test.act(.dismiss, on: first)
        let metrics = try await client.metrics()
        #expect(metrics == UserMetrics(streams: ["ops": .init(total: 1, unseen: 1)]))
        #expect(metrics.totalCards(in: "none") == 0)
        _ = try await client.sendAnalytics([displayed(third)])
        #expect(try await client.metrics() == UserMetrics(streams: ["ops": .init(total: 1, unseen: 0)]))
        #expect(try await test.client("bo").metrics() == UserMetrics())
    }

    // MARK: Profiles and devices

    @Test func `a profile keeps what is not changed, by user`() async throws {
        let test = try await TestServer()
        let client = test.client()
        #expect(try await client.user() == UserSettings())
        #expect(try await client.updateUser(UserSettings(name: "Ana", email: "a@b")).name == "Ana")
        let after = try await client.updateUser(UserSettings(email: "", notificationsEnabled: false))
        #expect(after == UserSettings(name: "Ana", notificationsEnabled: false))
        #expect(try await client.user() == after)
        #expect(try await test.client("bo").user() == UserSettings())
        #expect(await problem { try await client.updateUser(UserSettings()) }?.type == .malformedRequest)
    }

    /// Symbols: push-device, push-environment, push-deregister
    @Test func `devices are registered for the push services that the environment offers`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        var config = keys.config
        config.environments[0].pushEnvironments = [.production]
        let test = try await TestServer(keys: keys, config: config)
        let client = test.client()
        func device(_ environment: PushEnvironment) -> DeviceRegistration {
            DeviceRegistration(token: "0123456789", environment: environment)
        }
        #expect(try await client.registerDevice(device(.both)) == [.production])
        #expect(try await client.registerDevice(device(.production)) == [.production])
        let refused = await problem { try await client.registerDevice(device(.sandbox)) }
        #expect(refused?.type == .notOffered && refused?.pointer == "/environment")
        #expect(refused?.expected == "production")
        #expect(try await client.deregisterDevice(device(.both)) == [.production])
        #expect(try await client.deregisterDevice(device(.both)) == [.production])
        #expect(await problem { try await client.deregisterDevice(device(.sandbox)) }?.type == .notOffered)
    }

    /// Symbols: push-enabled
    @Test func `registering streams changes the user's preference only if requested`() async throws {
        let test = try await TestServer()
        let client = test.client()
        try await client.registerStreams(StreamRegistration(streams: ["ops"]))
        #expect(try await client.user().notificationsEnabled == nil)
        try await client.registerStreams(
            StreamRegistration(token: "0123456789", streams: ["ops"], notificationsEnabled: false))
        #expect(try await client.user().notificationsEnabled == false)
        #expect(
            await problem { try await client.registerStreams(StreamRegistration(streams: [StreamID(stored: "a b")])) }?
                .pointer
                == "/streams/0")
    }
}
