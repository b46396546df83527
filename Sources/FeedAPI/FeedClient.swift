package import CardSources
package import Cards

/// A connection to a server of this protocol: over the network, in the same process, or in a test. `FeedSource` makes
/// it a source of cards.
package struct FeedClient: Sendable {
    /// Loads the first page (`page` nil) or a later one of a stream's snapshot.
    package var snapshot: @Sendable (_ stream: StreamID, _ page: String?) async throws(FeedError) -> FeedPage
    /// Loads the changes since a cursor; nil if there are none (HTTP 304).
    package var changes: @Sendable (_ stream: StreamID, _ since: FeedCursor) async throws(FeedError) -> FeedDelta?
    package var act: @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt
    /// Uploads a file for a card's file input. The callback gets the increasing number of sent bytes, from any thread.
    /// Cancelling the task cancels the upload.
    package var upload: Upload
    /// Loads a page of a card.
    package var page: @Sendable (_ name: String, CardID, StreamID) async throws(FeedError) -> [Card.Component] =
        { _, _, _ throws(FeedError) in throw .lacking("pages") }
    /// Opens the push connection; returns when the server's hello has arrived.
    package var openSocket: @Sendable () async throws(FeedError) -> FeedSocket
    /// Loads the theme of a stream; nil if it is still the one with this tag.
    package var theme: @Sendable (StreamID, _ tag: String?) async throws(FeedError) -> StreamTheme? =
        { _, _ throws(FeedError) in throw .lacking("themes") }

    // Operations beyond cards. By default they throw; a test double sets only what it needs.

    /// Sends at most ``AnalyticsBatch/mostRecords`` analytics records. Records count once by their id, so that a batch
    /// whose answer was lost can be sent again.
    package var sendAnalytics: @Sendable ([AnalyticsRecord]) async throws(FeedError) -> AnalyticsReceipt =
        { _ throws(FeedError) in throw .lacking("analytics") }
    /// Sends a custom event; events with the same id count once.
    package var sendEvent: @Sendable (CustomEvent) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("events") }
    /// Loads the user's profile; empty if nothing was ever set.
    package var user: @Sendable () async throws(FeedError) -> UserSettings =
        { () throws(FeedError) in throw .lacking("profiles") }
    /// Changes the fields that are set and returns the updated profile.
    package var updateUser: @Sendable (UserSettings) async throws(FeedError) -> UserSettings =
        { _ throws(FeedError) in throw .lacking("profiles") }
    /// Loads the server's counts of the user's cards.
    package var metrics: @Sendable () async throws(FeedError) -> UserMetrics =
        { () throws(FeedError) in throw .lacking("metrics") }
    /// Registers a device for notifications in the requested environments that the server has, and returns those.
    /// Idempotent.
    package var registerDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Removes a registration and returns the environments it was removed from; a missing registration is no error.
    package var deregisterDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Sets the streams that a device wants notifications of.
    package var registerStreams: @Sendable (StreamRegistration) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("devices") }

    package typealias Upload =
        @Sendable (UploadTarget, UploadFile, _ onProgress: @escaping @Sendable (Int) -> Void) async throws(FeedError)
        -> UploadReceipt

    /// - Parameter upload: Leave it out for a server that accepts no files.
    package init(
        snapshot: @escaping @Sendable (StreamID, String?) async throws(FeedError) -> FeedPage,
        changes: @escaping @Sendable (StreamID, FeedCursor) async throws(FeedError) -> FeedDelta?,
        act: @escaping @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt,
        upload: @escaping Upload = { _, _, _ throws(FeedError) in throw .file("This server accepts no files.") },
        openSocket: @escaping @Sendable () async throws(FeedError) -> FeedSocket
    ) {
        self.snapshot = snapshot
        self.changes = changes
        self.act = act
        self.upload = upload
        self.openSocket = openSocket
    }
}
