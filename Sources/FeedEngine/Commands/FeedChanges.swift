package import Cards
package import FeedAPI

/// What a command changed, for the storage to write in the order of the members.
package struct FeedChanges: Hashable, Sendable {
    /// New cards, in the order of their publication.
    package var inserted: [StoredCard] = []
    /// Changed cards, each once, as it is after all changes. One of ``inserted`` that changed later is here too.
    package var updated: [FeedCard] = []
    /// What webhooks are told, in the order of the changes.
    package var events: [FeedEvent] = []
    /// Publications with a key, and the time of each in milliseconds since 1970.
    package var publications: [StoredPublication] = []
    package var actions: [StoredAction] = []
    /// Uploaded files that a submit names: from now on they are kept as long as their card.
    package var submitted: [UploadID] = []
    /// New uploads, and those that came again.
    package var uploads: [StoredUpload] = []
    package var settings: [Viewer: UserSettings] = [:]
    package var removedDevices: [StoredDevice.ID] = []
    /// New or changed devices.
    package var devices: [StoredDevice] = []
    package var removedDeviceStreams: [DeviceStreams.ID] = []
    package var deviceStreams: [DeviceStreams] = []
    package var webhooks: [StoredWebhook] = []
    /// Webhooks that go, with their deliveries.
    package var removedWebhooks: [WebhookID] = []
    /// The feeds in which cards are new or changed, as they are counted at the end of the command.
    package var counters: [FeedKey: FeedCounters] = [:]

    package init() {}
}
