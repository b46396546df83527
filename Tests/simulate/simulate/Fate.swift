import FeedAPI

/// What happens to one request.
struct Fate {
    /// The error if the request is not sent at all, or the immediate response of the server.
    var failure: FeedError?
    var isRequestLost = false
    var isAnswerLost = false
    /// Whether the sender notices that the connection breaks. Otherwise it receives nothing.
    var isNoticed = true

    init(in weather: Plan.Weather?, _ dice: inout Dice) {
        switch weather {
        case nil, .slow: break
        case .offline: failure = dice.chance(0.5) ? .unreachable("no connection") : .noNetwork("no route")
        case .lossy(let probability):
            isRequestLost = dice.chance(probability)
            isAnswerLost = dice.chance(probability)
            isNoticed = dice.chance(0.8)
        case .silent: (isRequestLost, isAnswerLost, isNoticed) = (dice.chance(0.5), true, false)
        case .refusing(let status): failure = .server(Self.problem(status), retryAfter: dice.chance(0.3) ? 2 : nil)
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
