package import FeedAPI

/// Rules for repeating requests with an idempotency key.
extension FeedError {
    /// Whether the server may have executed the request although no response arrived.
    package var isOutcomeUnknown: Bool {
        switch self {
        case .network, .closed, .malformed: true
        case .server(let problem, _): [502, 504].contains(problem.status)
        default: false
        }
    }

    /// The pause that the server requests before the request is repeated, because it could not execute the request now
    /// or does not know whether it did; nil if the server requests none.
    package var requestedRetryDelay: Duration? {
        guard case .server(let problem, let seconds?) = self, [500, 503, 504].contains(problem.status) else {
            return nil
        }
        return .seconds(seconds)
    }

    /// The pause before a request with a key is repeated; nil to give up.
    ///
    /// - Parameters:
    ///   - isUnknown: Whether this attempt or an earlier one may have been executed.
    ///   - usual: The pause to use unless the server requests a longer one.
    package func pauseBeforeRepeating(isUnknown: Bool, usual: Duration) -> Duration? {
        if let requestedRetryDelay { return max(requestedRetryDelay, usual) }
        return isUnknown && (isOutcomeUnknown || isTemporary) ? usual : nil
    }

    /// Whether a repetition may soon succeed, for example after a restart of the server.
    package var isTemporary: Bool {
        switch self {
        case .unreachable, .noNetwork: true
        case .server(let problem, _): [429, 503].contains(problem.status)
        default: false
        }
    }
}
