package import FeedAPI

/// What commands changed, for the storage to write in the order of the members.
package struct FeedChanges: Hashable, Sendable {
    /// New cards, in the order of their publication.
    package var inserted: [StoredCard] = []
    /// Changed cards, each once, as it is after all changes. One of ``inserted`` that changed later is here too.
    package var updated: [FeedCard] = []
    /// What webhooks are told, in the order of the changes.
    package var events: [FeedEvent] = []
    /// Publications with a key.
    package var publications: [StoredPublication] = []
    package var actions: [StoredAction] = []
    /// Uploaded files that a submit names: from now on they are kept as long as their card.
    package var submitted: [UploadID] = []

    package init() {}
}
