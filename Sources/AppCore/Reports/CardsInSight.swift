import Cards

import struct Foundation.Date

/// Tracks the effects of a card being in sight for some time: it counts as seen, counts as read, or dismisses itself.
package struct CardsInSight: Equatable, Sendable {
    package private(set) var seen = SeenTracker()
    private var read = SeenTracker()
    /// The cards that will dismiss themselves.
    private var dismissals = AutoDismissals()

    package init() {}

    /// Records the content of a frame.
    ///
    /// - Parameters:
    ///   - reading: The card that the user has entered.
    ///   - dismissing: The cards that dismiss themselves.
    mutating func update(
        with cards: [(card: CardReport, container: ContainerID)],
        reading: [(card: CardReport, container: ContainerID)], dismissing: [AutoDismissals.Entry], at now: Date
    ) {
        seen.update(with: cards, at: now)
        read.update(with: reading, at: now)
        dismissals.update(with: dismissing, at: now)
    }

    /// The cards that count as seen since the last call.
    mutating func settleSeen(at now: Date) -> [CardID: ContainerID] { seen.settle(at: now) }

    /// The cards that count as read since the last call.
    mutating func settleRead(at now: Date) -> [CardID: ContainerID] { read.settle(at: now) }

    /// Removes and returns the cards to dismiss now.
    mutating func takeDue(at now: Date) -> [AutoDismissals.Entry] { dismissals.takeDue(at: now) }

    /// When the next card counts as seen or read, or is dismissed, if nothing moves.
    var deadline: Date? { [seen.deadline, read.deadline, dismissals.deadline].compactMap(\.self).min() }
}
