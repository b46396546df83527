import Cards
import FeedAPI

import struct Foundation.Date

extension FeedError {
    /// What a failed delivery means for the action.
    enum Verdict: Hashable {
        case transient(retryAfter: Double?)
        /// The card is closed already: nothing is left to do with it.
        case superseded
        /// A snooze that ended before it arrived.
        case lapsed
        case refused(reason: String)
    }

    /// All 5xx pass: an action given up by mistake costs more than one sent again. What the server understood and
    /// does not want is for the user to decide.
    func verdict(on response: CardResponse, at now: Date) -> Verdict {
        guard case .server(let problem, let retryAfter) = self else { return .transient(retryAfter: nil) }
        switch problem.type {
        // Nothing can be done about it any more.
        case .cardClosed: return .superseded
        case .unknownCard:
            switch response {
            case .dismiss, .snooze, .unsnooze: return .superseded
            case .submit, .voteUp, .voteDown: return .refused(reason: problem.detail ?? problem.title)
            }
        case .badAction:
            // It ended while it waited to be sent: the card is back by now, as it should be.
            if case .snooze(let until) = response, problem.pointer == "/until", until <= now { return .lapsed }
        case .notOffered: return .refused(reason: problem.detail ?? problem.title)
        default: break
        }
        switch problem.status {
        // 401: after a new token. 407: a proxy's word, not the server's. 409 without a reason we know: the first
        // delivery is still being worked on.
        case 401, 407, 408, 409, 425, 429: return .transient(retryAfter: retryAfter)
        case 400...499: return .refused(reason: problem.detail ?? problem.title)
        default: return .transient(retryAfter: retryAfter)
        }
    }
}
