import FeedAPI

/// What becomes of one request.
struct Fate {
    /// Why it does not even leave, or what the server says at once.
    var failure: FeedError?
    var isRequestLost = false
    var isAnswerLost = false
    /// Whether the connection breaks for the sender to see; otherwise there is only silence.
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
        // The first delivery is still in progress.
        default: Problem(.unrecognised, status: status)
        }
    }
}
