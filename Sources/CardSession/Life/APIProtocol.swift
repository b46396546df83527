/// How cards come from the server (Atomic SwiftUI SDK guide 25.4, "WebSockets and HTTP API Protocols").
public enum APIProtocol: String, Hashable, Sendable, CaseIterable {
    /// The server pushes; while it cannot, it is asked at the interval of whoever observes. The default.
    case webSocket
    /// The server is asked at the interval of whoever observes.
    case http
}
