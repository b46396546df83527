package import Cards

package import struct Foundation.Date

/// Submitted forms that the server has not confirmed or refused yet.
package struct Sending: Equatable, Sendable {
    /// Seconds before the progress of a submitted form is shown. Most are confirmed sooner, and a short flash would be
    /// unreadable.
    package static let progressDelay = 0.3

    /// Seconds that the progress is shown without a connection. After that, the status line still counts the form, and
    /// Escape has its usual meaning again.
    package static let offlineStay = 10.0

    package struct Submit: Equatable, Sendable {
        package var card: CardID
        package var streamID: StreamID
        /// The text that identifies the card to the user.
        package var title: String
        package var since: Date
    }

    /// Oldest first.
    package private(set) var submits: [Submit] = []

    mutating func begin(_ submit: Submit) {
        end(submit.card)
        submits.append(submit)
    }

    /// Sets when a form that is held back is sent.
    mutating func leaves(_ card: CardID, at date: Date) {
        for index in submits.indices where submits[index].card == card { submits[index].since = date }
    }

    mutating func end(_ card: CardID) { submits.removeAll { $0.card == card } }

    mutating func endAll(before now: Date) {
        submits.removeAll { $0.since.addingTimeInterval(Self.progressDelay) <= now }
    }

    /// The newest form whose progress is shown.
    ///
    /// - Parameter isConnected: Whether the source of a stream is reachable.
    package func shown(at now: Date, isConnected: (StreamID) -> Bool) -> Submit? {
        submits.last { submit in
            submit.since.addingTimeInterval(Self.progressDelay) <= now
                && (isConnected(submit.streamID) || now < submit.since.addingTimeInterval(Self.offlineStay))
        }
    }

    /// When the progress of a form appears or disappears next.
    package func deadline(after now: Date) -> Date? {
        submits.lazy.flatMap { submit in
            [Self.progressDelay, Self.offlineStay].map { submit.since.addingTimeInterval($0) }
        }.filter { $0 > now }.min()
    }
}
