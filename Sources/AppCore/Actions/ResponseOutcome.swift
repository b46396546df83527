package import Cards

package import struct Foundation.Date

/// How far a response got.
package enum ResponseOutcome: Hashable, Sendable {
    /// The response is in the outbox and reaches the server now or later. The user sees a toast. The user can undo the
    /// response until the given time; nil means until the end of the undo window.
    case queued(until: Date? = nil)
    /// The server has the response. The action that follows a submitted form runs now.
    case delivered
    /// The server refused the response permanently. The card stays and shows the reason.
    case refused(reason: String)
    /// The card ended before the server received the response, so the response has no effect. The value is the card's
    /// final status, if known.
    case closed(CardStatus?)
    /// The response could not be stored, or is no longer valid.
    case failed(reason: String)
}
