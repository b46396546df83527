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

    /// Whether a repetition may succeed soon, for example while a server restarts.
    package var mayPass: Bool {
        switch self {
        case .unreachable, .noNetwork: true
        case .server(let problem, _): [429, 503].contains(problem.status)
        default: false
        }
    }
}
