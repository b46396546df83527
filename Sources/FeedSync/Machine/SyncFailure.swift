package import CardSources
package import Cards

/// A failure, sorted by what the synchronisation does about it.
package enum SyncFailure: Error, Hashable, Sendable {
    /// Try again with backoff.
    case network(String)
    /// The same, and no other server could be reached either.
    case noNetwork(String)
    /// The same, with a name that nobody knows.
    case hostNotFound(String)
    /// Another kind of web server answers: try again with backoff.
    case notFeed(String)
    /// The server answered nonsense or an error: try again with backoff.
    case badAnswer(String)
    /// Try again when the server said.
    case busy(retryAfter: Double?)
    /// The server goes away and comes back (close 1001, 1012, 1013): it told everybody, so spread out.
    case restarting
    /// The server, or what stands before it, turns everybody away for now (503): spread out from when it said.
    case unavailable(retryAfter: Double?)
    /// Changes cannot be followed live, though other calls work: poll.
    case noLiveFeed(String)
    /// The live connection does not answer any more: mostly it is this machine's own way to the source that broke.
    case silent(String)
    /// The token provider gave none: ask again after its own interval.
    case noToken(String)
    /// Ask for a new token once, then stop.
    case authentication(String)
    /// Stop, and try again after a long while.
    case tls(String)
    /// The request policy denies it. The socket: poll instead. Else: stop, and try again after a long while.
    case denied(String)
    /// Something on this machine is in the way: try again with backoff.
    case local(SyncStatus.LocalProblem)

    /// Nil for a cancellation, which is no failure.
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
        case .unsupported(let what): self = .noLiveFeed("this source has no \(what)")
        // Files are no part of keeping a feed.
        case .cancelled, .file: return nil
        case .refused(let refusal):
            switch refusal.reason {
            case .unauthorized, .forbidden:
                self = .authentication(refusal.detail.map { "\(refusal.title). \($0)" } ?? refusal.title)
            case .noLiveFeed: self = .noLiveFeed(refusal.title)
            case .busy: self = .busy(retryAfter: refusal.retryAfter)
            case .unavailable: self = .unavailable(retryAfter: refusal.retryAfter)
            case .cursorExpired, .unknownCard, .cardClosed, .notOffered, .badAction, .keyReused, .invalid, .notFound,
                .declined, .conflict, .failed:
                self = refusal.retryAfter == nil ? .badAnswer(refusal.title) : .busy(retryAfter: refusal.retryAfter)
            }
        }
    }

    /// For the screen.
    /// - Parameter server: its name and port; nil for a source without an address.
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
