/// The reason why communication with a server failed at the level of HTTP, TLS or the connection.
///
/// For a request with effects, `noNetwork`, `hostNotFound`, `unreachable`, `tls` and `denied` guarantee that no byte of
/// it was sent. If a byte may have been sent, for example before a redirect, the error is `connection`.
package enum TransportError: Error, Hashable, Sendable {
    /// libcurl is missing, too old, or lacks a required feature. The text says what to install.
    case libraryUnavailable(String)
    /// The caller's URL or header is invalid.
    case badRequest(String)
    /// This machine has no usable network: no name resolution or no route.
    case noNetwork(String)
    /// The network works, but the host name does not exist.
    case hostNotFound(String)
    /// The connection was refused or timed out. Nothing of the request was sent.
    case unreachable(String)
    /// The connection was reset or closed early.
    case connection(String)
    case timedOut(String)
    /// The TLS certificate or handshake was refused. The text says why, for the user.
    case tls(String)
    /// The request policy denied the request, before or after the certificate was verified. The text says why, for the
    /// user.
    case denied(String)
    /// The server redirects to another origin, which must not receive our credentials.
    case redirected(to: String)
    /// The response exceeds the caller's limit in bytes.
    case tooLarge(limit: Int)
    /// The response is malformed HTTP.
    case malformed(String)
    /// The response is not HTTP.
    case notHTTP
    /// The connection ended in the middle of the response.
    case cutOff
    /// The server did not switch to WebSocket.
    case upgradeRefused(HTTPResponse)
    /// The server switched to WebSocket in an invalid way (RFC 6455, 4.1).
    case badUpgrade(String)
    /// The peer violated the WebSocket protocol; `code` was sent to it (RFC 6455, 7.4).
    case protocolViolation(code: Int, String)
    /// The peer closed the WebSocket; 1005 if it gave no code.
    case closed(code: Int, reason: String)
    /// The file to send cannot be read or has changed.
    case file(String)
    case cancelled
}
