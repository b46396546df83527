import Basics
package import CardSources
package import Cards

/// A failure, classified by how the synchronisation reacts.
package enum SyncFailure: Error, Hashable, Sendable {
    /// Retry with backoff.
    case network(String)
    /// Retry with backoff. Other servers cannot be reached either.
    case noNetwork(String)
    /// Retry with backoff; the host name does not exist.
    case hostNotFound(String)
    /// Another kind of web server responds: retry with backoff.
    case notFeed(String)
    /// The response was malformed or an error: retry with backoff.
    case badAnswer(String)
    /// Retry at the time that the server says.
    case busy(retryAfter: Double?)
    /// The server is restarting (close 1001, 1012, 1013) and has announced this to all clients: spread retries.
    case restarting
    /// The server or a proxy refuses all clients for now (503): spread retries after the time that it says.
    case unavailable(retryAfter: Double?)
    /// Live feeds are not available, but other calls work: poll.
    case noLiveFeed(String)
    /// The live connection does not respond, usually because this machine's route to the source broke.
    case silent(String)
    /// The token provider returned no token: ask again after its own interval.
    case noToken(String)
    /// Request a new token once, then stop.
    case authentication(String)
    /// Stop, and retry after a long time.
    case tls(String)
    /// The request policy denies it. For a live feed: poll instead. Otherwise: stop, and retry after a long time.
    case denied(String)
    /// A problem of this machine: retry with backoff.
    case local(SyncStatus.LocalProblem)

    /// Nil for a cancellation, which is not a failure.
    package init?(_ error: SourceError) {
        switch error {
        case .network(let text), .unreachable(let text): self = .network(text)
        case .silent(let text): self = .silent(text)
        case .restarting: self = .restarting
        case .noNetwork(let text): self = .noNetwork(text)
        case .hostNotFound(let host): self = .hostNotFound(host)
        case .notFeed(let text): self = .notFeed(text)
        case .local(let problem): self = .local(problem)
        case .tls(let text): self = .tls(text)
        case .denied(let text): self = .denied(text)
        case .malformed(let text): self = .badAnswer(text)
        case .noToken(let text): self = .noToken(text)
        case .unsupported(let what): self = .noLiveFeed("this source does not support \(what)")
        // Files are not part of synchronisation.
        case .cancelled, .file: return nil
        case .refused(let refusal):
            switch refusal.reason {
            case .unauthorized, .forbidden:
                self = .authentication(refusal.detail.map { "\(refusal.title). \($0)" } ?? refusal.title)
            case .noLiveFeed: self = .noLiveFeed(refusal.title)
            case .busy: self = .busy(retryAfter: refusal.retryAfter?.seconds)
            case .unavailable: self = .unavailable(retryAfter: refusal.retryAfter?.seconds)
            case .cursorExpired, .unknownCard, .cardClosed, .notOffered, .badAction, .keyReused, .invalid, .notFound,
                .declined, .conflict, .failed:
                self =
                    refusal.retryAfter == nil
                    ? .badAnswer(refusal.title) : .busy(retryAfter: refusal.retryAfter?.seconds)
            }
        }
    }

    /// The failure as shown on the screen.
    ///
    /// - Parameter server: The server's name and port; nil for a source without an address.
    package func shown(of server: String?) -> SyncStatus.Failure {
        switch self {
        case .noNetwork: .noConnection(server: server)
        case .network, .silent, .restarting: .unreachable(server: server)
        case .hostNotFound(let host): .hostNotFound(host)
        case .notFeed(let text): .notFeed(server: server, text)
        case .local(let problem): .local(problem)
        case .badAnswer(let text): .badAnswer(text)
        case .busy, .unavailable: .badAnswer("The server is busy")
        case .noLiveFeed(let text): .badAnswer(text)
        case .noToken(let text), .authentication(let text): .authentication(text)
        case .tls(let text): .tls(text)
        case .denied(let text): .denied(text)
        }
    }
}
