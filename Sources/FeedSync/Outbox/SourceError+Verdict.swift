import Basics
import CardSources
import Cards

import struct Foundation.Date

extension SourceError {
    /// The consequence of a failed delivery.
    enum Verdict: Hashable {
        case transient(retryAfter: Double?)
        /// The card has already ended: there is nothing left to do.
        case superseded
        /// The snooze ended before it arrived.
        case lapsed
        case refused(reason: String)
    }

    /// The consequence of this error for an action. All failures of the source count as temporary, because discarding
    /// an action by mistake is worse than sending it again. If the source has understood and refused the action, the
    /// user decides.
    ///
    /// - Parameter now: The time by the server's clock.
    func verdict(on response: CardResponse, at now: Date) -> Verdict {
        guard case .refused(let refusal) = self else { return .transient(retryAfter: nil) }
        switch refusal.reason {
        // The card has ended, so the action can have no effect.
        case .cardClosed: return .superseded
        case .unknownCard:
            switch response {
            case .dismiss, .snooze, .unsnooze: return .superseded
            case .submit, .reply, .voteUp, .voteDown: return .refused(reason: refusal.explanation)
            }
        case .badAction:
            // The snooze ended while it waited, so the card has already returned.
            if case .snooze(let until) = response, refusal.field == "/until", until <= now { return .lapsed }
            return .refused(reason: refusal.explanation)
        // Unauthorized actions are retried with a new token.
        case .unauthorized, .busy, .conflict, .unavailable, .failed:
            return .transient(retryAfter: refusal.retryAfter?.seconds)
        case .forbidden, .cursorExpired, .noLiveFeed, .notOffered, .keyReused, .invalid, .notFound, .declined:
            return .refused(reason: refusal.explanation)
        }
    }
}
