import Basics
import Cards
import Crypto
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// An endpoint that returns configured responses and records the requests.
final class Endpoint: Sendable {
    struct State {
        var posts: [WebhookSender.Post] = []
        var answers: [WebhookSender.Answer]
    }
    private let state: Lock<State>

    /// - Parameter answers: The responses in order; the last one is repeated.
    init(_ answers: WebhookSender.Answer...) { state = Lock(State(answers: answers)) }

    var posts: [WebhookSender.Post] { state.withLock { $0.posts } }
    func answer(_ answers: WebhookSender.Answer...) { state.withLock { $0.answers = answers } }

    var sender: WebhookSender {
        WebhookSender { [self] post in
            state.withLock { state in
                state.posts.append(post)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
        }
    }

    /// The types of the received events.
    var types: [String] {
        posts.compactMap { try? JSONSlice($0.body).members().string("type") }
    }
}

extension WebhookSender.Post {
    fileprivate func header(_ name: String) -> String { headers.first { $0.name == name }?.value ?? "" }
}

@Suite struct WebhookTests {
    private static let url = "http://127.0.0.1:9/hook"

    private func server(
        _ endpoint: Endpoint, directory: String? = nil, keys: DevelopmentKeys = .ephemeral(),
        clock: ManualClock = ManualClock(), change: (inout ServerLimits) -> Void = { _ in }
    ) async throws -> TestServer {
        var limits = ServerLimits()
        limits.allowsPrivateWebhooks = true
        change(&limits)
        let test = try await TestServer(
            directory: directory, keys: keys, clock: clock, limits: limits, webhooks: endpoint.sender)
        await test.server.startClock()
        return test
    }

    private func hook(_ test: TestServer, events: [WebhookEvent] = [], streams: [StreamID] = []) async throws -> Webhook
    {
        try await test.server.makeWebhook(
            WebhookRequest(url: Self.url, events: events, streams: streams), environment: test.keys.environment)
    }

    private func hooks(_ test: TestServer) async throws -> [Webhook] {
        try await test.server.webhooks(environment: test.keys.environment)
    }

    @Test func `each change of a card's life cycle is delivered, with the card and the answer`() async throws {
        let endpoint = Endpoint(.status(204))
        let test = try await server(endpoint)
        _ = try await hook(test)
        let card = try await test.publish(makeBody(title: "Über"))
        try await eventually("published") { endpoint.types == ["card.published"] }
        _ = try await test.act(.snooze(until: test.clock.now + 60), on: card)
        try await eventually("snoozed") { endpoint.types.last == "card.snoozed" }
        test.clock.advance(by: 61)
        try await eventually("unsnoozed") { endpoint.types.last == "card.unsnoozed" }
        // A vote does not trigger an event.
        _ = try await test.act(.voteUp(message: nil), on: card)
        _ = try await test.act(.dismiss, on: card)
        try await eventually("dismissed") { endpoint.types.last == "card.dismissed" }
        let other = try await test.publish()
        // Deliveries that are due at the same time arrive in any order.
        try await eventually("published another") { endpoint.types.count == 5 }
        _ = try await test.server.cancel(other, environment: test.keys.environment)
        try await eventually("cancelled") { endpoint.types.last == "card.cancelled" }
        try await test.publish(makeBody(expiresAt: test.clock.now + 5))
        try await eventually("published again") { endpoint.types.count == 7 }
        test.clock.advance(by: 6)
        try await eventually("expired") { endpoint.types.last == "card.expired" }
        #expect(endpoint.types.count == 8)

        let snoozed = try JSONParser.parse(endpoint.posts[1].body)
        #expect(snoozed["data"]?["id"]?.string == card.rawValue && snoozed["data"]?["user"]?.string == "ana")
        #expect(snoozed["data"]?["response"]?["action"]?.string == "snooze")
        #expect(snoozed["data"]?["card"]?["content"] != nil)
        let unsnoozed = try JSONParser.parse(endpoint.posts[2].body)
        #expect(unsnoozed["data"]?["response"] == nil)
        try await eventually("nothing waits") { try await hooks(test).first?.waiting == 0 }
        await test.server.stop()
    }

    @Test func `a delivery is signed as Standard Webhooks says`() async throws {
        let endpoint = Endpoint(.status(200))
        let test = try await server(endpoint)
        let hook = try await hook(test)
        try await test.publish()
        try await eventually("told") { endpoint.posts.count == 1 }
        let post = endpoint.posts[0]
        let secret = try #require(hook.secret)
        #expect(secret.hasPrefix("whsec_"))
        let key = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
        #expect(key.count == 32)
        let signed =
            Array("\(post.header("webhook-id")).\(post.header("webhook-timestamp")).".utf8) + post.body
        let code = Data(HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: key)))
        #expect(post.header("webhook-signature") == "v1," + code.base64EncodedString())
        #expect(post.header("webhook-timestamp") == String(Int(test.clock.now.timeIntervalSince1970)))
        #expect(post.url == Self.url && post.addresses == ["127.0.0.1"])
        // The secret is returned only when the webhook is created.
        #expect(try await hooks(test).first?.secret == nil)
        await test.server.stop()
    }

    @Test func `failed deliveries are retried with growing pauses, then given up, listed and replayed`()
        async throws
    {
        let endpoint = Endpoint(.failed("refused"))
        let test = try await server(endpoint) { $0.webhookAttempts = 4 }
        let hook = try await hook(test)
        let card = try await test.publish()
        try await eventually("given up") {
            test.clock.advance(by: 0.2)
            return try await hooks(test).first?.dead == 1
        }
        let times = endpoint.posts.compactMap { Double($0.header("webhook-timestamp")) }
        #expect(times.count == 4)
        for (index, (earlier, later)) in zip(times, times.dropFirst()).enumerated() {
            // Between half of the pause and the whole pause. The times are whole seconds, and time passes while a post
            // is in progress.
            let pause = 5 * Double(1 << index)
            #expect((pause / 2 - 1...pause + 4).contains(later - earlier), "after attempt \(index + 1): \(times)")
        }
        #expect(Set(endpoint.posts.map { $0.header("webhook-id") }).count == 1)
        let dead = try await test.server.deadDeliveries(of: hook.id, environment: test.keys.environment)
        #expect(dead.map(\.cardID) == [card] && dead.map(\.attempts) == [4] && dead.map(\.reason) == ["refused"])
        endpoint.answer(.status(200))
        let count = try await test.server.replay(
            dead.map(\.id), of: hook.id, environment: test.keys.environment)
        #expect(count == 1)
        try await eventually("replayed") { endpoint.posts.count == 5 }
        try await eventually("gone") { try await hooks(test).first.map { $0.waiting + $0.dead } == 0 }
        await test.server.stop()
    }

    @Test func `waiting deliveries are sent after a restart`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let keys = DevelopmentKeys.ephemeral()
        let clock = ManualClock()
        let deaf = Endpoint(.status(503))
        let first = try await server(deaf, directory: directory, keys: keys, clock: clock)
        _ = try await hook(first)
        let card = try await first.publish()
        try await eventually("tried") { try await hooks(first).first?.waiting == 1 && deaf.posts.count == 1 }
        await first.server.stop()
        let endpoint = Endpoint(.status(200))
        let second = try await server(endpoint, directory: directory, keys: keys, clock: clock)
        clock.advance(by: 6)
        try await eventually("told") { endpoint.posts.count == 1 }
        #expect(try JSONParser.parse(endpoint.posts[0].body)["data"]?["id"]?.string == card.rawValue)
        await second.server.stop()
    }

    @Test func `a webhook gets only its events and streams, and none after it is removed`() async throws {
        let endpoint = Endpoint(.status(200))
        let test = try await server(endpoint)
        let one = try await hook(test, events: [.dismissed])
        let other = try await hook(test, streams: ["news"])
        let card = try await test.publish()
        _ = try await test.act(.dismiss, on: card)
        try await eventually("dismissed") { endpoint.types == ["card.dismissed"] }
        try await eventually("nothing waits") { try await hooks(test).map(\.waiting) == [0, 0] }
        try await test.server.removeWebhook(one.id, environment: test.keys.environment)
        #expect(
            await problem { try await test.server.removeWebhook(one.id, environment: test.keys.environment) }?.type
                == .notFound)
        _ = try await test.act(.dismiss, on: try await test.publish())
        #expect(try await hooks(test).map(\.id) == [other.id] && endpoint.posts.count == 1)
        await test.server.stop()
    }

    @Test func `an endpoint that responds "gone" gets no more deliveries`() async throws {
        let endpoint = Endpoint(.status(410))
        let test = try await server(endpoint)
        _ = try await hook(test)
        try await test.publish()
        try await eventually("dead") { try await hooks(test).first?.dead == 1 }
        #expect(endpoint.posts.count == 1)
        await test.server.stop()
    }

    @Test(arguments: [
        "http://example.com/", "https://127.0.0.1/", "https://10.1.2.3/x", "https://172.31.0.1",
        "https://192.168.0.1:8443",
        "https://169.254.169.254/latest/meta-data", "https://100.64.0.1", "https://[::1]/", "https://[fe80::1]",
        "https://[fc00::1]", "https://[::ffff:10.0.0.1]", "https://[64:ff9b::7f00:1]", "https://[2002:7f00:1::]",
        "https://0.0.0.0", "https://224.0.0.1", "https://user:pass@example.com/", "ftp://example.com", "example.com",
        "https://", "https://a b", "https://example.com:99999", "file:///etc/passwd",
    ])
    func `private and unusual addresses are refused`(url: String) async throws {
        let test = try await server(Endpoint(.status(200))) { $0.allowsPrivateWebhooks = false }
        let refused = await problem {
            try await test.server.makeWebhook(WebhookRequest(url: url), environment: test.keys.environment)
        }
        #expect(refused?.pointer == "/url")
        await test.server.stop()
    }

    @Test func `one webhook too many is refused by its own type, until one is removed`() async throws {
        let test = try await server(Endpoint(.status(204)))
        var last: Webhook?
        for _ in 0..<16 { last = try await hook(test) }
        let refused = await problem { try await hook(test) }
        #expect(refused?.type.rawValue == "too-many-webhooks" && refused?.status == 409)
        #expect(refused?.detail?.contains("16") == true)
        try await test.server.removeWebhook(try #require(last).id, environment: test.keys.environment)
        _ = try await hook(test)
        #expect(try await hooks(test).count == 16)
    }

    @Test func `a host name that resolves to this machine gets no deliveries`() async throws {
        let endpoint = Endpoint(.status(200))
        let test = try await server(endpoint) {
            $0.allowsPrivateWebhooks = false
            $0.webhookAttempts = 1
        }
        let hook = try await test.server.makeWebhook(
            WebhookRequest(url: "https://localhost/hook"), environment: test.keys.environment)
        try await test.publish()
        try await eventually("given up") { try await hooks(test).first?.dead == 1 }
        let dead = try await test.server.deadDeliveries(of: hook.id, environment: test.keys.environment)
        #expect(dead.first?.reason == "the host has a private address")
        #expect(endpoint.posts.isEmpty)
        await test.server.stop()
    }
}
