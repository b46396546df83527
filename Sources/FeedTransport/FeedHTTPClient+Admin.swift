internal import Cards
package import CurlTransport
package import FeedAPI

/// Operations of publishers besides publishing.
extension FeedHTTPClient {
    /// The lines of an answer in JSON lines.
    package func lines(
        _ route: FeedRoute, limits: HTTPLimits = HTTPLimits()
    ) async throws(FeedError) -> [[UInt8]] {
        try await call(route, limits: limits).body.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    package func webhooks() async throws(FeedError) -> [Webhook] {
        try Self.decode(try await call(.webhooks).body, FeedCoder.decodeWebhooks)
    }

    package func makeWebhook(_ request: WebhookRequest) async throws(FeedError) -> Webhook {
        try await post(.makeWebhook, FeedCoder.encode(request), HTTPLimits(), FeedCoder.decodeWebhook)
    }

    package func removeWebhook(_ id: WebhookID) async throws(FeedError) { _ = try await call(.removeWebhook(id)) }

    package func deadDeliveries(of webhook: WebhookID) async throws(FeedError) -> [DeadDelivery] {
        try Self.decode(try await call(.deadDeliveries(webhook)).body, FeedCoder.decodeDeadDeliveries)
    }

    /// - Parameter ids: Nil retries all of them.
    package func replay(_ ids: [DeliveryID]?, of webhook: WebhookID) async throws(FeedError) -> Int {
        try await post(
            .replayDeliveries(webhook), FeedCoder.encode(replaying: ids), HTTPLimits(), FeedCoder.decodeReplayed)
    }
}
