package import Cards
package import FeedAPI

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
    /// HTTP works, WebSocket does not.
    case socketRefused(status: Int)
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
    package init?(_ error: FeedError) {
        switch error {
        case .network(let text), .unreachable(let text): self = .network(text)
        case .noNetwork(let text): self = .noNetwork(text)
        case .hostNotFound(let host): self = .hostNotFound(host)
        case .notFeed(let text): self = .notFeed(text)
        case .local(let problem): self = .local(problem)
        case .tls(let text): self = .tls(text)
        case .denied(let text): self = .denied(text)
        case .malformed(let text): self = .badAnswer(text)
        case .socketRefused(let status):
            self =
                status == 401 || status == 403
                ? .authentication("HTTP \(status)") : .socketRefused(status: status)
        case .noToken(let text): self = .noToken(text)
        // Files are no part of keeping a feed.
        case .cancelled, .file: return nil
        case .closed(let code, let reason):
            switch code {
            case 1008, 4001: self = .authentication(reason.isEmpty ? "closed with \(code)" : reason)
            case 1001, 1012, 1013: self = .restarting
            default: self = .network("closed with \(code) \(reason)")
            }
        case .server(let problem, let retryAfter):
            switch problem.status {
            case 401, 403: self = .authentication(problem.detail.map { "\(problem.title). \($0)" } ?? problem.title)
            case 429: self = .busy(retryAfter: retryAfter)
            case 503: self = .unavailable(retryAfter: retryAfter)
            default: self = retryAfter == nil ? .badAnswer(problem.title) : .busy(retryAfter: retryAfter)
            }
        }
    }

    /// For the screen.
    /// - Parameter server: its name and port; nil for a source without an address.
    package func shown(of server: String?) -> SyncStatus.Failure {
        switch self {
        case .noNetwork: .noConnection(server: server)
        case .network, .restarting: .unreachable(server: server)
        case .hostNotFound(let host): .hostNotFound(host)
        case .notFeed(let text): .notFeed(server: server, text)
        case .local(let problem): .local(problem)
        case .badAnswer(let text): .badAnswer(text)
        case .busy, .unavailable: .badAnswer("The server is busy")
        case .socketRefused(let status): .badAnswer("HTTP \(status)")
        case .noToken(let text), .authentication(let text): .authentication(text)
        case .tls(let text): .tls(text)
        case .denied(let text): .denied(text)
        }
    }
}
