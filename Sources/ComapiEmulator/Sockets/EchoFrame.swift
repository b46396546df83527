import Cards

/// The keepalive of clients that cannot send the pings of WebSocket: `{"name":"echo","payload":{},"publishedOn":…}`.
enum EchoFrame {
    /// Whether a frame is one. Everything else that clients send is ignored.
    static func isEcho(_ frame: String) -> Bool {
        // Frames that cannot be read are ignored like unknown ones.
        (try? JSONParser.parse(frame))?["name"] == "echo"
    }
}
