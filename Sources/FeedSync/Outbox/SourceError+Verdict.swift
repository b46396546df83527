import CardSources
import Cards

import struct Foundation.Date

extension SourceError {
    /// What a failed delivery means for the action.
    enum Verdict: Hashable {
        case transient(retryAfter: Double?)
        /// The card is closed already: nothing is left to do with it.
        case superseded
        /// A snooze that ended before it arrived.
        case lapsed
        case refused(reason: String)
    }

    /// All failures of the source pass: an action given up by mistake costs more than one sent again. What the source understood
    /// and does not want is for the user to decide.
    func verdict(on response: CardResponse, at now: Date) -> Verdict {
        guard case .refused(let refusal) = self else { return .transient(retryAfter: nil) }
        switch refusal.reason {
        // Nothing can be done about it any more.
        case .cardClosed: return .superseded
        case .unknownCard:
            switch response {
            case .dismiss, .snooze, .unsnooze: return .superseded
            case .submit, .voteUp, .voteDown: return .refused(reason: refusal.explanation)
            }
        case .badAction:
            // It ended while it waited to be sent: the card is back by now, as it should be.
            if case .snooze(let until) = response, refusal.field == "/until", until <= now { return .lapsed }
            return .refused(reason: refusal.explanation)
        // Unauthorized: after a new token.
        case .unauthorized, .busy, .conflict, .unavailable, .failed: return .transient(retryAfter: refusal.retryAfter)
        case .forbidden, .cursorExpired, .noLiveFeed, .notOffered, .keyReused, .invalid, .notFound, .declined:
            return .refused(reason: refusal.explanation)
        }
    }
}
