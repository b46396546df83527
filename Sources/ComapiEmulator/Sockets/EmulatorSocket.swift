package import EmulatorHTTP

/// A client's socket: what the service sends on it, until either side closes it.
package struct EmulatorSocket: Sendable {
    package let id: String
    /// One event in each; ends when the service closes the socket.
    package let frames: AsyncStream<String>

    /// What a request for a socket gets.
    package enum Opening: Sendable {
        case open(EmulatorSocket)
        case refused(EmulatorAnswer)
    }
}
