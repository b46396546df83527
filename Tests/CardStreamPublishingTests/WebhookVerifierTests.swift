import CardStreamPublishing
import Crypto
import Foundation
import Testing

@Suite struct WebhookVerifierTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let body = Array(#"{"test": 2432232314}"#.utf8)
    private static let sent = Date(timeIntervalSince1970: 1_614_265_330)
    /// The example of the specification.
    private static let headers = [
        (name: "Webhook-Id", value: "msg_p5jXN8AQM9LWM0D4loKWxJek"),
        (name: "webhook-timestamp", value: "1614265330"),
        (name: "webhook-signature", value: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
    ]

    private func accepts(
        _ body: [UInt8] = body, change: (name: String, value: String)? = nil, after seconds: Double = 0
    ) -> Bool {
        let headers = Self.headers.map { header in
            change.map { $0.name == header.name.lowercased() ? $0 : header } ?? header
        }
        return WebhookVerifier(secret: Self.secret).accepts(
            body, headers: headers, now: Self.sent.addingTimeInterval(seconds))
    }

    @Test func `a genuine delivery is accepted for some minutes`() {
        #expect(accepts() && accepts(after: 300) && accepts(after: -300))
        #expect(!accepts(after: 301) && !accepts(after: -301))
    }

    @Test func `a delivery with another body, id, time or secret is refused`() {
        #expect(!accepts(Self.body + [0]))
        #expect(!accepts(change: ("webhook-id", "msg_other")))
        #expect(!accepts(change: ("webhook-timestamp", "1614265331")))
        #expect(!accepts(change: ("webhook-timestamp", "soon")))
        #expect(!accepts(change: ("webhook-signature", "v1,AAAA")))
        #expect(!accepts(change: ("webhook-signature", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")))
        #expect(!WebhookVerifier(secret: "whsec_AAAA").accepts(Self.body, headers: Self.headers, now: Self.sent))
        #expect(!WebhookVerifier(secret: Self.secret).accepts(Self.body, headers: [], now: Self.sent))
    }

    @Test func `one of several signatures is enough`() {
        let signature = Self.headers[2].value
        #expect(accepts(change: ("webhook-signature", "v1,AAAA \(signature)")))
    }
}
