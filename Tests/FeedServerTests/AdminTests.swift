import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// What a publisher can see of an environment.
@Suite struct AdminTests {
    private func lines(_ test: TestServer, _ route: FeedRoute, _ port: UInt16) async throws -> [JSONValue] {
        let answer = try await RawClient(port: port).request(route, test.keys.publisherCredentials)
        #expect(answer.status == 200)
        return try answer.body.split(separator: UInt8(ascii: "\n")).map { try JSONParser.parse(Array($0)) }
    }

    @Test func `streams, users and cards are listed, page by page`() async throws {
        let test = try await TestServer()
        let first = try await test.publish(makeBody(title: "First"), to: ["ana"])
        let second = try await test.publish(makeBody(title: "Second"), to: ["bo"])
        let third = try await test.publish(makeBody(title: "Third"), to: ["ana"])
        _ = try await test.act(.dismiss, on: third)
        let client = test.client()
        _ = try await client.sendAnalytics([
            AnalyticsRecord(id: "1", name: "card-displayed", at: .fixed, card: .init(id: first))
        ])
        _ = try await client.updateUser(UserSettings(name: "Ana"))
        _ = try await client.registerDevice(DeviceRegistration(token: "secret-device", environment: .both))
        try await client.registerStreams(StreamRegistration(streams: ["ops"]))
        _ = try await test.client("zoe").updateUser(UserSettings(name: "Zoë"))

        try await test.listening { port in
            let streams = try await lines(test, .streams, port)
            #expect(streams == [["stream": "ops", "users": 2, "active": 2, "unseen": 1]])

            let users = try await lines(test, .users(AdminQuery()), port)
            #expect(users.map { $0["user"]?.string } == ["ana", "bo", "zoe"])
            #expect(users[0]["active"] == 1 && users[0]["unseen"] == 0)
            #expect(users[0]["profile"]?["name"] == "Ana" && users[2]["active"] == 0)
            #expect(users[0]["devices"]?.array?.first?["environments"] == ["sandbox", "production"])
            #expect(users[0]["devices"]?.array?.first?["streams"] == ["ops"])
            #expect(!users[0].text().contains("secret-device"))
            let rest = try await lines(test, .users(AdminQuery(after: "ana", limit: 1)), port)
            #expect(rest.map { $0["user"]?.string } == ["bo"])

            let cards = try await lines(test, .cards(AdminQuery()), port)
            #expect(cards.map { $0["id"]?.string } == [third, second, first].map(\.rawValue))
            #expect(cards.map { $0["title"]?.string } == ["Third", "Second", "First"])
            #expect(cards[2]["seen"] != nil && cards[1]["seen"] == nil)
            let page = try await lines(test, .cards(AdminQuery(limit: 2)), port)
            let row = try #require(page.last?["row"]?.int)
            let next = try await lines(test, .cards(AdminQuery(after: String(row))), port)
            #expect(next.map { $0["id"]?.string } == [first.rawValue])
            let bad = try await RawClient(port: port).request(
                .cards(AdminQuery(after: "x")), test.keys.publisherCredentials)
            #expect(bad.status == 400)
            #expect(bad.problem?.expected == "the number in the field \"row\" of a line already received")
            for (query, ids) in [
                (AdminQuery(user: "bo"), [second]), (AdminQuery(status: .dismissed), [third]),
                (AdminQuery(stream: "none"), []), (AdminQuery(stream: "ops", user: "ana", status: .active), [first]),
            ] {
                #expect(try await lines(test, .cards(query), port).map { $0["id"]?.string } == ids.map(\.rawValue))
            }
        }
    }

    @Test func `a publisher of another environment sees nothing`() async throws {
        let keys = DevelopmentKeys.ephemeral()
        var config = keys.config
        config.environments.append(
            ServerConfig.Environment(id: "other", viewerKeys: [], publisherKeys: ["other-publisher"]))
        let test = try await TestServer(keys: keys, config: config)
        try await test.publish()
        try await test.listening { port in
            let other = FeedCredentials(environment: "other", apiKey: "other-publisher")
            for route in [FeedRoute.streams, .users(AdminQuery()), .cards(AdminQuery())] {
                let answer = try await RawClient(port: port).request(route, other)
                #expect(answer.status == 200 && answer.body.isEmpty)
            }
            let viewer = try await test.viewer()
            #expect(try await RawClient(port: port).request(.streams, viewer).status == 403)
        }
    }
}
