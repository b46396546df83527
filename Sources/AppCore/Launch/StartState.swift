package import struct Foundation.Date

/// The state of the start. Until the user acts, changes on the screen are expected.
package struct StartState: Equatable, Sendable {
    /// When the first cards arrived; nil before.
    package var firstCardsAt: Date?
    /// Whether the user has moved or acted yet.
    package var hasInteracted = false

    /// Seconds after the first cards during which the selection stays on the first card.
    static let settlingSeconds = 2.0

    package init() {}

    mutating func cardsCame(at now: Date) {
        if firstCardsAt == nil { firstCardsAt = now }
    }

    /// Whether the first card stays selected while cards arrive. The cards of the store are shown immediately, and
    /// changes from the server arrive a moment later. After that time, the user may have read a card.
    func followsTop(at now: Date) -> Bool {
        guard !hasInteracted else { return false }
        return firstCardsAt.map { now < $0.addingTimeInterval(Self.settlingSeconds) } ?? true
    }

    /// Whether the user had time to read the first card. Changes before that are not surprising.
    func hasReadSomething(at now: Date) -> Bool {
        hasInteracted || firstCardsAt.map { now >= $0.addingTimeInterval(StaleClickGuard.pause) } ?? false
    }
}
