import Cards

import struct Foundation.Date

/// Cards that come back because the user asked for them.
struct ReturningCards: Equatable, Sendable {
    private struct Expected: Equatable {
        var cards: Set<CardID>
        var until: Date
        /// Seconds; of a thousand cards the last comes after some of them.
        static let timeout = 2.0
    }

    private struct Goal: Equatable {
        var card: CardID
        var until: Date
        /// Seconds; the store needs a few milliseconds.
        static let timeout = 1.0
    }

    /// They are not marked as new.
    private var expected: Expected?
    /// The card to go back to as soon as it is there again. Only for a moment, and not past the user's next key:
    /// nothing moves by itself.
    private var goal: Goal?

    /// Whether a card to go back to is not there yet.
    var hasGoal: Bool { goal != nil }

    /// Notes which cards are about to come back. The change may arrive before the confirmation.
    mutating func expect(_ cards: [CardID], at now: Date) {
        expected = Expected(
            cards: expected(at: now).union(cards), until: now.addingTimeInterval(Expected.timeout))
    }

    func expected(at now: Date) -> Set<CardID> { expected.map { now <= $0.until ? $0.cards : [] } ?? [] }

    func include(_ card: CardID, at now: Date) -> Bool { expected(at: now).contains(card) || goal?.card == card }

    mutating func goBack(to card: CardID, at now: Date) {
        expect([card], at: now)
        goal = Goal(card: card, until: now.addingTimeInterval(Goal.timeout))
    }

    /// Takes the card to go back to, once it is there.
    mutating func takeGoal(at now: Date, isThere: (CardID) -> Bool) -> CardID? {
        guard let wanted = goal else { return nil }
        guard now <= wanted.until else {
            goal = nil
            return nil
        }
        guard isThere(wanted.card) else { return nil }
        goal = nil
        return wanted.card
    }

    /// The user goes on.
    mutating func dropGoal() { goal = nil }
}
