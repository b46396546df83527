/// The limits for the size and duration of what a peer sends.
package struct WebSocketLimits: Hashable, Sendable {
    /// The maximum payload bytes of a frame.
    package var maxFrameBytes: Int
    /// The maximum bytes of a message, with all its fragments.
    package var maxMessageBytes: Int
    /// The maximum number of frames of a message.
    package var maxFragments: Int
    /// The maximum bytes of the response's status line and headers.
    package var maxHeadBytes: Int
    /// The bytes of unread messages above which the connection is not read.
    package var maxBufferedBytes: Int
    /// The limit for name resolution, TCP and TLS.
    package var connectTimeout: Duration
    /// The limit for the response to the upgrade request.
    package var handshakeTimeout: Duration
    /// The limit from the upgrade to the peer's first message, in protocols where the peer speaks first; nil for other
    /// protocols.
    package var greetingTimeout: Duration?
    /// The limit from the first byte of a message to the last.
    package var messageTimeout: Duration
    /// The time without input after which a ping is sent; nil for never, in protocols with their own keep-alive.
    package var pingInterval: Duration?
    /// The limit from a ping until any input arrives.
    package var pongTimeout: Duration
    /// The limit for the peer's close frame, and again for the end of the connection.
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
