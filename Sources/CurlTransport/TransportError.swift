/// Why an exchange with a server failed, before anybody looks at what was exchanged.
///
/// Of a request that does something, `noNetwork`, `hostNotFound`, `unreachable`, `tls` and `denied` tell that not a byte of it
/// was sent; where one may have been, as before a redirect, the same is told as `connection`.
package enum TransportError: Error, Hashable, Sendable {
    /// libcurl is missing, too old or built without what is needed. The text says what to install.
    case libraryUnavailable(String)
    /// The caller's URL or header cannot be sent.
    case badRequest(String)
    /// No name, no route: this machine has no way there.
    case noNetwork(String)
    /// There is a network, but it knows no host of this name.
    case hostNotFound(String)
    /// No connection came about: refused, or no answer to connecting. Nothing of a request was sent.
    case unreachable(String)
    /// Reset, cut off in the middle.
    case connection(String)
    case timedOut(String)
    /// The certificate or the TLS handshake was refused. The text says why, for the user.
    case tls(String)
    /// The request policy denied it, before or after the server showed its certificate. The text says why, for the user.
    case denied(String)
    /// The server sends us to another origin, where our credentials must not go.
    case redirected(to: String)
    /// More bytes than the caller is ready to hold.
    case tooLarge(limit: Int)
    /// HTTP that makes no sense.
    case malformed(String)
    /// No HTTP at all: another kind of server.
    case notHTTP
    /// The server was there, and the connection ended in the middle of its answer.
    case cutOff
    /// HTTP works, but the server did not switch to WebSocket.
    case upgradeRefused(HTTPResponse)
    /// The server did switch, but not by the rules (RFC 6455 4.1).
    case badUpgrade(String)
    /// The peer broke the WebSocket protocol; `code` is what it was told (RFC 6455 7.4).
    case protocolViolation(code: Int, String)
    /// The peer closed the WebSocket, with 1005 when it gave no code.
    case closed(code: Int, reason: String)
    /// The file to send cannot be read, or is not what the caller says it is.
    case file(String)
    case cancelled
}
