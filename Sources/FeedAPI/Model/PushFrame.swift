package import CardSources
package import Cards

package import struct Foundation.Date

/// A frame from the server to the client: a WebSocket text message with one JSON object that has a `kind`.
package enum PushFrame: Hashable, Sendable {
    /// The first frame of every connection. `{"kind":"hello","protocol":1,"serverTime","maxFrameBytes","pingSeconds"}`
    case hello(Hello)
    /// Changes of one stream: `{"kind":"delta","stream","cursor","upserts":[…],"removals":[…],"serverTime"}`. The
    /// client stores them durably and replies with ``ClientFrame/ack(stream:cursor:)``. The server sends at most a few
    /// deltas before it waits for acknowledgements; further changes stay in the log, not in memory.
    case delta(FeedDelta)
    /// The stream's cursor is too old or unknown. Load a snapshot over HTTP, and subscribe again from its cursor.
    /// `{"kind":"gap","stream"}`
    case gap(stream: StreamID)
    /// The subscription is up to date at `cursor`. Sent once, after the backlog. `{"kind":"live","stream","cursor"}`
    case live(stream: StreamID, cursor: FeedCursor)
    /// A ping of the application; reply with ``ClientFrame/pong(token:)``. `{"kind":"ping","token"}`
    case ping(token: String)
    case pong(token: String)
    /// A frame of the client was refused. The connection stays open. `{"kind":"error","problem":{…}}`
    case error(Problem)
    /// A kind of frame from a later version; ignore it.
    case unrecognised(kind: String)

    package struct Hello: Hashable, Sendable {
        package var protocolVersion: Int
        package var serverTime: Date
        /// The maximum size in bytes of a frame from either side.
        package var maxFrameBytes: Int
        /// The seconds of silence after which the server sends a ping.
        package var pingSeconds: Int

        package init(protocolVersion: Int = 1, serverTime: Date, maxFrameBytes: Int, pingSeconds: Int) {
            self.protocolVersion = protocolVersion
            self.serverTime = serverTime
            self.maxFrameBytes = maxFrameBytes
            self.pingSeconds = pingSeconds
        }
    }
}

/// A frame from client to server.
package enum ClientFrame: Hashable, Sendable {
    /// `{"kind":"subscribe","streams":[{"stream","since"?,"filters"?}]}`. A nil cursor requests the whole stream as
    /// deltas.
    case subscribe([Subscription])
    case unsubscribe([StreamID])
    /// The client has stored all changes up to `cursor` on disk. `{"kind":"ack","stream","cursor"}`
    case ack(stream: StreamID, cursor: FeedCursor)
    case ping(token: String)
    case pong(token: String)
    case unrecognised(kind: String)

    package struct Subscription: Hashable, Sendable {
        package var streamID: StreamID
        package var since: FeedCursor?
        /// Only cards that match all filters are sent. To change the filters, subscribe again without a cursor.
        package var filters: [CardFilter]

        package init(streamID: StreamID, since: FeedCursor?, filters: [CardFilter] = []) {
            self.streamID = streamID
            self.since = since
            self.filters = filters
        }
    }
}
