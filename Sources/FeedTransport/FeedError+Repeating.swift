package import FeedAPI

/// Which requests with a key are repeated.
extension FeedError {
    /// Whether a server or a proxy may have forwarded the request without answering.
    package var leavesUnknown: Bool {
        switch self {
        case .network, .closed, .malformed: true
        case .server(let problem, _): [502, 504].contains(problem.status)
        default: false
        }
    }

    /// How long a server wants to be left alone before the request comes again, since it could not do it now or does not know
    /// whether it has; nil if it does not ask for that.
    package var askedPause: Duration? {
        guard case .server(let problem, let seconds?) = self, [500, 503, 504].contains(problem.status) else {
            return nil
        }
        return .seconds(seconds)
    }

    /// The pause before a request with a key is sent again; nil to give up.
    ///
    /// - Parameters:
    ///   - isUnknown: Whether this attempt or an earlier one may have been done.
    ///   - usual: The pause, unless the server asks for a longer one.
    package func pauseBeforeRepeating(isUnknown: Bool, usual: Duration) -> Duration? {
        if let askedPause { return max(askedPause, usual) }
        return isUnknown && (leavesUnknown || mayPass) ? usual : nil
    }

    /// Whether a repetition may succeed soon, for example while a server restarts.
    package var mayPass: Bool {
        switch self {
        case .unreachable, .noNetwork: true
        case .server(let problem, _): [429, 503].contains(problem.status)
        default: false
        }
    }
}
