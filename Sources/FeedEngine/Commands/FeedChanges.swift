package import Cards
package import FeedAPI

/// The changes of a command, which the storage writes in the order of the members.
package struct FeedChanges: Hashable, Sendable {
    /// New cards in the order of publication.
    package var inserted: [StoredCard] = []
    /// Changed cards, each once and in the final state. Also contains changed cards of ``inserted``.
    package var updated: [FeedCard] = []
    /// What cards show from now on, in place of what they were published with.
    package var bodies: [CardID: [UInt8]] = [:]
    /// New or changed asks.
    package var asks: [StoredAsk] = []
    /// Entries for the records of environments, in the order in which they happened.
    package var audit: [StoredAudit] = []
    /// Events for webhooks in the order of the changes.
    package var events: [FeedEvent] = []
    /// Publications with a key, with their times in milliseconds since 1970.
    package var publications: [StoredPublication] = []
    package var actions: [StoredAction] = []
    /// Uploads that a submit names: they are kept as long as their card.
    package var submitted: [UploadID] = []
    /// New and repeated uploads.
    package var uploads: [StoredUpload] = []
    package var settings: [Viewer: UserSettings] = [:]
    package var removedDevices: [StoredDevice.ID] = []
    /// New or changed devices.
    package var devices: [StoredDevice] = []
    package var removedDeviceStreams: [DeviceStreams.ID] = []
    package var deviceStreams: [DeviceStreams] = []
    package var webhooks: [StoredWebhook] = []
    /// Webhooks to remove with their deliveries.
    package var removedWebhooks: [WebhookID] = []
    /// New or used invitations.
    package var invitations: [StoredInvitation] = []
    package var removedInvitations: [InvitationID] = []
    /// New or changed groups of users.
    package var groups: [StoredGroup] = []
    package var removedGroups: [StoredGroup.ID] = []
    /// New, changed and removed themes of streams.
    package var themes: [StoredTheme] = []
    /// The feeds with new or changed cards, with their counters at the end of the command.
    package var counters: [FeedKey: FeedCounters] = [:]

    package init() {}
}
