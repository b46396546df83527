package import CardSources
package import Cards

/// The operations of a server of this protocol: over the network, in the same process, or in a test. `FeedSource` makes
/// them a source of cards.
package struct FeedClient: Sendable {
    /// Loads a page of a stream's snapshot; a nil `page` is the first page.
    package var snapshot: @Sendable (_ stream: StreamID, _ page: String?) async throws(FeedError) -> FeedPage
    /// Loads the changes since a cursor; nil if there are none (HTTP 304).
    package var changes: @Sendable (_ stream: StreamID, _ since: FeedCursor) async throws(FeedError) -> FeedDelta?
    package var act: @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt
    /// Uploads a file for a card's file input. The callback gets the number of bytes sent so far, and may be called on
    /// any thread. Cancelling the task cancels the upload.
    package var upload: Upload
    /// Loads a page of a card.
    package var page: @Sendable (_ name: String, CardID, StreamID) async throws(FeedError) -> [Card.Component] =
        { _, _, _ throws(FeedError) in throw .lacking("pages") }
    /// Opens the push connection. Returns when the server's `hello` frame has arrived.
    package var openSocket: @Sendable () async throws(FeedError) -> FeedSocket
    /// Loads the theme of a stream; nil if the theme still has this tag.
    package var theme: @Sendable (StreamID, _ tag: String?) async throws(FeedError) -> StreamTheme? =
        { _, _ throws(FeedError) in throw .lacking("themes") }

    // Operations that do not concern cards. By default they throw, so that a test double sets only the ones it needs.

    /// Sends at most ``AnalyticsBatch/mostRecords`` analytics records. Records with the same id count once, so that a
    /// batch whose response was lost can be sent again.
    package var sendAnalytics: @Sendable ([AnalyticsRecord]) async throws(FeedError) -> AnalyticsReceipt =
        { _ throws(FeedError) in throw .lacking("analytics") }
    /// Sends a custom event. Events with the same id count once.
    package var sendEvent: @Sendable (CustomEvent) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("events") }
    /// Loads the user's profile. It is empty if nothing was ever set.
    package var user: @Sendable () async throws(FeedError) -> UserSettings =
        { () throws(FeedError) in throw .lacking("profiles") }
    /// Changes the fields that are not nil, and returns the updated profile.
    package var updateUser: @Sendable (UserSettings) async throws(FeedError) -> UserSettings =
        { _ throws(FeedError) in throw .lacking("profiles") }
    /// Loads the server's counts of the user's cards.
    package var metrics: @Sendable () async throws(FeedError) -> UserMetrics =
        { () throws(FeedError) in throw .lacking("metrics") }
    /// Registers a device for notifications in those requested environments that the server has, and returns them.
    /// Idempotent.
    package var registerDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Removes a registration, and returns the environments from which it was removed. A missing registration is not an
    /// error.
    package var deregisterDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Sets the streams whose notifications a device gets.
    package var registerStreams: @Sendable (StreamRegistration) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("devices") }

    package typealias Upload =
        @Sendable (UploadTarget, UploadFile, _ onProgress: @escaping @Sendable (Int) -> Void) async throws(FeedError)
        -> UploadReceipt

    /// - Parameter upload: The default throws, for a server that does not accept files.
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
