import FeedAPI
import Support

/// What happens to one request.
struct RequestOutcome {
    /// The error if the request is not sent at all, or the immediate response of the server.
    var failure: FeedError?
    var isRequestLost = false
    var isResponseLost = false
    /// Whether the sender notices that the connection breaks. Otherwise it receives nothing.
    var isBreakNoticed = true

    init(in condition: Plan.NetworkCondition?, _ random: inout SeededGenerator) {
        switch condition {
        case nil, .slow: break
        case .offline: failure = random.chance(0.5) ? .unreachable("no connection") : .noNetwork("no route")
        case .lossy(let probability):
            isRequestLost = random.chance(probability)
            isResponseLost = random.chance(probability)
            isBreakNoticed = random.chance(0.8)
        case .silent: (isRequestLost, isResponseLost, isBreakNoticed) = (random.chance(0.5), true, false)
        case .refusing(let status): failure = .server(Self.problem(status), retryAfter: random.chance(0.3) ? 2 : nil)
        }
    }

    private static func problem(_ status: Int) -> Problem {
        switch status {
        case 401: Problem(.unauthenticated)
        case 429: Problem(.tooManyRequests)
        case 500: Problem(.internalError)
        case 503: Problem(.shuttingDown)
        // The first request with this key is still in progress.
        default: Problem(.unrecognised, status: status)
        }
    }
}
