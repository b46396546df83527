package import EmulatorHTTP

/// A client's socket, open until either side closes it.
package struct EmulatorSocket: Sendable {
    package let id: String
    /// The frames for the client, with one event each. The stream ends when the service closes the socket.
    package let frames: AsyncStream<String>

    /// The result of opening a socket.
    package enum Opening: Sendable {
        case open(EmulatorSocket)
        case refused(EmulatorResponse)
    }
}
