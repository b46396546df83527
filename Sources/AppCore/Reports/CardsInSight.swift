import Cards

import struct Foundation.Date

/// What follows from a card standing on the screen for some time: it is seen, it is read, it dismisses itself.
package struct CardsInSight: Equatable, Sendable {
    /// Which cards have been seen.
    package private(set) var seen = SeenTracker()
    /// Which cards have been read.
    private var read = SeenTracker()
    /// Which cards will dismiss themselves.
    private var dismissals = AutoDismissals()

    package init() {}

    /// Takes over what a frame shows.
    ///
    /// - Parameters:
    ///   - reading: The one that the user went into.
    ///   - dismissing: Those that dismiss themselves.
    mutating func look(
        at cards: [(card: CardReport, container: ContainerID)],
        reading: [(card: CardReport, container: ContainerID)], dismissing: [AutoDismissals.Entry], at now: Date
    ) {
        seen.look(at: cards, at: now)
        read.look(at: reading, at: now)
        dismissals.look(at: dismissing, at: now)
    }

    /// The cards that have been seen by now, and were not before.
    mutating func settleSeen(at now: Date) -> [CardID: ContainerID] { seen.settle(at: now) }

    /// The cards that have been read by now, and were not before.
    mutating func settleRead(at now: Date) -> [CardID: ContainerID] { read.settle(at: now) }

    /// Takes the cards that are to dismiss themselves by now.
    mutating func takeDue(at now: Date) -> [AutoDismissals.Entry] { dismissals.takeDue(at: now) }

    /// When the next card is seen or read, or goes, if nothing moves.
    var deadline: Date? { [seen.deadline, read.deadline, dismissals.deadline].compactMap(\.self).min() }
}
