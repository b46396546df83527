package import Cards

/// An event as a frame of the socket, with who gets it.
package struct EmulatorEvent: Hashable, Sendable {
    /// Such as `conversationMessage.sent`.
    package var name: String
    /// The text of the frame is its JSON.
    package var frame: JSONObject
    /// All sockets of these profiles get the frame.
    package var profileIDs: Set<String>
}
