import Basics
package import CardSources
import Cards

extension SourceError {
    /// Converts a failure of the protocol to its meaning for a session.
    package init(_ error: FeedError) {
        switch error {
        case .network(let text): self = .network(text)
        case .unreachable(let text): self = .unreachable(text)
        case .noNetwork(let text): self = .noNetwork(text)
        case .hostNotFound(let host): self = .hostNotFound(host)
        case .local(let problem): self = .local(problem)
        case .tls(let text): self = .tls(text)
        case .denied(let text): self = .denied(text)
        case .malformed(let text): self = .malformed(text)
        case .notFeed(let text): self = .notFeed(text)
        case .noToken(let text): self = .noToken(text)
        case .file(let text): self = .file(text)
        case .cancelled: self = .cancelled
        case .server(let problem, let retryAfter): self = .refused(SourceRefusal(problem, retryAfter: retryAfter))
        case .socketRefused(let status):
            let isAboutUser = status == 401 || status == 403
            self = .refused(
                SourceRefusal(
                    isAboutUser ? .unauthorized : .noLiveFeed, title: "HTTP \(status)",
                    detail: isAboutUser ? nil : "the server refused the push connection", status: status))
        case .closed(let code, let reason):
            let text = "the server closed the connection (\(code))" + (reason.isEmpty ? "" : ": \(reason)")
            switch code {
            case 1008, 4001: self = .refused(SourceRefusal(.unauthorized, title: reason.isEmpty ? text : reason))
            case 1001, 1012, 1013: self = .restarting(text)
            default: self = .network(text)
            }
        }
    }
}

extension FeedError {
    /// Converts the error of a request that could not be made, for example because there is no token.
    package init(_ error: SourceError) {
        switch error {
        case .network(let text), .silent(let text), .restarting(let text): self = .network(text)
        case .unreachable(let text): self = .unreachable(text)
        case .noNetwork(let text): self = .noNetwork(text)
        case .hostNotFound(let host): self = .hostNotFound(host)
        case .local(let problem): self = .local(problem)
        case .tls(let text): self = .tls(text)
        case .denied(let text): self = .denied(text)
        case .malformed(let text): self = .malformed(text)
        case .notFeed(let text): self = .notFeed(text)
        case .noToken(let text): self = .noToken(text)
        case .file(let text): self = .file(text)
        case .cancelled: self = .cancelled
        case .unsupported(let what): self = .malformed("the server does not support \(what)")
        case .refused(let refusal): self = .network(refusal.explanation)
        }
    }
}

extension SourceRefusal {
    /// - Parameter retryAfter: The time in seconds that the server set; nil if it set none.
    package init(_ problem: Problem, retryAfter: Double?) {
        self.init(
            Self.reason(of: problem), title: problem.title, detail: problem.detail, field: problem.pointer,
            name: problem.type.rawValue, status: problem.status, retryAfter: retryAfter.map { .waiting($0) })
    }

    private static func reason(of problem: Problem) -> Reason {
        switch problem.type {
        case .cardClosed: return .cardClosed
        // The user has to look at the card again.
        case .cardChanged: return .declined
        case .unknownCard: return .unknownCard
        case .badAction: return .badAction
        case .notOffered: return .notOffered
        case .keyReused: return .keyReused
        case .cursorExpired: return .cursorExpired
        default: break
        }
        switch problem.status {
        case 401: return .unauthorized
        case 403: return .forbidden
        case 404: return .notFound
        case 410: return .cursorExpired
        case 429: return .busy
        case 503: return .unavailable
        // Status 407 comes from a proxy, not from the server. Status 409 without a known type means that the first
        // request is still in progress.
        case 407, 408, 409, 425: return .conflict
        case 400, 413, 415, 422: return .invalid
        case 402...499: return .declined
        default: return .failed
        }
    }
}
