package import Cards

package import struct Foundation.Date

/// Submits on their way to the server, as long as nothing is known of them.
package struct Sending: Equatable, Sendable {
    /// Seconds a submit may take before its progress shows: most are answered sooner, and a flash cannot be
    /// read.
    package static let progressDelay = 0.3

    /// Seconds that its progress shows while there is no connection: then the status line goes on counting it, and
    /// Escape means what it always does.
    package static let offlineStay = 10.0

    package struct Submit: Equatable, Sendable {
        package var card: CardID
        package var streamID: StreamID
        /// What the user knows the card by.
        package var title: String
        package var since: Date
    }

    /// Oldest first.
    package private(set) var submits: [Submit] = []

    mutating func begin(_ submit: Submit) {
        end(submit.card)
        submits.append(submit)
    }

    /// It is held back, and leaves then.
    mutating func leaves(_ card: CardID, at date: Date) {
        for index in submits.indices where submits[index].card == card { submits[index].since = date }
    }

    mutating func end(_ card: CardID) { submits.removeAll { $0.card == card } }

    mutating func endAll(before now: Date) {
        submits.removeAll { $0.since.addingTimeInterval(Self.progressDelay) <= now }
    }

    /// The newest submit whose progress shows.
    ///
    /// - Parameter isConnected: Whether the source of a stream can be reached.
    package func shown(at now: Date, isConnected: (StreamID) -> Bool) -> Submit? {
        submits.last { submit in
            submit.since.addingTimeInterval(Self.progressDelay) <= now
                && (isConnected(submit.streamID) || now < submit.since.addingTimeInterval(Self.offlineStay))
        }
    }

    /// When a progress shows or goes.
    package func deadline(after now: Date) -> Date? {
        submits.lazy.flatMap { submit in
            [Self.progressDelay, Self.offlineStay].map { submit.since.addingTimeInterval($0) }
        }.filter { $0 > now }.min()
    }
}
