public import Cards

/// A source of a user's cards: a server of this project, another vendor's inbox, a folder of files.
///
/// A session stores everything that a source delivers and shows it from there, so it asks a source for changes rather
/// than complete lists. The session decides when to connect, wait and give up; the source implements the transport: its
/// addresses, its credentials, and how it detects a dead connection.
///
/// Calls may come from any thread, several at a time. Cancelling the task ends a call early with
/// ``SourceError/cancelled``.
///
/// ## Versions and cursors
///
/// Each card has a ``FeedEntry/version`` that only grows; of two states of a card, the one with the higher version
/// wins, in whatever order they arrive. A ``FeedCursor`` is a position in the history of a stream that only the source
/// can interpret: the session stores the latest one and passes it back. A source whose versions restart, because its
/// data was replaced, changes its ``FeedPage/generation`` and answers older cursors with ``SourceError/cursorExpired``.
///
/// ## Further abilities
///
/// A source also conforms to ``ProfileSource``, ``ThemeSource``, ``MetricsSource``, ``DeviceSource``,
/// ``AnalyticsSink``, ``ReadSink``, ``EventSink``, ``TypingSink``, ``ConversationStarter``, ``SwitchSource``,
/// ``LinkFollower``, ``HoldingSource``, ``RecoveringSource``, ``UnperformedActionSink``, ``UserReporting`` or
/// ``RequestReporting`` if it has that ability.
public protocol CardSource: Sendable {
    /// The capabilities of the source. They do not change while a session is connected.
    var capabilities: SourceCapabilities { get }

    /// Loads the cards of a stream that the user can see or has snoozed, in feed order.
    ///
    /// All pages of one snapshot have the same cursor. Changes that happen while the pages are read are part of the
    /// changes since that cursor.
    ///
    /// - Parameter page: ``FeedPage/next`` of the previous page; nil for the first one.
    /// - Throws: ``SourceError``.
    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage

    /// Loads the changes since a cursor; nil if there are none.
    ///
    /// - Throws: ``SourceError/cursorExpired`` for a cursor that is no longer valid; the session then loads a snapshot.
    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta?

    /// Starts to follow changes of streams. Returns once the source has accepted the subscriptions.
    ///
    /// Called only if ``SourceCapabilities/delivery`` is live. By default it throws ``SourceError/unsupported(_:)``.
    ///
    /// - Throws: ``SourceError``. With reason ``SourceRefusal/Reason/noLiveFeed``, which means that other calls still
    ///   work, the session polls and retries occasionally.
    func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed

    /// Performs an action of the user. Returns once the action is stored permanently.
    ///
    /// The session sends an action whose response was lost again with the same ``ActionRequest/key``. The action must
    /// take effect only once, and every call returns the first response.
    ///
    /// Called only for actions that ``SourceCapabilities/actions`` contains.
    ///
    /// - Throws: ``SourceError``; refused with a reason such as ``SourceRefusal/Reason/cardClosed``.
    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt

    /// Accepts a file for a card's file input. The same file with the same ``UploadTarget/key`` is stored once.
    ///
    /// Called only if ``SourceCapabilities/acceptsFiles``. By default it throws ``SourceError/unsupported(_:)``.
    ///
    /// - Parameter onProgress: Called with the increasing number of bytes sent so far, from any thread.
    /// - Throws: ``SourceError``.
    func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt

    /// Loads a page of a card: the content that replaces the `Card.LoadMore` component with this name, from top to
    /// bottom. It may contain further `Card.LoadMore` components, but no category, buttons or inputs.
    ///
    /// Called only if ``SourceCapabilities/loadsPages``. By default it throws ``SourceError/unsupported(_:)``.
    ///
    /// - Parameter name: `Card.LoadMore.page`. The name identifies the content: a page that the user has loaded is kept
    ///   while later versions of the card use its name. If the page must begin at another place of the content, give it
    ///   another name.
    /// - Throws: ``SourceError``, with reason ``SourceRefusal/Reason/unknownCard``, ``SourceRefusal/Reason/cardClosed`` or
    ///   ``SourceRefusal/Reason/notFound`` for a page that the card does not have.
    func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws(SourceError) -> [Card.Component]
}

extension CardSource {
    /// The default for polled sources: throws ``SourceError/unsupported(_:)``.
    public func follow(_ subscriptions: [Subscription]) async throws(SourceError) -> any LiveFeed {
        throw .unsupported("live changes")
    }

    /// The default for sources that accept no files: throws ``SourceError/unsupported(_:)``.
    public func send(
        _ file: UploadFile, to target: UploadTarget, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(SourceError) -> UploadReceipt {
        throw .unsupported("files")
    }

    /// The default for sources whose cards have no further pages: throws ``SourceError/unsupported(_:)``.
    public func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws(SourceError) -> [Card.Component] {
        throw .unsupported("loading more of a card")
    }
}
