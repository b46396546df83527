public import CardSources
public import Cards

public import struct Foundation.Date

/// A frame from server to client: one WebSocket text message holding one JSON object with a `kind`.
public enum PushFrame: Hashable, Sendable {
    /// First frame of every connection. `{"kind":"hello","protocol":1,"serverTime","maxFrameBytes","pingSeconds"}`
    case hello(Hello)
    /// Changes of one stream, batched: `{"kind":"delta","stream","cursor","upserts":[…],"removals":[…],"serverTime"}`.
    /// The client stores it durably and answers with ``ClientFrame/ack(stream:cursor:)``. The server keeps at most
    /// a few unacknowledged deltas in flight; the log, not memory, holds the rest.
    case delta(FeedDelta)
    /// The stream's cursor is too old or unknown: take a new snapshot over HTTP and subscribe again from its cursor.
    /// `{"kind":"gap","stream"}`
    case gap(stream: StreamID)
    /// The subscription is caught up to `cursor`; sent once after the backlog. `{"kind":"live","stream","cursor"}`
    case live(stream: StreamID, cursor: FeedCursor)
    /// Application-level ping; answer with ``ClientFrame/pong(token:)``. `{"kind":"ping","token"}`
    case ping(token: String)
    case pong(token: String)
    /// Something the client sent was refused; the connection may go on. `{"kind":"error","problem":{…}}`
    case error(Problem)
    /// A kind of a later version: skip it.
    case unrecognised(kind: String)

    public struct Hello: Hashable, Sendable {
        public var protocolVersion: Int
        public var serverTime: Date
        /// The largest frame either side may send, in bytes.
        public var maxFrameBytes: Int
        /// The server pings after so many seconds of silence.
        public var pingSeconds: Int

        public init(protocolVersion: Int = 1, serverTime: Date, maxFrameBytes: Int, pingSeconds: Int) {
            self.protocolVersion = protocolVersion
            self.serverTime = serverTime
            self.maxFrameBytes = maxFrameBytes
            self.pingSeconds = pingSeconds
        }
    }
}

/// A frame from client to server.
public enum ClientFrame: Hashable, Sendable {
    /// `{"kind":"subscribe","streams":[{"stream","since"?,"filters"?}]}`. A nil cursor asks for the whole stream as deltas.
    case subscribe([Subscription])
    case unsubscribe([StreamID])
    /// Everything up to `cursor` is on the client's disk. `{"kind":"ack","stream","cursor"}`
    case ack(stream: StreamID, cursor: FeedCursor)
    case ping(token: String)
    case pong(token: String)
    case unrecognised(kind: String)

    public struct Subscription: Hashable, Sendable {
        public var streamID: StreamID
        public var since: FeedCursor?
        /// Only cards that meet all of them come. Subscribe anew, without a cursor, to change them.
        public var filters: [CardFilter]

        public init(streamID: StreamID, since: FeedCursor?, filters: [CardFilter] = []) {
            self.streamID = streamID
            self.since = since
            self.filters = filters
        }
    }
}
