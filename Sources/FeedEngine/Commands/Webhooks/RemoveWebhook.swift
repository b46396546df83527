import Cards
package import FeedAPI

/// Removes a webhook together with its deliveries.
///
/// Throws ``Problem`` of type `not-found`.
package struct RemoveWebhook: FeedCommand {
    private let id: WebhookID
    private let environment: EnvironmentID

    /// The command does not depend on the time.
    package var time: Int64 { 0 }

    package init(_ id: WebhookID, of environment: EnvironmentID) {
        self.id = id
        self.environment = environment
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.webhooks = [environment]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        guard loaded.webhooks.contains(where: { $0.id == id }) else { throw .unknownWebhook }
        var changes = FeedChanges()
        changes.removedWebhooks = [id]
        return .reply((), changes: changes)
    }
}
