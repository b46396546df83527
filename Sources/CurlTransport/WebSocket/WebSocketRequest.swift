/// The address and options of a WebSocket connection.
package struct WebSocketRequest: Hashable, Sendable {
    /// `ws`, `wss`, `http` or `https`.
    package var url: String
    /// Sent with the upgrade; headers of the handshake itself are refused.
    package var headers: [HTTPHeader]
    package var limits: WebSocketLimits

    package init(url: String, headers: [HTTPHeader] = [], limits: WebSocketLimits = WebSocketLimits()) {
        self.url = url
        self.headers = headers
        self.limits = limits
    }
}
