package import Cards

/// An event as a frame of the socket, with its recipients.
package struct EmulatorEvent: Hashable, Sendable {
    /// The name, such as `conversationMessage.sent`.
    package var name: String
    /// The frame. Sockets send it as JSON.
    package var frame: JSONObject
    /// The profiles that receive the frame, on all their sockets.
    package var profileIDs: Set<String>
}
