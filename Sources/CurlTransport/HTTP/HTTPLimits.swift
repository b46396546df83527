/// The limits of an HTTP request and its response.
package struct HTTPLimits: Hashable, Sendable {
    /// The maximum size of the body in bytes; a longer body fails the transfer.
    package var maxResponseBytes: Int
    /// The limit for name resolution, TCP and TLS together.
    package var connectTimeout: Duration
    /// The limit for the whole transfer.
    package var totalTimeout: Duration
    /// A transfer slower than `lowSpeedBytesPerSecond` for this time is aborted.
    package var lowSpeedTime: Duration
    package var lowSpeedBytesPerSecond: Int

    package init(
        maxResponseBytes: Int = 16 << 20, connectTimeout: Duration = .seconds(10),
        totalTimeout: Duration = .seconds(60), lowSpeedTime: Duration = .seconds(15),
        lowSpeedBytesPerSecond: Int = 64
    ) {
        self.maxResponseBytes = maxResponseBytes
        self.connectTimeout = connectTimeout
        self.totalTimeout = totalTimeout
        self.lowSpeedTime = lowSpeedTime
        self.lowSpeedBytesPerSecond = lowSpeedBytesPerSecond
    }
}
