import Cards
import FeedAPI

/// The data that a storage has loaded for a command. Missing entries do not exist in the storage.
package struct LoadedFeeds: Hashable, Sendable {
    package var counters: [FeedKey: FeedCounters] = [:]
    /// The open cards of the requested logical cards, oldest edition first.
    package var editions: [FeedCard] = []
    package var cards: [StoredCard] = []
    /// The due cards, in the order of their deadlines.
    package var due: [FeedCard] = []
    package var asks: [StoredAsk] = []
    /// The cards of the requested asks.
    package var askCards: [FeedCard] = []
    package var publications: [StoredPublication] = []
    package var actions: [StoredAction] = []
    package var uploads: [StoredUpload] = []
    package var users: [Viewer: StoredUser] = [:]
    package var devices: [StoredDevice] = []
    package var webhooks: [StoredWebhook] = []
    package var invitations: [StoredInvitation] = []
    package var groups: [StoredGroup] = []
    package var themes: [StoredTheme] = []

    package init() {}

    /// The user; a user without stored data has no settings.
    func user(_ viewer: Viewer) -> StoredUser { users[viewer] ?? StoredUser(viewer: viewer) }
}
