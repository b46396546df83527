internal import CardSources
package import Cards

import protocol Foundation.LocalizedError

/// Why a call to a server failed, in terms of the protocol. ``SourceError`` has the meaning of the failure for a
/// session.
package enum FeedError: Error, Hashable, Sendable {
    /// The connection broke or timed out. Retry later. The text is for the log.
    case network(String)
    /// No connection could be established, for example because it was refused. Retry later. The text is for the log.
    case unreachable(String)
    /// This machine has no usable network: name resolution failed, or there is no route. The text is for the log.
    case noNetwork(String)
    /// The network works, but the host name does not exist.
    case hostNotFound(String)
    /// A problem of this machine.
    case local(SyncStatus.LocalProblem)
    /// The TLS certificate or handshake was refused. Do not retry soon. The text is the reason.
    case tls(String)
    /// The network policy of this program denied the request. Do not retry soon. The text is the reason.
    case denied(String)
    /// The server responded with an error. `retryAfter` is the value of the `Retry-After` header in seconds, if there
    /// is one.
    case server(Problem, retryAfter: Double?)
    /// The response was malformed: it is HTML, truncated, of another protocol, or too large.
    case malformed(String)
    /// The web server is not a card server. The text contains its response.
    case notFeed(String)
    /// The server does not upgrade to WebSocket, although HTTP works.
    case socketRefused(status: Int)
    /// The peer closed the connection with this code (RFC 6455, 7.4).
    case closed(code: Int, reason: String)
    /// The file to upload cannot be read or has changed. The text is for the user.
    case file(String)
    /// The token provider did not return a token in time.
    case noToken(String)
    case cancelled

    /// Whether the server may have received the request. False only if it is certain that nothing was sent.
    package var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .noNetwork, .hostNotFound, .local, .tls, .denied, .noToken, .file: false
        case .network, .server, .malformed, .notFeed, .socketRefused, .closed, .cancelled: true
        }
    }
}

extension FeedError {
    /// The error of an operation that the server does not support.
    static func lacking(_ what: String) -> FeedError {
        .server(Problem(.notFound, detail: "This source of cards does not support \(what)."), retryAfter: nil)
    }
}

extension FeedError: CustomStringConvertible, LocalizedError {
    /// The description of the ``SourceError`` for this error.
    package var description: String { SourceError(self).description }
    /// The ``description``, for `localizedDescription`.
    package var errorDescription: String? { description }
}
