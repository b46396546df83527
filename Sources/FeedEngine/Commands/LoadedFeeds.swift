import Cards
import FeedAPI

/// What a storage has loaded for a command. What does not exist is missing.
package struct LoadedFeeds: Hashable, Sendable {
    package var counters: [FeedKey: FeedCounters] = [:]
    /// The open cards of the logical cards that were needed, those of each from the oldest to the newest.
    package var editions: [FeedCard] = []
    package var cards: [StoredCard] = []
    /// In the order of their deadlines.
    package var due: [FeedCard] = []
    package var publications: [StoredPublication] = []
    package var actions: [StoredAction] = []
    package var uploads: [StoredUpload] = []
    package var users: [Viewer: StoredUser] = [:]
    package var devices: [StoredDevice] = []
    package var webhooks: [StoredWebhook] = []

    package init() {}

    /// A user, with nothing set for one that is new.
    func user(_ viewer: Viewer) -> StoredUser { users[viewer] ?? StoredUser(viewer: viewer) }
}
