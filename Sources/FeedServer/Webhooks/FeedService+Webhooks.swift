import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.UUID

/// The operations on webhooks, for publishers.
extension FeedService {
    func makeWebhook(_ request: WebhookRequest, environment: EnvironmentID) async throws(Problem) -> Webhook {
        guard let dispatcher else {
            throw Problem(.notOffered, title: "Webhooks are off", detail: "This server does not send webhooks.")
        }
        _ = try WebhookTarget(request.url, allowsPrivate: limits.allowsPrivateWebhooks)
        let webhook = StoredWebhook(
            id: WebhookID(stored: UUID().uuidString.lowercased()), environment: environment, url: request.url,
            secret: WebhookSignature.newSecret(), events: request.events, streams: request.streams,
            createdAt: FeedTime.milliseconds(clock.now()))
        _ = try await run(AddWebhook(webhook))
        await dispatcher.follow()
        return Webhook(webhook, withSecret: true)
    }

    func removeWebhook(_ id: WebhookID, environment: EnvironmentID) async throws(Problem) {
        _ = try await run(RemoveWebhook(id, of: environment))
        await dispatcher?.follow()
    }

    func webhooks(environment: EnvironmentID) async throws(Problem) -> [Webhook] {
        var webhooks: [Webhook] = []
        for webhook in try await storage.webhooks() where webhook.environment == environment {
            let counts = try await storage.deliveryCounts(of: webhook.id)
            webhooks.append(Webhook(webhook, waiting: counts.waiting, dead: counts.dead))
        }
        return webhooks
    }

    /// The deliveries that failed for good, oldest first.
    func deadDeliveries(
        of id: WebhookID, environment: EnvironmentID, limit: Int = 1000
    ) async throws(Problem) -> [DeadDelivery] {
        try await require(id, environment)
        return try await storage.deadDeliveries(of: id, limit: limit)
    }

    /// Queues failed deliveries again, as if they had not been tried. Returns their number.
    func replay(_ ids: [DeliveryID]?, of id: WebhookID, environment: EnvironmentID) async throws(Problem) -> Int {
        try await require(id, environment)
        let count = try await storage.replay(ids, of: id, at: clock.now())
        await dispatcher?.wake()
        return count
    }

    private func require(_ id: WebhookID, _ environment: EnvironmentID) async throws(Problem) {
        let webhooks = try await storage.webhooks()
        guard webhooks.contains(where: { $0.id == id && $0.environment == environment }) else {
            throw .unknownWebhook
        }
    }
}

extension Webhook {
    /// A webhook as its publisher sees it.
    fileprivate init(_ stored: StoredWebhook, waiting: Int = 0, dead: Int = 0, withSecret: Bool = false) {
        self.init(
            id: stored.id, url: stored.url, events: stored.events, streams: stored.streams,
            createdAt: FeedTime.date(milliseconds: stored.createdAt), secret: withSecret ? stored.secret : nil,
            waiting: waiting, dead: dead)
    }
}
