import Cards

/// The keep-alive frame of clients that cannot send WebSocket pings: `{"name":"echo","payload":{},"publishedOn":…}`.
enum EchoFrame {
    /// Whether a frame is an echo frame. All other frames of clients are ignored.
    static func isEcho(_ frame: String) -> Bool {
        // Malformed frames are ignored, like unknown ones.
        (try? JSONParser.parse(frame))?["name"] == "echo"
    }
}
