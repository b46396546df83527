package import Cards
package import FeedAPI

/// The changes that a command makes. The storage writes them in the order of the members.
package struct FeedChanges: Hashable, Sendable {
    /// New cards, in the order of publication.
    package var inserted: [StoredCard] = []
    /// Changed cards, each once and in its final state. Also contains changed cards of ``inserted``.
    package var updated: [FeedCard] = []
    /// New bodies of cards, which replace the bodies with which they were published.
    package var bodies: [CardID: [UInt8]] = [:]
    /// New or changed asks.
    package var asks: [StoredAsk] = []
    /// Entries for the audit logs of environments, in the order of the events.
    package var audit: [StoredAudit] = []
    /// Events for webhooks, in the order of the changes.
    package var events: [FeedEvent] = []
    /// Publications with an idempotency key.
    package var publications: [StoredPublication] = []
    package var actions: [StoredAction] = []
    /// Uploads that a submit names. They are kept as long as their card.
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
    /// Webhooks to remove together with their deliveries.
    package var removedWebhooks: [WebhookID] = []
    /// New or used invitations.
    package var invitations: [StoredInvitation] = []
    package var removedInvitations: [InvitationID] = []
    /// New or changed groups of users.
    package var groups: [StoredGroup] = []
    package var removedGroups: [StoredGroup.ID] = []
    /// New, changed and removed themes of streams.
    package var themes: [StoredTheme] = []
    /// The feeds with new or changed cards, and their counters at the end of the command.
    package var counters: [FeedKey: FeedCounters] = [:]

    package init() {}
}
