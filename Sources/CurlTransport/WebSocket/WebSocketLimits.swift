/// Limits for the size and duration of what a peer sends.
package struct WebSocketLimits: Hashable, Sendable {
    /// Payload bytes of one frame.
    package var maxFrameBytes: Int
    /// Bytes of one message, all its fragments together.
    package var maxMessageBytes: Int
    /// Frames of one message.
    package var maxFragments: Int
    /// Bytes of the answer's status line and headers.
    package var maxHeadBytes: Int
    /// Bytes of unread messages above which the connection is not read.
    package var maxBufferedBytes: Int
    /// For name resolution, TCP and TLS.
    package var connectTimeout: Duration
    /// For the answer to the upgrade request.
    package var handshakeTimeout: Duration
    /// From the upgrade to the peer's first message, in protocols where the peer speaks first; nil for others.
    package var greetingTimeout: Duration?
    /// From the first byte of a message to the last.
    package var messageTimeout: Duration
    /// After this silence of an open connection, the peer is sent a ping; nil for never, in protocols with signs of life
    /// of their own.
    package var pingInterval: Duration?
    /// From a ping until something of the peer arrives.
    package var pongTimeout: Duration
    /// For the peer's close frame, and again for the end of the connection.
    package var closeTimeout: Duration

    package init(
        maxFrameBytes: Int = 1 << 20, maxMessageBytes: Int = 4 << 20, maxFragments: Int = 4096,
        maxHeadBytes: Int = 32 << 10, maxBufferedBytes: Int = 8 << 20, connectTimeout: Duration = .seconds(10),
        handshakeTimeout: Duration = .seconds(10), greetingTimeout: Duration? = nil,
        messageTimeout: Duration = .seconds(60), pingInterval: Duration? = nil,
        pongTimeout: Duration = .seconds(10), closeTimeout: Duration = .seconds(2)
    ) {
        self.maxFrameBytes = maxFrameBytes
        self.maxMessageBytes = maxMessageBytes
        self.maxFragments = maxFragments
        self.maxHeadBytes = maxHeadBytes
        self.maxBufferedBytes = maxBufferedBytes
        self.connectTimeout = connectTimeout
        self.handshakeTimeout = handshakeTimeout
        self.greetingTimeout = greetingTimeout
        self.messageTimeout = messageTimeout
        self.pingInterval = pingInterval
        self.pongTimeout = pongTimeout
        self.closeTimeout = closeTimeout
    }
}
