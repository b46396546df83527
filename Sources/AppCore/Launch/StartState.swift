package import struct Foundation.Date

/// How far the start is: what is on the screen may still change without being a surprise, until the user acts.
package struct StartState: Equatable, Sendable {
    /// When the first cards came.
    package var firstCardsAt: Date?
    /// Whether the user has moved or acted yet.
    package var hasInteracted = false

    /// Seconds after the first cards in which the selection follows the first one.
    static let settlingSeconds = 2.0

    package init() {}

    mutating func cardsCame(at now: Date) {
        if firstCardsAt == nil { firstCardsAt = now }
    }

    /// What the store holds is shown at once, and the changes from the server come a moment later: until then, and no
    /// longer, the first card is the selected one, whichever that is. After that a card may have been read.
    func followsTop(at now: Date) -> Bool {
        guard !hasInteracted else { return false }
        return firstCardsAt.map { now < $0.addingTimeInterval(Self.settlingSeconds) } ?? true
    }

    /// Whether there was time to read the first card: what arrives at the start is no surprise.
    func hasReadSomething(at now: Date) -> Bool {
        hasInteracted || firstCardsAt.map { now >= $0.addingTimeInterval(StaleClickGuard.pause) } ?? false
    }
}
