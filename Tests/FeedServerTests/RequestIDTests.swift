import Basics
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

/// The id of responses, problems and deliveries.
@Suite struct RequestIDTests {
    @Test func `each response has its own request id, and a problem also contains it`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let first = try await client.request(.streams, test.keys.publisherCredentials)
            let second = try await client.request(.streams, test.keys.publisherCredentials)
            let ids = [first, second].compactMap { $0.headers["x-request-id"] }
            #expect(Set(ids).count == 2 && ids.allSatisfy { $0.count == 16 })
            let refused = try await client.request(.streams, nil)
            let id = try #require(refused.headers["x-request-id"])
            #expect(
                String(decoding: refused.body, as: UTF8.self).contains(#""instance":"urn:cardstream:request:\#(id)""#))
        }
    }

    @Test(arguments: [
        ("abc-DEF_1.2", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ("a b", false), ("a\u{7F}", false), ("ä", false), ("<script>", false),
    ])
    func `the request id of a proxy is kept if it is valid`(id: String, isKept: Bool) async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let answer = try await client.request(
                .streams, test.keys.publisherCredentials, headers: [("X-Request-Id", id)])
            if answer.status == 200 { #expect((answer.headers["x-request-id"] == id) == isKept) }
            #expect(answer.status == 200 || !isKept)
        }
    }

    @Test func `a request that is not HTTP has an id as well`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            try await client.send("nonsense\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 400 && answer.headers["x-request-id"]?.count == 16)
        }
    }

    @Test func `each attempt of a delivery has an id`() async throws {
        let posts = Lock<[WebhookSender.Post]>([])
        var limits = ServerLimits()
        limits.allowsPrivateWebhooks = true
        let sender = WebhookSender { post in
            posts.withLock { $0.append(post) }
            return .status(200)
        }
        let test = try await TestServer(limits: limits, webhooks: sender)
        await test.server.startClock()
        _ = try await test.server.makeWebhook(
            WebhookRequest(url: "http://127.0.0.1:1/"), environment: test.keys.environment)
        try await test.publish()
        try await eventually("a delivery") { posts.withLock { !$0.isEmpty } }
        let headers = posts.withLock { $0[0].headers }
        #expect(headers.first { $0.name == "X-Request-Id" }?.value.count == 16)
        await test.server.stop()
    }
}
