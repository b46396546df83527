/// How changes arrive from the server (Atomic SwiftUI SDK guide 25.4, "WebSockets and HTTP API Protocols").
public enum APIProtocol: String, Hashable, Sendable, CaseIterable {
    /// The server pushes; while it cannot, it is polled at the observers' intervals. The default.
    case webSocket
    /// The server is polled at the observers' intervals.
    case http
}
