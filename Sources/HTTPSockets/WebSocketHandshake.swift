import Crypto

import struct Foundation.Data

/// The server's part of the opening handshake of a WebSocket (RFC 6455, 4.2).
package struct WebSocketHandshake: Hashable, Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    package let accept: String

    /// Nil unless the request asks for WebSocket version 13 (RFC 6455, 4.2.1).
    package init?(_ head: HTTPHead) {
        guard head.isHTTP11, head.method == "GET", head["upgrade"]?.lowercased() == "websocket",
            head.connectionOptions.contains("upgrade"), head["sec-websocket-version"] == "13",
            let key = head["sec-websocket-key"], Data(base64Encoded: key)?.count == 16
        else { return nil }
        accept = Self.accept(for: key)
    }

    /// The hash of the client's key and a constant (RFC 6455, 4.2.2).
    static func accept(for key: String) -> String {
        let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        return Data(Insecure.SHA1.hash(data: Data(text.utf8))).base64EncodedString()
    }

    package var responseHead: HTTPResponseHead {
        HTTPResponseHead(
            status: 101,
            headers: [("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept), ("Upgrade", "websocket")],
            length: nil)
    }
}
