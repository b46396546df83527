public import Cards

/// Where the cards of a user come from: a server of this project, another vendor's inbox, a folder of files.
///
/// A session keeps what a source says in its store and shows it from there, so a source is asked for changes and not for
/// pictures. When to ask, to wait and to give up is the session's business; how to ask is the source's: its addresses,
/// its credentials, its way of noticing that a connection is dead.
///
/// Calls may come from any thread, several at a time. Cancelling the task ends a call early, with ``SourceError/cancelled``.
///
/// ## Versions and cursors
///
/// Each card has a ``FeedEntry/version`` that only grows; of two states of a card the one with the higher version is kept,
/// in whatever order they come. A ``FeedCursor`` is a place in the history of a stream that only the source can read: the
/// session keeps the latest one and gives it back. A source whose versions begin anew, because its data was replaced, says
/// so by another ``FeedPage/generation``, and answers older cursors with ``SourceError/cursorExpired``.
///
/// ## Further abilities
///
/// A source conforms to ``ProfileSource``, ``MetricsSource``, ``DeviceSource``, ``AnalyticsSink``, ``EventSink`` or
/// ``RequestReporting`` for what else it can do.
public protocol CardSource: Sendable {
    /// What the source can do. It does not change while a session is connected.
    var capabilities: SourceCapabilities { get }

    /// The cards of a stream that the user can see or has snoozed, in the order of the feed.
    ///
    /// All pages of one snapshot name the same cursor: what changes while they are read comes with the changes since it.
    ///
    /// - Parameter page: ``FeedPage/next`` of the page before; nil for the first one.
    /// - Throws: ``SourceError``.
    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage

    /// What has changed since a cursor; nil when nothing has.
    ///
    /// - Throws: ``SourceError/cursorExpired`` for a cursor that means nothing any more. A snapshot follows.
    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta?

    /// Begins to follow streams as they change. Returns once the source has accepted.
    ///
    /// Called only where ``SourceCapabilities/delivery`` is live. By default it throws ``SourceError/unsupported(_:)``.
    ///
    /// - Throws: ``SourceError``, of reason ``SourceRefusal/Reason/noLiveFeed`` where other calls work: the session then
    ///   asks for changes at an interval, and tries again at times.
    func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed

    /// Does what the user did. The answer means that it is kept for good.
    ///
    /// An action whose answer was lost comes again with the same ``ActionRequest/key``: it has its effect once, and the
    /// answer is the first one.
    ///
    /// Called only for kinds of actions that ``SourceCapabilities/actions`` names.
    ///
    /// - Throws: ``SourceError``; refused for a reason such as ``SourceRefusal/Reason/cardClosed``.
    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt

    /// Accepts a file for a card's file input. The same file under the same ``UploadTarget/key`` is stored once.
    ///
    /// Called only where ``SourceCapabilities/acceptsFiles``. By default it throws ``SourceError/unsupported(_:)``.
    ///
    /// - Parameter onProgress: Gets the number of bytes sent so far, in growing numbers, from any thread.
    /// - Throws: ``SourceError``.
    func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt
}

extension CardSource {
    /// For a source that is polled: throws ``SourceError/unsupported(_:)``.
    public func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        throw .unsupported("live changes")
    }

    /// For a source that accepts no files: throws ``SourceError/unsupported(_:)``.
    public func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt {
        throw .unsupported("files")
    }
}
