package import FeedAPI

/// Adds a webhook to an environment.
///
/// Throws ``Problem`` of type `too-many-webhooks`.
package struct AddWebhook: FeedCommand {
    private let webhook: StoredWebhook

    /// The maximum number of webhooks of an environment.
    package static let limit = 16

    package init(_ webhook: StoredWebhook) { self.webhook = webhook }

    package var time: Int64 { webhook.createdAt }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.webhooks = [webhook.environment]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        guard loaded.webhooks.count < Self.limit else {
            throw Problem(
                .tooManyWebhooks,
                detail: "An environment can have at most \(Self.limit) webhooks. Remove a webhook first.")
        }
        var changes = FeedChanges()
        changes.webhooks = [webhook]
        return .reply((), changes: changes)
    }
}
