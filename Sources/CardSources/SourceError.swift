public import Cards

public import protocol Foundation.LocalizedError

/// Why a call to a source failed, grouped by how a session reacts. Texts are for people and contain no token or key.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SourceError: Error, Hashable, Sendable {
    // Temporary failures: retried with growing delays.

    /// The connection broke, or no answer arrived in time.
    case network(String)
    /// No connection could be established, for example because it was refused. Nothing was sent.
    case unreachable(String)
    /// This machine has no usable network.
    case noNetwork(String)
    /// The network works, but the host name does not exist.
    case hostNotFound(String)
    /// An open connection no longer responds, usually because this machine's route to the source broke.
    case silent(String)
    /// The source is restarting and has announced this to all its clients, which must not all reconnect at the same
    /// time.
    case restarting(String)
    /// The answer was malformed.
    case malformed(String)
    /// The server that responds is not a source of cards.
    case notFeed(String)
    /// A problem of this machine.
    case local(SyncStatus.LocalProblem)
    /// Credentials are not available at the moment.
    case noToken(String)

    // Permanent failures: not retried soon.

    /// The TLS certificate or handshake was refused.
    case tls(String)
    /// The request policy of this program denied the request.
    case denied(String)

    // Definite results.

    /// The source refused the request; ``SourceRefusal/reason`` says how to react.
    case refused(SourceRefusal)
    /// The file cannot be read or has changed.
    case file(String)
    /// The source does not support the request; the text names the missing ability, for example "profiles".
    case unsupported(String)
    /// The caller cancelled the call.
    case cancelled

    /// The cursor is no longer valid; the session then loads a snapshot.
    public static var cursorExpired: SourceError { .refused(SourceRefusal(.cursorExpired)) }

    /// Whether the source may have received the request. False only if it is certain that nothing was sent.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .noNetwork, .hostNotFound, .local, .tls, .denied, .noToken, .file, .unsupported: false
        case .network, .silent, .restarting, .malformed, .notFeed, .refused, .cancelled: true
        }
    }
}

extension SourceError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .network(let text), .unreachable(let text), .silent(let text), .restarting(let text), .notFeed(let text),
            .tls(let text), .denied(let text), .file(let text):
            text
        case .noNetwork(let text): "no network: \(text)"
        case .hostNotFound(let host): "the host \(host) cannot be found"
        case .malformed(let text): "the server's response is invalid: \(text)"
        case .noToken(let text): "no token: \(text)"
        case .local(.diskFull): "the disk is full"
        case .local(.store(let text)), .local(.library(let text)), .local(.feed(let text)): text
        case .refused(let refusal): refusal.explanation
        case .unsupported(let what): "this source of cards does not support \(what)"
        case .cancelled: "cancelled"
        }
    }

    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
