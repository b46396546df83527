import Cards
package import FeedAPI

/// The data that a storage has to load for a command, and to lock against other transactions.
package struct FeedNeeds: Hashable, Sendable {
    /// Feeds whose counters are needed. Missing counters are created.
    package var feeds: [FeedKey] = []
    /// Logical cards whose open editions are needed.
    package var logicalCards: [LogicalCard] = []
    /// Cards with their bodies and the counters of their feeds.
    package var cards: [CardAddress] = []
    /// Cards whose deadline has passed, without their bodies, and the counters of their feeds.
    package var due: DueCards?
    /// Asks with all their cards, without the bodies, and the counters of the cards' feeds.
    package var asks: [AskID] = []
    /// The keys of asks that are needed without their cards.
    package var askKeys: [StoredAsk.Key] = []
    /// Asks with a step or deadline that has passed, with their cards as for ``asks``.
    package var dueAsks: DueCards?
    package var publications: [StoredPublication.ID] = []
    package var actions: [StoredAction.ID] = []
    package var uploads: [StoredUpload.ID] = []
    /// Users whose uploads for a card are needed.
    package var cardUploads: [CardUploads] = []
    /// Users whose oldest unsubmitted uploads are needed.
    package var waitingUploads: [WaitingUploads] = []
    package var users: [Viewer] = []
    package var devices: [StoredDevice.ID] = []
    /// Environments whose webhooks are needed.
    package var webhooks: [EnvironmentID] = []
    /// The hashes of codes whose invitations are needed.
    package var invitationHashes: [[UInt8]] = []
    /// Environments whose invitations are needed.
    package var invitations: [EnvironmentID] = []
    /// Environments whose groups of users are needed.
    package var groups: [EnvironmentID] = []
    package var themes: [StoredTheme.ID] = []

    package init() {}

    /// Cards or asks whose deadline has passed, earliest deadline first.
    package struct DueCards: Hashable, Sendable {
        /// In milliseconds since 1970.
        package var now: Int64
        package var limit: Int

        package init(now: Int64, limit: Int) {
            self.now = now
            self.limit = limit
        }
    }

    /// The uploads of a user for a card.
    package struct CardUploads: Hashable, Sendable {
        package var card: CardAddress
        package var viewer: Viewer

        package init(card: CardAddress, viewer: Viewer) {
            self.card = card
            self.viewer = viewer
        }
    }

    /// Unsubmitted uploads of a user.
    package struct WaitingUploads: Hashable, Sendable {
        package var viewer: Viewer
        package var limit: Int

        package init(viewer: Viewer, limit: Int) {
            self.viewer = viewer
            self.limit = limit
        }
    }
}
