public import Cards

public import struct Foundation.Date

/// A stream to follow, from where on.
public struct Subscription: Hashable, Sendable {
    /// The stream to follow.
    public var streamID: StreamID
    /// Everything up to here is known. Nil asks for all cards, as changes.
    public var since: FeedCursor?

    /// See the properties.
    public init(streamID: StreamID, since: FeedCursor?) {
        self.streamID = streamID
        self.since = since
    }
}

/// What a source says while it is followed.
public enum LiveEvent: Hashable, Sendable {
    /// Changes of one stream. The session stores them, then calls ``LiveFeed/acknowledge(_:of:)`` with their cursor.
    case changes(FeedDelta)
    /// Everything that had changed before the subscription has been sent. Comes once for each subscription.
    case caughtUp(StreamID)
    /// The subscription's cursor means nothing any more. The session takes a snapshot and calls ``LiveFeed/resume(_:)``.
    case cursorExpired(StreamID)
    /// Something that was asked for is not to be had; the other streams go on. The reason goes to the log.
    case unavailable(SourceRefusal)
}

/// Streams that are followed: an open connection, a timer, a watched folder.
///
/// The source keeps it alive, and finds out by itself when it is dead.
public protocol LiveFeed: Sendable {
    /// The source's time when the feed was opened; nil where it has no clock of its own.
    var serverTime: Date? { get }
    /// In order. Ends when the source is not followed any more; throws a ``SourceError`` unless the source ended it in peace.
    /// One reader.
    var events: AsyncThrowingStream<LiveEvent, any Error> { get }

    /// Everything of a stream up to a cursor is on the client's disk.
    ///
    /// - Throws: ``SourceError`` where the source cannot be told; the session connects again.
    func acknowledge(_ cursor: FeedCursor, of stream: StreamID) async throws(SourceError)
    /// Follows a stream again whose cursor had expired.
    ///
    /// - Throws: ``SourceError`` where the source cannot be asked; the session connects again.
    func resume(_ subscription: Subscription) async throws(SourceError)
    /// Finds out whether the source still answers, as after the machine slept; if not, ``events`` throws before long.
    func check() async
    /// Ends it within a bounded time. May be called again.
    func close() async
}

extension LiveFeed {
    /// Nil: the source has no clock of its own.
    public var serverTime: Date? { nil }
    /// Does nothing: for a source that keeps no account of it. Never throws.
    public func acknowledge(_ cursor: FeedCursor, of stream: StreamID) async throws(SourceError) {}
    /// Does nothing: for a source that is always there.
    public func check() async {}
}
