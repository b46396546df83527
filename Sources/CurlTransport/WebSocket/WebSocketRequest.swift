/// The address and options of a WebSocket connection.
package struct WebSocketRequest: Hashable, Sendable {
    /// The address, with the scheme `ws`, `wss`, `http` or `https`.
    package var url: String
    /// Headers sent with the upgrade request. Headers of the handshake itself are rejected.
    package var headers: [HTTPHeader]
    package var limits: WebSocketLimits

    package init(url: String, headers: [HTTPHeader] = [], limits: WebSocketLimits = WebSocketLimits()) {
        self.url = url
        self.headers = headers
        self.limits = limits
    }
}
