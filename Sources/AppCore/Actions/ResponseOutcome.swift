package import Cards

package import struct Foundation.Date

/// How far a response got.
package enum ResponseOutcome: Hashable, Sendable {
    /// In the outbox: it will reach the server, now or later. The user sees a toast. Until then, and for the whole undo
    /// window without it, it can be undone.
    case queued(until: Date? = nil)
    /// The server has it. What follows a submit runs now.
    case delivered
    /// The server refused it for good. The card stays and says so.
    case refused(reason: String)
    /// The card ended before the server had it, so nothing was done; with how, where that is known.
    case closed(CardStatus?)
    /// It could not even be stored, or is not valid any more.
    case failed(reason: String)
}
