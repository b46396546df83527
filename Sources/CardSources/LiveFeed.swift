public import Cards

public import struct Foundation.Date

/// A stream to follow, and the position to start from.
public struct Subscription: Hashable, Sendable {
    /// The stream to follow.
    public var streamID: StreamID
    /// Changes up to this cursor are known. Nil requests all cards as changes.
    public var since: FeedCursor?

    /// Creates a subscription from its properties.
    public init(streamID: StreamID, since: FeedCursor?) {
        self.streamID = streamID
        self.since = since
    }
}

/// An event of a live feed.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum LiveEvent: Hashable, Sendable {
    /// Changes of one stream. The session stores them, then calls ``LiveFeed/acknowledge(_:of:)`` with their cursor.
    case changes(FeedDelta)
    /// All changes from before the subscription have been delivered. Sent once for each subscription.
    case caughtUp(StreamID)
    /// The subscription's cursor is no longer valid. The session loads a snapshot and calls ``LiveFeed/resume(_:)``.
    case cursorExpired(StreamID)
    /// A requested stream is not available; others continue. The reason is logged.
    case unavailable(SourceRefusal)
}

/// A live feed of streams, based for example on an open connection, a timer or a watched folder.
///
/// The source keeps the connection alive and detects when it is dead.
public protocol LiveFeed: Sendable {
    /// The source's time when the feed was opened; nil if it has no clock of its own.
    var serverTime: Date? { get }
    /// The events in order, for one reader. The sequence ends when the feed is closed or the source ends it normally;
    /// otherwise it throws a ``SourceError``.
    var events: AsyncThrowingStream<LiveEvent, any Error> { get }

    /// Confirms that all changes of a stream up to a cursor are stored on the client's disk.
    ///
    /// - Throws: ``SourceError`` if the acknowledgement cannot be sent; the session then reconnects.
    func acknowledge(_ cursor: FeedCursor, of stream: StreamID) async throws(SourceError)
    /// Resumes a stream whose cursor has expired.
    ///
    /// - Throws: ``SourceError`` if the request cannot be sent; the session then reconnects.
    func resume(_ subscription: Subscription) async throws(SourceError)
    /// Checks whether the source still responds, for example after the machine slept. If it does not, ``events`` throws
    /// soon after.
    func check() async
    /// Closes the feed within a bounded time. Idempotent.
    func close() async
}

extension LiveFeed {
    /// Nil: the source has no clock of its own.
    public var serverTime: Date? { nil }
    /// Does nothing, for a source that does not track acknowledgements. Never throws.
    public func acknowledge(_ cursor: FeedCursor, of stream: StreamID) async throws(SourceError) {}
    /// Does nothing, for a source that is always reachable.
    public func check() async {}
}
