package import CurlTransport

/// The network as a dependency, so that tests can replace the service.
package struct ComapiNetwork: Sendable {
    /// An open WebSocket.
    package struct Socket: Sendable {
        /// Returns the next text message; nil after a normal close.
        package var next: @Sendable () async throws(TransportError) -> String?
        package var send: @Sendable (String) async throws(TransportError) -> Void
        package var close: @Sendable () async -> Void

        package init(
            next: @escaping @Sendable () async throws(TransportError) -> String?,
            send: @escaping @Sendable (String) async throws(TransportError) -> Void,
            close: @escaping @Sendable () async -> Void
        ) {
            self.next = next
            self.send = send
            self.close = close
        }
    }

    package var send: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
    package var openSocket: @Sendable (WebSocketRequest) async throws(TransportError) -> Socket

    package init(
        send: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse,
        openSocket: @escaping @Sendable (WebSocketRequest) async throws(TransportError) -> Socket
    ) {
        self.send = send
        self.openSocket = openSocket
    }

    /// The real network, over libcurl.
    package static func curl(_ driver: CurlDriver) -> ComapiNetwork {
        ComapiNetwork(
            send: { request throws(TransportError) in try await driver.send(request) },
            openSocket: { request throws(TransportError) in
                let session = try await driver.openWebSocket(request)
                return Socket(
                    next: { () throws(TransportError) in
                        // Events are text messages. Skip binary ones.
                        while let message = try await session.next() {
                            if message.kind == .text { return String(decoding: message.bytes, as: UTF8.self) }
                        }
                        return nil
                    },
                    send: { text throws(TransportError) in try await session.send(.text(text)) },
                    close: { await session.close() })
            })
    }
}
