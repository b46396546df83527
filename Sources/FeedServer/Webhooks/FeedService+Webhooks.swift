import FeedAPI

/// What a publisher does with webhooks.
extension FeedService {
    func makeWebhook(_ request: WebhookRequest, environment: EnvironmentID) async throws(Problem) -> Webhook {
        guard let dispatcher else {
            throw Problem(.notOffered, title: "No webhooks here", detail: "This server delivers to no webhooks.")
        }
        _ = try WebhookTarget(request.url, allowsPrivate: limits.allowsPrivateWebhooks)
        let webhook = try await log.makeWebhook(request, environment: environment, now: clock.now())
        await dispatcher.follow()
        return webhook.told(withSecret: true)
    }

    func removeWebhook(_ id: WebhookID, environment: EnvironmentID) async throws(Problem) {
        try await log.removeWebhook(id, environment: environment)
        await dispatcher?.follow()
    }

    func replay(_ ids: [DeliveryID]?, of id: WebhookID, environment: EnvironmentID) async throws(Problem) -> Int {
        let count = try await log.replay(ids, of: id, environment: environment, now: clock.now())
        await dispatcher?.wake()
        return count
    }
}
